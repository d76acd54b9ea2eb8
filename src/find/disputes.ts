/** Land and islands that more than one state claims, with every claimant: told beside an answer, never decided by it. */

export interface Claimant {
  readonly name: string;
  /** ISO 3166-1 alpha-2; undefined for those that have none. */
  readonly code: string | undefined;
}

export interface Dispute {
  readonly name: string;
  /** By name. */
  readonly claimants: readonly Claimant[];
  /** Whether a country of the polygons is disputed as a whole: what lies in it is that country's. */
  readonly isOfWhole: boolean;
}

/**
 * Where a dispute lies: in whole countries of the polygons, in states of the data (`UA-43`), or in a box of degrees
 * `[south, west, north, east]` as far as it belongs to the countries named. Boxes are drawn for the areas that no list
 * of subdivisions knows; they are as coarse as that.
 */
interface Area {
  readonly name: string;
  readonly claimants: string;
  readonly countries?: string;
  readonly states?: string;
  readonly box?: readonly [south: number, west: number, north: number, east: number];
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * The claims that the governments themselves make in public, one dispute a line; the first that fits counts. Claimants
 * are ISO codes, or a name where there is no code.
 */
const AREAS: readonly Area[] = [
  { name: 'Crimea', claimants: 'RU UA', states: 'UA-43 UA-40' },
  { name: 'Crimea', claimants: 'RU UA', countries: 'RU UA', box: [44.3, 32.4, 46.2, 36.65] },
  { name: 'Donetsk, Kherson, Luhansk and Zaporizhzhia', claimants: 'RU UA', states: 'UA-09 UA-14 UA-23 UA-65' },
  { name: 'Northern Cyprus', claimants: 'CY Northern_Cyprus', countries: 'Q23681' },
  { name: 'Western Sahara', claimants: 'EH MA', countries: 'EH' },
  { name: 'Western Sahara', claimants: 'EH MA', countries: 'MA', box: [20.7, -17.3, 27.667, -8.66] },
  { name: 'Kosovo', claimants: 'RS XK', countries: 'XK' },
  { name: 'Taiwan', claimants: 'CN TW', countries: 'TW' },
  {
    name: 'East Jerusalem and the West Bank',
    claimants: 'IL PS',
    countries: 'IL PS',
    box: [31.34, 34.98, 32.56, 35.58],
  },
  { name: 'Golan Heights', claimants: 'IL SY', countries: 'IL SY', box: [32.68, 35.64, 33.35, 35.92] },
  { name: 'Falkland Islands', claimants: 'AR GB', countries: 'FK' },
  { name: 'South Georgia and the South Sandwich Islands', claimants: 'AR GB', countries: 'GS' },
  { name: 'Gibraltar', claimants: 'ES GB', countries: 'GI' },
  { name: 'Chagos Archipelago', claimants: 'GB MU', countries: 'IO' },
  { name: 'Ceuta and Melilla', claimants: 'ES MA', countries: 'EA' },
  { name: 'Mayotte', claimants: 'FR KM', countries: 'YT' },
  { name: 'Aksai Chin', claimants: 'CN IN', countries: 'CN', box: [34.2, 78, 36, 80.4] },
  { name: 'Kashmir', claimants: 'CN IN PK', states: 'IN-LA' },
  { name: 'Kashmir', claimants: 'IN PK', states: 'IN-JK PK-JK PK-GB' },
  { name: 'Arunachal Pradesh', claimants: 'CN IN', states: 'IN-AR' },
  { name: 'Essequibo', claimants: 'GY VE', states: 'GY-BA GY-CU GY-ES GY-PM GY-PT GY-UT' },
  { name: 'Abkhazia', claimants: 'GE Abkhazia', states: 'GE-AB' },
  { name: 'South Ossetia', claimants: 'GE South_Ossetia', countries: 'GE', box: [42.05, 43.75, 42.75, 44.45] },
  { name: 'Transnistria', claimants: 'MD Transnistria', states: 'MD-SN' },
  { name: 'Somaliland', claimants: 'SO Somaliland', states: 'SO-AW SO-WO SO-TO SO-SO SO-SA' },
  { name: 'Southern Kuril Islands', claimants: 'JP RU', countries: 'RU', box: [43.3, 145.3, 45.6, 149.1] },
  { name: 'Liancourt Rocks', claimants: 'JP KR', countries: 'JP KR sea', box: [37.1, 131.7, 37.4, 132] },
  { name: 'Senkaku Islands', claimants: 'CN JP TW', countries: 'JP sea', box: [25.6, 123.3, 26, 124.7] },
  { name: 'Paracel Islands', claimants: 'CN TW VN', countries: 'CN VN sea', box: [15.6, 111, 17.3, 113] },
  {
    name: 'Spratly Islands',
    claimants: 'BN CN MY PH TW VN',
    countries: 'CN PH VN MY sea',
    box: [6.5, 111.4, 12, 117.3],
  },
  { name: 'Halaib Triangle', claimants: 'EG SD', countries: 'EG SD', box: [22, 34, 23.2, 37] },
  { name: 'Abyei', claimants: 'SD SS', countries: 'SD SS', box: [9.3, 27.8, 10.2, 29] },
  { name: 'Ilemi Triangle', claimants: 'ET KE SS', countries: 'ET KE SS', box: [4.6, 34, 5.5, 36] },
];

interface KnownArea {
  readonly dispute: Dispute;
  readonly countries: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
  readonly box: Area['box'];
}

const KNOWN: readonly KnownArea[] = AREAS.map(({ name, claimants, countries = '', states = '', box }) => ({
  dispute: { name, claimants: claimants.split(' ').map(claimant), isOfWhole: states === '' && box === undefined },
  countries: new Set(countries.split(' ')),
  states: new Set(states.split(' ')),
  box,
}));

/**
 * The dispute about a point. `country` is the code of the polygon around it (undefined at sea), `state` the ISO 3166-2
 * code of the state of the nearest city there.
 */
export function disputeAt(
  latitude: number,
  longitude: number,
  country: string | undefined,
  state: string | undefined,
): Dispute | undefined {
  const inBox = ([south, west, north, east]: readonly [number, number, number, number]): boolean =>
    latitude >= south && latitude <= north && longitude >= west && longitude <= east;
  return KNOWN.find(
    ({ countries, states, box }) =>
      (state !== undefined && states.has(state)) ||
      (countries.has(country ?? 'sea') && (box === undefined || inBox(box))),
  )?.dispute;
}

function claimant(text: string): Claimant {
  if (text.length > 2) return { name: text.replace('_', ' '), code: undefined };
  return { name: NAMES.of(text) ?? text, code: text };
}
