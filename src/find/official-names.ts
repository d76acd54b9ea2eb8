/**
 * What lists of countries call them: the United Nations' and ISO 3166's names ("Republic of Moldova", "Iran, Islamic Republic of"), and
 * those of tables that abbreviate them ("Korea, Rep."). No data of names has all of them.
 */

/** Before which names a form of state stands, by ISO 3166-1 alpha-2; names that have an article there keep it. */
const STYLED: Readonly<Record<string, string>> = {
  'Republic of':
    'AL Albania, AM Armenia, AO Angola, AT Austria, AZ Azerbaijan, BG Bulgaria, BI Burundi, BJ Benin, BW Botswana, BY Belarus, ' +
    'CG the Congo, CI Côte d’Ivoire, CL Chile, CM Cameroon, CO Colombia, CR Costa Rica, CV Cabo Verde, CY Cyprus, DJ Djibouti, ' +
    'EC Ecuador, EE Estonia, FI Finland, FJ Fiji, GA Gabon, GH Ghana, GM the Gambia, GN Guinea, GQ Equatorial Guinea, ' +
    'GT Guatemala, GW Guinea-Bissau, GY Guyana, HN Honduras, HR Croatia, HT Haiti, HU Hungary, ID Indonesia, IE Ireland, ' +
    'IN India, IQ Iraq, IS Iceland, IT Italy, KE Kenya, KI Kiribati, KR Korea, KZ Kazakhstan, LB Lebanon, LR Liberia, ' +
    'LT Lithuania, LV Latvia, MD Moldova, ME Montenegro, MG Madagascar, MH the Marshall Islands, MK North Macedonia, ' +
    'MK Macedonia, ML Mali, MM the Union of Myanmar, MT Malta, MU Mauritius, MV Maldives, MW Malawi, MZ Mozambique, NA Namibia, ' +
    'NE the Niger, NI Nicaragua, NR Nauru, PA Panama, PE Peru, PH the Philippines, PL Poland, PT Portugal, PW Palau, PY Paraguay, ' +
    'RS Serbia, RW Rwanda, SC Seychelles, SD the Sudan, SG Singapore, SI Slovenia, SL Sierra Leone, SM San Marino, SN Senegal, ' +
    'SR Suriname, SS South Sudan, SV El Salvador, TD Chad, TG Togo, TJ Tajikistan, TN Tunisia, TR Türkiye, TR Turkey, ' +
    'TT Trinidad and Tobago, UG Uganda, UZ Uzbekistan, VU Vanuatu, XK Kosovo, YE Yemen, ZA South Africa, ZM Zambia, ZW Zimbabwe',
  'Islamic Republic of': 'AF Afghanistan, IR Iran, MR Mauritania, PK Pakistan',
  'Democratic Republic of': 'CD the Congo, ST Sao Tome and Principe, TL Timor-Leste',
  'Federal Republic of': 'DE Germany, NG Nigeria, SO Somalia',
  'Federal Democratic Republic of': 'ET Ethiopia, NP Nepal',
  'Federative Republic of': 'BR Brazil',
  'People’s Republic of': 'BD Bangladesh, CN China',
  'People’s Democratic Republic of': 'DZ Algeria',
  'Democratic People’s Republic of': 'KP Korea',
  'Socialist Republic of': 'VN Viet Nam, VN Vietnam',
  'Democratic Socialist Republic of': 'LK Sri Lanka',
  'Arab Republic of': 'EG Egypt',
  'Bolivarian Republic of': 'VE Venezuela',
  'Eastern Republic of': 'UY Uruguay',
  'Oriental Republic of': 'UY Uruguay',
  'United Republic of': 'TZ Tanzania',
  'Co-operative Republic of': 'GY Guyana',
  'Plurinational State of': 'BO Bolivia',
  'Independent State of': 'PG Papua New Guinea, WS Samoa',
  'State of': 'ER Eritrea, IL Israel, KW Kuwait, LY Libya, PS Palestine, QA Qatar',
  'Federated States of': 'FM Micronesia',
  'Federation of': 'KN Saint Kitts and Nevis',
  'Union of': 'KM the Comoros',
  'Commonwealth of': 'AU Australia, BS the Bahamas, DM Dominica',
  'Kingdom of':
    'BE Belgium, BH Bahrain, BT Bhutan, DK Denmark, ES Spain, KH Cambodia, LS Lesotho, MA Morocco, NL the Netherlands, NO Norway, ' +
    'SA Saudi Arabia, SE Sweden, SZ Eswatini, SZ Swaziland, TH Thailand, TO Tonga',
  'Hashemite Kingdom of': 'JO Jordan',
  'Principality of': 'AD Andorra, LI Liechtenstein, MC Monaco',
  'Grand Duchy of': 'LU Luxembourg',
  'Sultanate of': 'OM Oman',
};

