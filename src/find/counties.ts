/** Authorities of the United Kingdom that lie in a county which addresses name: Plymouth, a state of its own, in Devon. Codes of ISO 3166-2:GB. */
import type { Places } from './places.ts';

const COUNTRY = 'GB';

/** Counties that are states, and what lies in them besides. */
const COUNTIES: Readonly<Record<string, string>> = {
  ABD: 'ABE',
  ANS: 'DND',
  BKM: 'MIK',
  CAM: 'PTE',
  DBY: 'DER',
  DEV: 'PLY TOB',
  DOR: 'BCP',
  DUR: 'DAL HPL STT',
  ERY: 'KHL',
  ESS: 'BDG HAV NWM RDB SOS THR WFT',
  ESX: 'BNH',
  GLS: 'BST SGC',
  HAM: 'POR STH',
  HRT: 'BNE ENF',
  KEN: 'BEX BRY GRE MDW',
  LAN: 'BBD BPL',
  LEC: 'LCE',
  LIN: 'NEL NLN',
  MLN: 'EDH',
  NBL: 'NET NTY',
  NTT: 'NGM',
  NYK: 'MDB RCC STT YOR',
  SHR: 'TFW',
  SOM: 'BAS NSM',
  SRY: 'CRY KTT MRT RIC STN',
  STS: 'STE',
  WAR: 'COV SOL',
  WIL: 'SWD',
  WOR: 'DUD',
};

/** Counties that are none, with what they are called for short, and the states that they are made of. */
export const FORMER_COUNTIES: readonly (readonly [names: readonly string[], parts: string])[] = [
  [['Antrim'], 'ANN BFS CCG LBC MEA'],
  [['Armagh'], 'ABC NMD'],
  [['Avon'], 'BAS BST NSM SGC'],
  [['Bedfordshire', 'Beds'], 'BDF CBF LUT'],
  [['Berkshire', 'Berks'], 'BRC RDG SLG WBK WNM WOK'],
  [['Cheshire'], 'CHE CHW HAL WRT'],
  [['Down'], 'AND BFS LBC NMD'],
  [['Fermanagh'], 'FMO'],
  [
    ['Greater London'],
    'BDG BEN BEX BNE BRY CMD CRY EAL ENF GRE HAV HCK HIL HMF HNS HRW HRY ISL KEC KTT LBH LEW LND MRT NWM RDB RIC STN SWK TWH WFT WND WSM',
  ],
  [['Greater Manchester', 'Gtr Manchester'], 'BOL BUR MAN OLD RCH SKP SLF TAM TRF WGN'],
  [['Humberside'], 'ERY KHL NEL NLN'],
  [['Lanarkshire'], 'GLG NLK SLK'],
  [['Londonderry', 'Derry'], 'CCG DRS MUL'],
  [['Merseyside'], 'KWL LIV SFT SHN WRL'],
  [['Middlesex', 'Middx'], 'BEN BNE EAL ENF HIL HNS HRW HRY RIC'],
  [['Northamptonshire', 'Northants'], 'NNH WNH'],
  [['South Yorkshire', 'S Yorks'], 'BNS DNC ROT SHF'],
  [['Tayside'], 'ANS DND PKN'],
  [['Tyne and Wear', 'Tyne & Wear'], 'GAT NET NTY SND STY'],
  [['Tyrone'], 'DRS FMO MUL'],
  [['West Midlands'], 'BIR COV DUD SAW SOL WLL WLV'],
  [['West Yorkshire', 'W Yorks'], 'BRD CLD KIR LDS WKF'],
  [['Yorkshire', 'Yorks'], 'BNS BRD CLD ERY KHL KIR LDS MDB NYK RCC ROT SHF WKF YOR'],
];

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
