/** The last moment that a key may live to: the year after it has five digits, which PostgreSQL does not read. */
export const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z');