/** Names that follow no such form. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  AR: ['Argentine Republic'],
  BN: ['Brunei Darussalam'],
  BO: ['Bolivia (Plur. State of)'],
  BS: ['Bahamas, The'],
  CD: ['Congo, Dem. Rep.', 'Dem. Rep. of the Congo'],
  CF: ['Central African Rep.'],
  CG: ['Congo, Rep.'],
  CH: ['Swiss Confederation'],
  CZ: ['Czech Rep.'],
  DO: ['Dominican Rep.'],
  EG: ['Egypt, Arab Rep.'],
  FK: ['Falkland Islands (Malvinas)'],
  FM: ['Micronesia, Fed. Sts.', 'Micronesia (Fed. States of)'],
  FR: ['French Republic'],
  GA: ['Gabonese Republic'],
  GB: [
    'United Kingdom of Great Britain and Northern Ireland',
    'The United Kingdom of Great Britain and Northern Ireland',
    'UK of Great Britain and Northern Ireland',
  ],
  GM: ['Gambia, The'],
  GR: ['Hellenic Republic'],
  HK: ['Hong Kong, China', 'China, Hong Kong SAR', 'Hong Kong SAR, China'],
  IR: ['Iran, Islamic Rep.'],
  IT: ['Italian Republic'],
  KG: ['Kyrgyz Republic'],
  KP: ['Korea, Dem. People’s Rep.', 'Dem. People’s Republic of Korea'],
  KR: ['Korea, Rep.'],
  LA: ['Lao People’s Democratic Republic', 'Lao PDR'],
  LB: ['Lebanese Republic'],
  LY: ['Libyan Arab Jamahiriya'],
  MF: ['Saint Martin (French part)'],
  MK: ['The former Yugoslav Republic of Macedonia', 'Macedonia, the former Yugoslav Republic of', 'TFYR Macedonia'],
  MO: ['Macao, China', 'China, Macao SAR', 'Macao SAR, China'],
  MX: ['United Mexican States'],
  PS: ['Palestinian Territory, Occupied', 'Occupied Palestinian Territory', 'West Bank and Gaza'],
  PT: ['Portuguese Republic'],
  SA: ['KSA'],
  SK: ['Slovak Republic'],
  SX: ['Sint Maarten (Dutch part)'],
  SY: ['Syrian Arab Republic'],
  TG: ['Togolese Republic'],
  TW: ['Taiwan, Province of China', 'Chinese Taipei', 'Taiwan, China'],
  US: ['United States of America'],
  VA: ['Holy See (Vatican City State)'],
  VC: ['Saint Vincent'],
  VE: ['Venezuela, RB'],
  VG: ['Virgin Islands, British', 'Virgin Islands (British)'],
  VI: ['Virgin Islands, U.S.', 'Virgin Islands (U.S.)'],
  YE: ['Yemen, Rep.'],
};

const names = byCountry();

/** As they are written there; none for what is no code of a country. */
export function officialNames(iso2: string): readonly string[] {
  return names.get(iso2) ?? [];
}

/** "Republic of Korea", and as lists that are sorted by name write it: "Korea, Republic of". */
function byCountry(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>(Object.entries(WHOLE).map(([iso2, own]) => [iso2, [...own]]));
  for (const [style, countries] of Object.entries(STYLED)) {
    for (const styled of countries.split(', ')) {
      const [iso2, name] = [styled.slice(0, 2), styled.slice(3)];
      const bare = name.replace(/^the /, '');
      const own = [`${style} ${name}`, `${bare}, ${style}`, ...(bare === name ? [] : [`${style} ${bare}`])];
      found.set(iso2, [...(found.get(iso2) ?? []), ...own, ...(bare === name ? [] : [`${bare}, ${style} the`])]);
    }
  }
  return found;
}
