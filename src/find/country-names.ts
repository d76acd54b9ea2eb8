/**
 * What people call countries beside the names that a data set has: those of CLDR ("Czechia", "UK", "한국"), which Node.js brings
 * along, abbreviations and former names that it has for nobody ("UAE", "Burma"), and whole names.
 */
import { abbreviated, fold } from './fold.ts';
import { officialNames } from './official-names.ts';

const STYLES = ['long', 'short'] as const;

/** Languages with the most speakers, and those of states: in these people write countries. */
const LANGUAGES = (
  'af am ar az be bg bn bs ca cs cy da de el es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ' +
  'ky lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt pt-PT ro ru si sk sl so sq sr sr-Latn sv sw ta te th tk tr uk ur ' +
  'uz vi zh zh-Hant zu'
).split(' ');

/**
 * By ISO 3166-1 alpha-2. Former names (ISO 3166-3, and some from before it) are those of countries of which one is left: who writes
 * Yugoslavia, or USSR, may mean any of several.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'VAE', 'EAU'],
  BF: ['Upper Volta', 'Haute-Volta'],
  BJ: ['Dahomey'],
  BW: ['Bechuanaland'],
  BY: ['Byelorussia', 'Belorussia', 'White Russia'],
  BZ: ['British Honduras'],
  CD: ['DRC', 'RDC', 'DR Congo', 'Zaire', 'Belgian Congo'],
  CI: ['Ivory Coast'],
  CN: ['PRC', 'PR China', 'China PR', 'Mainland China', '中华人民共和国', '中華人民共和國'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic', 'ČR'],
  DE: ['Bundesrepublik Deutschland', 'BRD', 'East Germany', 'West Germany', 'German Democratic Republic', 'DDR', 'GDR'],
  DO: ['Dominican Rep', 'Dom Rep'],
  ET: ['Abyssinia'],
  GB: [
    ...[
      'Great Britain',
      'Britain',
      'Großbritannien',
      'Grande-Bretagne',
      'Gran Bretaña',
      'Gran Bretagna',
      'Grã-Bretanha',
    ],
    ...['Groot-Brittannië', 'Storbritannien', 'Wielka Brytania', 'Великобритания', 'Велика Британія'],
  ],
  GW: ['Portuguese Guinea'],
  GY: ['British Guiana'],
  HK: ['HKSAR'],
  ID: ['Dutch East Indies'],
  IR: ['Persia'],
  JO: ['Transjordan'],
  KG: ['Kirghizia'],
  KH: ['Kampuchea'],
  KP: ['DPRK', 'Korea, North', '북한', '조선민주주의인민공화국'],
  KR: ['ROK', 'Korea, South', '한국', '남한'],
  LK: ['Ceylon'],
  LS: ['Basutoland'],
  MD: ['Moldavia'],
  MK: ['Macedonia', 'FYROM'],
  MM: ['Burma'],
  MW: ['Nyasaland'],
  NA: ['South West Africa'],
  NL: ['Holland'],
  NZ: ['Aotearoa'],
  RU: ['Russian Federation', 'Российская Федерация', 'РФ', 'Russische Föderation'],
  SA: ['KSA', 'السعودية'],
  SR: ['Dutch Guiana', 'Surinam'],
  SZ: ['Swaziland'],
  TH: ['Siam'],
  TL: ['East Timor'],
  TM: ['Turkmenia'],
  TR: ['Turkey'],
  TW: ['Formosa', 'Republic of China'],
  US: [
    ...['U.S.A.', 'USA', 'America', 'EEUU', 'EE. UU.', 'EUA', 'Estados Unidos de América', 'Estados Unidos da América'],
    ...['États-Unis d’Amérique', 'Vereinigte Staaten von Amerika', 'Stati Uniti d’America', 'США', '米国', 'アメリカ'],
    ...['Соединённые Штаты Америки', '美利坚合众国'],
  ],
  VA: ['Vatican', 'Holy See'],
  VG: ['BVI'],
  VI: ['USVI'],
  VN: ['North Vietnam', 'South Vietnam'],
  VU: ['New Hebrides'],
  YE: ['North Yemen', 'South Yemen'],
  ZA: ['RSA'],
  ZM: ['Northern Rhodesia'],
  ZW: ['Rhodesia', 'Southern Rhodesia'],
};

/** Names of which none can tell which of the countries is meant, though one may have it for its own. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  Congo: ['CD', 'CG'],
  Korea: ['KP', 'KR'],
  'Saint Martin': ['MF', 'SX'],
  'Virgin Islands': ['VG', 'VI'],
};
const sharedNames: ReadonlySet<string> = new Set(Object.keys(SHARED).map((name) => abbreviated(fold(name))));

/** English names of a country that its record may lack; none for what is no code of a country. */
export function usualNames(iso2: string): readonly string[] {
  if (!isCode(iso2)) return [];
  const shared = Object.keys(SHARED).filter((name) => SHARED[name]?.includes(iso2));
  const inEnglish = STYLES.flatMap((style) => nameIn('en', style, iso2) ?? []);
  return [...inEnglish, ...(OTHERS[iso2] ?? []), ...officialNames(iso2), ...shared];
}

/** Its names in other languages. */
export function foreignNames(iso2: string): readonly string[] {
  if (!isCode(iso2)) return [];
  return [...new Set(LANGUAGES.flatMap((language) => nameIn(language, 'long', iso2) ?? []))];
}

/** Whether several countries go by the name: none of them alone is meant. */
export function isSharedName(name: string): boolean {
  return sharedNames.has(abbreviated(fold(name)));
}

function isCode(iso2: string): boolean {
  return /^[A-Z]{2}$/.test(iso2);
}

const displayed = new Map<string, Intl.DisplayNames>();

/** Undefined where CLDR, or the build of Node.js, has none in the language. */
function nameIn(language: string, style: (typeof STYLES)[number], iso2: string): string | undefined {
  const key = `${language} ${style}`;
  const names = displayed.get(key) ?? new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
  displayed.set(key, names);
  return names.of(iso2);
}
