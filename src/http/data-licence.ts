/** The licence of the data, which every answer that holds some names. */

/** What the data may be used for (RFC 8288; the data's own terms). */
export const DATA_LICENCE_LINK = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"';
