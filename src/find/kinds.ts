/** Words that say what kind of place is meant, and whether a state is of it: "São Paulo state" is none of Dominica's parishes. */
import type { PlaceType } from './places.ts';

export interface Kind {
  readonly types: readonly PlaceType[];
  /** Words for it in English, as data sets have them; none of what says nothing of a state: a city may be one. */
  readonly names: readonly string[];
}

/** Some of Italy's are called otherwise. */
const PROVINCE = ['province', 'metropolitan city'];
/** Some cities are states of their own. */
const CITY_OR_STATE = ['city', 'state'] as const;

const OF_WORDS: readonly (readonly [
  words: string,
  types: readonly PlaceType[],
  names: readonly string[] | undefined,
])[] = [
  ['city town village capital stadt ville ciudad cidade citta', CITY_OR_STATE, []],
  ['municipality commune', CITY_OR_STATE, undefined],
  ['comune municipio', CITY_OR_STATE, ['municipality', 'commune']],
  [
    'state province region prefecture county district department governorate territory canton parish emirate division',
    ['state'],
    undefined,
  ],
  ['oblast область обл', ['state'], ['oblast', 'region']],
  ['freistaat land', ['state'], ['state', 'land']],
  ['край', ['state'], ['krai', 'territory']],
  ['республика respublika респ', ['state'], ['republic']],
  ['voivodeship wojewodztwo', ['state'], ['voivodeship', 'voivodship']],
  ['judet judetul megye zupanija fylke maakond', ['state'], ['county', 'department']],
  ['krai kray', ['state'], ['krai', 'territory']],
  ['sheng ili استان', ['state'], ['province']],
  ['estado', ['state'], ['state']],
  ['bundesland', ['state'], ['state', 'land']],
  ['provincia', ['state'], PROVINCE],
  ['provincie', ['state'], ['province']],
  ['departamento departement', ['state'], ['department']],
  ['kanton', ['state'], ['canton']],
  ['regione', ['state'], ['region']],
  ['country republic', ['country', 'state'], undefined],
  ['kingdom', ['country'], []],
];
const KINDS = new Map(
  OF_WORDS.flatMap(([words, types, names]) =>
    words.split(' ').map((word): [string, Kind] => [word, { types, names: names ?? [word] }]),
  ),
);

/** A state that is a city. */
export const CITY_STATE: Kind = { types: ['state'], names: ['city', 'municipality'] };
const CITY: Kind = { types: ['city'], names: [] };
const OF_CITY: Kind = { types: CITY_OR_STATE, names: [] };

/** Words that are a kind before a name only: behind it CO is Colorado. */
const BEFORE = new Map<string, Kind>([
  ...['thanh pho', 'tp', 'kota', 'город', 'г', 'місто', 'м', 'град', 'гр', 'municipiul', 'mun'].map(
    (words) => [words, OF_CITY] as const,
  ),
  ...'thi xa,thi tran,quan,huyen,kabupaten,kab,kecamatan,kec,kota adm,kota administrasi,oras,orasul,comuna,смт,пгт,рп,село,с,поселок,пос,п,деревня,дер,д'
    .split(',')
    .map((words) => [words, CITY] as const),
  ['tinh', { types: ['state'], names: ['province'] }],
  ['co', { types: ['state'], names: ['county', 'unitary authority'] }],
  ['ct', { types: ['state'], names: ['canton'] }],
  ['prov', { types: ['state'], names: PROVINCE }],
  ['jud', { types: ['state'], names: ['county', 'department'] }],
  ['kt', { types: ['state'], names: ['canton'] }],
  ['woj', { types: ['state'], names: ['voivodeship', 'voivodship'] }],
]);

const TITLES = new Set<Kind | undefined>([CITY, OF_CITY, KINDS.get('comune'), KINDS.get('municipio')]);

