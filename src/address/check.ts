/** Whether what is said of one place goes together: each thing is held against the countries that the others leave. */
import { Candidates } from '../find/candidates.ts';
import { type TakenApart, takeApart } from '../find/cell.ts';
import { borders } from '../find/borders.ts';
import type { FindIndex } from '../find/find-index.ts';
import { locate } from '../find/locate.ts';
import { NO_PLACE } from '../find/places.ts';
import { type CountryFacts, countryFacts } from './country-facts.ts';
import { type Checked, type Finding, mostCertainFirst } from './findings.ts';
import type { Base, CheckSources, Given } from './given.ts';
import { checkNames, type NamedPlaces } from './name-check.ts';
import { checkPostcode } from './postcode-check.ts';
import { isCurrencyCode, isTender } from './tender.ts';
import { allWorded, worded } from './wording.ts';
import { canonicalZone } from './zones.ts';

/** A coast is drawn coarsely, and harbours lie before it. */
const OFF_THE_COAST_KM = 50;

export function checkPlace(said: Given, sources: CheckSources): Finding[] {
  const { places, names } = sources.index;
  const candidates = new Candidates(places, names);
  const { given, isSaid } = withoutContext(said, candidates, places);
  const facts = countryFacts(sources.index);
  const named = checkNames(given, sources.index, candidates, isSaid);
  const base = baseOf(given, named, facts, sources);
  const findings = [
    ...named.findings,
    ...checkPostcode(given, base, named, sources.index),
    ...checkPhone(given, base, sources),
    ...checkZone(given, base, sources.index),
    ...checkCurrency(given, base, sources.index),
    ...checkPoint(given, base, sources.index),
  ];
  return mostCertainFirst(findings.map((finding) => asGiven(finding, said)));
}

/** With what the city's text says beside a city where it belongs, as far as nothing stands there: "Austin, TX", "10115 Berlin". */
function withoutContext(
  said: Given,
  candidates: Candidates,
  places: FindIndex['places'],
): Pick<TakenApart, 'isSaid'> & { readonly given: Given } {
  const { row, isSaid } = takeApart(said, candidates, places);
  const { city, state, country } = row;
  const isNamed = city !== undefined && candidates.named('city', city).length > 0;
  return isNamed ? { given: { ...said, city, state, country }, isSaid } : { given: said, isSaid: undefined };
}

/** With the fields as they were given: what stood in the city's is there, and nothing is expected in its place. */
function asGiven(finding: Finding, said: Given): Finding {
  const fieldOf = (field: Checked): Checked =>
    (field === 'state' || field === 'country') && said[field] === undefined ? 'city' : field;
  const fields = [...new Set(finding.fields.map(fieldOf))];
  return { ...finding, fields, expected: fields[0] === finding.fields[0] ? finding.expected : undefined };
}

/** What says the country most surely comes first: its name, a state, a city, the point, the number, the zone, the money. */
function baseOf(
  { point, phone, timezone, currency }: Given,
  { countries, fields }: NamedPlaces,
  facts: ReadonlyMap<number, CountryFacts>,
  { index, mayBeNumberOf }: CheckSources,
): Base {
  const all = [...facts.values()];
  const zone = timezone && canonicalZone(timezone);
  const located = point && locate(index.places, index.points, point.latitude, point.longitude).country;
  const ways: readonly Base[] = [
    { fields, countries: [...countries].flatMap((country) => facts.get(country) ?? []) },
    {
      fields: ['lat', 'lng'],
      countries: located === undefined ? [] : [located].flatMap((each) => facts.get(each) ?? []),
    },
    { fields: ['phone'], countries: phone ? all.filter(({ iso2 }) => mayBeNumberOf(iso2, phone)) : [] },
    { fields: ['timezone'], countries: zone ? all.filter(({ zones }) => zones.has(zone)) : [] },
    {
      fields: ['currency'],
      countries: currency ? all.filter((each) => each.currency && isTender(each.iso2, each.currency, currency)) : [],
    },
  ];
  return ways.find((way) => way.countries.length > 0) ?? { fields: [], countries: [] };
}

