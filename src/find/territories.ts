/**
 * Countries of the data that belong to another one: those that ISO 3166-2 lists as states of that, too (Puerto Rico is PR and US-PR, Martinique
 * MQ and FR-972), and others that people write as a part of it (Gibraltar, Greenland).
 */
import { NO_PLACE, type Places } from './places.ts';

/** By the country that lists them: the part of the state's code behind the hyphen, and the country, where that is another text. */
const LISTED: Readonly<Record<string, string>> = {
  CN: 'HK MO TW',
  FI: '01:AX',
  FR: '971:GP 972:MQ 973:GF 974:RE 976:YT BL MF NC PF PM TF WF',
  NL: 'AW BQ1:BQ BQ2:BQ BQ3:BQ CW SX',
  NO: '21:SJ 22:SJ',
  US: 'AS GU MP PR UM VI',
};
const TERRITORIES = Object.entries(LISTED).flatMap(([whole, listed]) =>
  listed.split(' ').map((each) => {
    const [state = '', country = state] = each.split(':');
    return { whole, state: `${whole}-${state}`, country };
  }),
);
/** Territories that no state stands for, by the country that they belong to. */
const OTHERS: Readonly<Record<string, string>> = {
  AU: 'CC CX HM NF',
  DK: 'FO GL',
  GB: 'AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG',
  NO: 'BV',
  NZ: 'CK NU TK',
};
const WHOLES = new Map([
  ...TERRITORIES.map(({ country, whole }): [string, string] => [country, whole]),
  ...Object.entries(OTHERS).flatMap(([whole, countries]) =>
    countries.split(' ').map((each): [string, string] => [each, whole]),
  ),
]);
const COUNTRIES = new Map(TERRITORIES.map(({ state, country }) => [state, country]));

/** The country that a place's country belongs to; {@link NO_PLACE} for most. */
export function wholeOf(places: Places, place: number): number {
  return numberOf(places, WHOLES.get(places.countryCode(place)));
}

/** The countries that belong to one; none for most. */
export function territoriesOf(places: Places, country: number): readonly number[] {
  const iso2 = places.countryCode(country);
  return [...WHOLES].flatMap(([each, whole]) => (whole === iso2 ? (places.country(each) ?? []) : []));
}

/** The country that a state is as well; {@link NO_PLACE} for most. */
export function countryOfState(places: Places, state: number): number {
  return numberOf(places, COUNTRIES.get(places.subdivisionCode(state) ?? ''));
}

function numberOf(places: Places, iso2: string | undefined): number {
  return (iso2 === undefined ? undefined : places.country(iso2)) ?? NO_PLACE;
}