/** Behind a hyphen, as Japanese and Korean names are written in Latin letters: "Osaka-fu", "Suwon-si". */
const BEHIND_HYPHEN = new Map<string, Kind>([
  ...['fu', 'ken', 'to', 'do'].map((word) => [word, { types: ['state'], names: ['prefecture', 'province'] }] as const),
  ...['shi', 'si', 'ku', 'gu', 'gun'].map((word) => [word, OF_CITY] as const),
]);

/** Signs that stand at the end of a name: 大阪府, 수원시. */
const OF_SIGNS: readonly (readonly [signs: string, kind: Kind])[] = [
  ['府県都道', { types: ['state'], names: ['prefecture'] }],
  ['省도', { types: ['state'], names: ['province'] }],
  ['市县縣区區郡시군구', { types: CITY_OR_STATE, names: [] }],
];
const SIGNS = new Map(OF_SIGNS.flatMap(([signs, kind]) => [...signs].map((sign) => [sign, kind] as const)));
const LEAST_BEFORE_SIGN = 2;
const HYPHENS = /[-‐‑–]/;

/** "Overseas collectivity with special status". */
const MOST_WORDS = 5;

export interface KindWords {
  readonly kind: Kind;
  /** How many words say it. */
  readonly words: number;
}

/** The most words at the beginning, and at the end, that are a kind; never all of them. */
export function kindsOfWords(
  folded: readonly string[],
  known: ReadonlySet<string>,
): Readonly<Record<'before' | 'behind', KindWords | undefined>> {
  return {
    before: longest(folded.length, (words) => {
      const called = folded.slice(0, words);
      return kindCalled(called, known) ?? BEFORE.get(called.join(' '));
    }),
    behind: longest(folded.length, (words) => kindCalled(folded.slice(-words), known)),
  };
}

/** Whether a folded text says what kind of state is meant, and not which. */
export function isKindAlone(folded: string, known: ReadonlySet<string>): boolean {
  return kindCalled(folded.split(' '), known)?.types.includes('state') ?? false;
}

/** The name without the last sign, if that is one that says what it is. */
export function kindOfSign(folded: string): { readonly kind: Kind; readonly rest: string } | undefined {
  const kind = SIGNS.get(folded.slice(-1));
  return kind && folded.length > LEAST_BEFORE_SIGN ? { kind, rest: folded.slice(0, -1) } : undefined;
}

/** The name before a hyphen and a word that says what it is. */
export function kindOfHyphen(text: string): { readonly kind: Kind; readonly rest: string } | undefined {
  const [rest = '', word = '', more] = text.split(HYPHENS, 3);
  const kind = more === undefined ? BEHIND_HYPHEN.get(word.toLowerCase()) : undefined;
  return kind && rest.length > LEAST_BEFORE_SIGN ? { kind, rest } : undefined;
}

/** Whether a word for it stands before names of cities and is a part of none: "TP. Đà Nẵng", "г. Казань". */
export function isTitle(kind: Kind | undefined): boolean {
  return kind !== undefined && TITLES.has(kind);
}

/** Whether what the data calls a state is what was said, or the same in more or fewer words: "metropolitan department". */
export function isOfKind(own: string, { names }: Kind): boolean {
  const words = own.split(' ');
  return names.some((name) => {
    const said = name.split(' ');
    return said.every((word) => words.includes(word)) || words.every((word) => said.includes(word));
  });
}

function longest(count: number, kindOf: (words: number) => Kind | undefined): KindWords | undefined {
  for (let words = Math.min(MOST_WORDS, count - 1); words >= 1; words -= 1) {
    const kind = kindOf(words);
    if (kind !== undefined) return { kind, words };
  }
  return undefined;
}

function kindCalled(words: readonly string[], known: ReadonlySet<string>): Kind | undefined {
  const name = words.join(' ');
  const kind = KINDS.get(name);
  if (kind !== undefined || !known.has(name)) return kind;
  return { types: KINDS.get(words.at(-1) ?? '')?.types ?? ['state'], names: [name] };
}