function checkPhone({ phone }: Given, { countries, fields }: Base, { index, mayBeNumberOf }: CheckSources): Finding[] {
  if (phone === undefined) return [];
  const all = [...countryFacts(index).values()];
  const owners = all.filter(({ iso2 }) => mayBeNumberOf(iso2, phone));
  if (owners.length === 0) return [unknown('phone', 'No country has a dial code that the number begins with.')];
  if (fields.includes('phone') || countries.length === 0) return [];
  if (countries.some(({ iso2 }) => owners.some((owner) => owner.iso2 === iso2))) return [];
  const message = `The number is one of ${wordedAll(index, owners)}, not of ${wordedAll(index, countries)}.`;
  return [{ code: 'PHONE_OTHER_COUNTRY', fields: ['phone', ...fields], message }];
}

function checkZone({ timezone }: Given, { countries, fields }: Base, index: FindIndex): Finding[] {
  if (timezone === undefined) return [];
  const zone = canonicalZone(timezone);
  if (zone === undefined) return [unknown('timezone', 'It is no IANA time zone.')];
  const isFitting = countries.some(({ zones }) => zones.size === 0 || zones.has(zone));
  if (isFitting || countries.length === 0 || fields.includes('timezone')) return [];
  const [only, ...more] = countries.flatMap(({ zones }) => [...zones.values()]);
  const message = `${timezone} is no time zone of ${wordedAll(index, countries)}.`;
  const expected = more.length === 0 ? only : undefined;
  return [{ code: 'TIMEZONE_NOT_IN_COUNTRY', fields: ['timezone', ...fields], message, expected }];
}

function checkCurrency({ currency }: Given, { countries, fields }: Base, index: FindIndex): Finding[] {
  if (currency === undefined) return [];
  const isKnown = isCurrencyCode(currency);
  if (!isKnown && ![...countryFacts(index).values()].some((each) => each.currency === currency)) {
    return [unknown('currency', 'It is no ISO 4217 code of a currency.')];
  }
  const isFitting = countries.some((each) => isTender(each.iso2, each.currency, currency));
  if (isFitting || countries.length === 0 || fields.includes('currency')) return [];
  const own = new Set(countries.flatMap((each) => each.currency ?? []));
  const message = `${currency} is not legal tender in ${wordedAll(index, countries)}.`;
  const expected = own.size === 1 ? [...own][0] : undefined;
  return [{ code: 'CURRENCY_NOT_TENDER', fields: ['currency', ...fields], message, expected }];
}

function checkPoint({ point }: Given, { countries, fields }: Base, index: FindIndex): Finding[] {
  if (point === undefined || countries.length === 0 || fields.includes('lat')) return [];
  const { latitude, longitude } = point;
  const { places, points } = index;
  const { country, disputed } = locate(places, points, latitude, longitude);
  // Found once, however many countries there are.
  const around = borders()
    .featuresContaining([longitude, latitude])
    .map(({ properties }) => properties.iso1A2);
  const claimed = disputed?.claimants.map(({ code }) => code) ?? [];
  const inside = new Set([...around, ...claimed]);
  if (countries.some(({ iso2 }) => inside.has(iso2) || places.country(iso2) === country)) return [];
  const own = new Set(countries.flatMap(({ iso2 }) => places.country(iso2) ?? []));
  const accepts = (place: number) => place >= places.firstCity && own.has(places.countries[place] ?? NO_PLACE);
  const near = { latitude, longitude, radiusKm: OFF_THE_COAST_KM, limit: 1, accepts };
  if (country === undefined && points.near(near).length > 0) return [];
  const where = country === undefined ? 'at sea' : `in ${worded(index, country)}`;
  const message = `The point lies ${where}, not in ${wordedAll(index, countries)}.`;
  return [{ code: 'POINT_OUTSIDE_COUNTRY', fields: ['lat', 'lng', ...fields], message }];
}

function unknown(field: Checked, message: string): Finding {
  return { code: 'UNKNOWN_VALUE', fields: [field], message };
}

function wordedAll(index: FindIndex, countries: readonly CountryFacts[]): string {
  return allWorded(
    index,
    countries.flatMap(({ iso2 }) => index.places.country(iso2) ?? []),
  );
}
