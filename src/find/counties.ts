/** Authorities of Britain that lie in a county which addresses name: Plymouth, a state of its own, in Devon. Codes of ISO 3166-2:GB. */
import type { Places } from './places.ts';

const COUNTRY = 'GB';

/** Counties that are states, and what lies in them besides. */
const COUNTIES: Readonly<Record<string, string>> = {
  BKM: 'MIK',
  CAM: 'PTE',
  DBY: 'DER',
  DEV: 'PLY TOB',
  DOR: 'BCP',
  DUR: 'DAL HPL STT',
  ERY: 'KHL',
  ESS: 'SOS THR',
  ESX: 'BNH',
  GLS: 'BST SGC',
  HAM: 'POR STH',
  KEN: 'MDW',
  LAN: 'BBD BPL',
  LEC: 'LCE',
  LIN: 'NEL NLN',
  NTT: 'NGM',
  NYK: 'MDB RCC STT YOR',
  SHR: 'TFW',
  SOM: 'BAS NSM',
  STS: 'STE',
  WIL: 'SWD',
};

/** Counties that are none, by the states that they are made of. */
export const FORMER_COUNTIES: Readonly<Record<string, string>> = {
  Avon: 'BAS BST NSM SGC',
  Bedfordshire: 'BDF CBF LUT',
  Berkshire: 'BRC RDG SLG WBK WNM WOK',
  Cheshire: 'CHE CHW HAL WRT',
  'Greater London':
    'BDG BEN BEX BNE BRY CMD CRY EAL ENF GRE HAV HCK HIL HMF HNS HRW HRY ISL KEC KTT LBH LEW LND MRT NWM RDB RIC STN SWK TWH WFT WND WSM',
  'Greater Manchester': 'BOL BUR MAN OLD RCH SKP SLF TAM TRF WGN',
  Humberside: 'ERY KHL NEL NLN',
  Merseyside: 'KWL LIV SFT SHN WRL',
  Northamptonshire: 'NNH WNH',
  'South Yorkshire': 'BNS DNC ROT SHF',
  'Tyne and Wear': 'GAT NET NTY SND STY',
  'West Midlands': 'BIR COV DUD SAW SOL WLL WLV',
  'West Yorkshire': 'BRD CLD KIR LDS WKF',
};

/** The numbers of states that lie in a county, by its number; none for other states. */
export function authoritiesOf(places: Places, county: number): readonly number[] {
  if (places.countryCode(county) !== COUNTRY) return [];
  const codes = COUNTIES[places.stateCode(county) ?? '']?.split(' ');
  if (codes === undefined) return [];
  const found: number[] = [];
  for (let state = places.firstState; state < places.firstCity; state += 1) {
    const isOfCountry = places.countries[state] === places.countries[county];
    if (isOfCountry && codes.includes(places.stateCode(state) ?? '')) found.push(state);
  }
  return found;
}
