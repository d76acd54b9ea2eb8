/** A request for every route and every status that it can answer. */
import { isAtLeast, PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { badRequests } from '../../src/rest/openapi/example-request.ts';
import { recordedTiers } from '../../src/rest/openapi/recorded-answers.ts';
import type { Route } from '../../src/rest/route.ts';
import { withQuery } from '../rest/operations.ts';

export interface ContractRequest {
  readonly id: string;
  readonly target: string;
  readonly plan: Plan | null;
  readonly status: number;
}

/** Requests that name nothing, for the routes that answer 404. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  CountryDetails: ['/v1/countries/XX'],
  StatesOfCountry: ['/v1/countries/XX/states', '/v1/countries/AQ/states'],
  StateDetails: ['/v1/countries/XX/states/07', '/v1/countries/AD/states/99'],
  CitiesOfState: ['/v1/countries/AD/states/99/cities'],
  CitiesOfCountry: ['/v1/countries/AQ/cities', '/v1/countries/XX/cities'],
  StateById: ['/v1/states/999999999', '/v1/states/x'],
  CityById: ['/v1/cities/999999999', '/v1/cities/0'],
  RegionDetails: ['/v1/regions/999'],
  SubregionsOfRegion: ['/v1/regions/999/subregions'],
  SubregionDetails: ['/v1/subregions/999'],
  CountriesOfSubregion: ['/v1/subregions/999/countries'],
  CountryCurrency: ['/v1/currency/XX'],
  ParsePhoneNumber: ['/v1/phone/parse?number=%2B9999999'],
  CountryDialCode: ['/v1/phone/XX'],
  IsoCountry: ['/v1/iso/country?iso2=XX'],
  ConvertCountryCode: ['/v1/iso/country/convert?from=iso2&to=iso3&value=XX'],
  IsoState: ['/v1/iso/state?iso=XX-99'],
  TimeZoneOfCountry: ['/v1/timezone/XX'],
  AddressForm: ['/v1/address-form/XX'],
  TimeZoneOfState: ['/v1/timezone/AD/99'],
  TimeZoneOfCity: ['/v1/timezone/AD/07/999999999'],
};

export function contractRequests(route: Route): ContractRequest[] {
  const { operationId: id, example, query, gate } = route;
  const request = (status: number, target: string, plan: Plan | null = 'Business') => ({ id, target, plan, status });
  const listed = Object.keys(query);
  const doubled = listed.slice(0, 1).map((name) => withQuery(example, `${name}=a&${name}=b`));
  const gated = listed
    .filter((name) => query[name]?.gate)
    .map((name) => withQuery(example.split('?')[0] ?? '', `${name}=id`));
  const refused = PLAN_NAMES.filter((plan) => gate && !isAtLeast(plan, gate.plan));
  return [
    ...recordedTiers(route).map(({ plan }) => request(200, example, plan)),
    ...(query['fields']
      ? ['fields=name', 'fields=wikiDataId', 'fields='].map((text) => request(200, withQuery(example, text)))
      : []),
    ...(query['sort'] ? [request(200, withQuery(example, 'sort=name:desc,id'))] : []),
    ...badRequests(route).map(({ target }) => request(400, target)),
    ...doubled.map((target) => request(400, target)),
    request(400, withQuery(example, 'x=%00')),
    request(401, example, null),
    ...refused.map((plan) => request(403, example, plan)),
    ...gated.map((target) => request(403, target, 'Community')),
    ...(UNKNOWN[id] ?? []).map((target) => request(404, target)),
  ];
}

/** The statuses that a route's requests cover. */
export function coveredStatuses(route: Route): readonly number[] {
  return [...new Set(contractRequests(route).map(({ status }) => status))];
}
