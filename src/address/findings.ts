/** What speaks against things that are said of one place. */

/** Kinds of findings, most certain first: the order in which they are told. */
export const FINDINGS = {
  STATE_NOT_IN_COUNTRY: 'No state of the country is called so.',
  CITY_NOT_IN_STATE: 'The city lies in another state.',
  CITY_NOT_IN_COUNTRY: 'The city lies in another country.',
  POSTCODE_FORMAT: 'The country’s postcodes look otherwise.',
  POSTCODE_OTHER_STATE: 'Postcodes of the state begin otherwise.',
  PHONE_OTHER_COUNTRY: 'The number is one of another country.',
  TIMEZONE_NOT_IN_COUNTRY: 'The country has other time zones.',
  CURRENCY_NOT_TENDER: 'The currency is not legal tender in the country.',
  POINT_OUTSIDE_COUNTRY: 'The point lies in another country, or at sea.',
  UNKNOWN_VALUE: 'Nothing is called so.',
} as const;
export type FindingCode = keyof typeof FINDINGS;
// Object.keys of the literal: its keys are exactly the codes.
export const FINDING_CODES = Object.keys(FINDINGS) as readonly FindingCode[];

/** What may be said of a place, in the order in which it is told. */
export const CHECKED = ['country', 'state', 'city', 'postcode', 'phone', 'timezone', 'currency', 'lat', 'lng'] as const;
export type Checked = (typeof CHECKED)[number];

export interface Finding {
  readonly code: FindingCode;
  /** What doesn't go together, the doubtful one first. */
  readonly fields: readonly Checked[];
  /** A sentence for people. It repeats no telephone number. */
  readonly message: string;
  /** What would fit in the place of the first field, where one thing can be named. */
  readonly expected?: string | undefined;
}

export function mostCertainFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => FINDING_CODES.indexOf(one.code) - FINDING_CODES.indexOf(other.code));
}
