/** Rows of a table, reconciled: `POST /v1/reconcile`. */
import { gate } from '../auth/plans.ts';
import { ApiError } from '../http/errors.ts';
import { LONGEST_CELL, MOST_ALTERNATIVES, MOST_ROWS } from '../schema/reconcile.ts';
import type { BatchRoute, BatchRow } from './batch.ts';
import { degrees as degreesIn } from '../schema/degrees.ts';

const text = (description: string) => ({ type: 'string', maxLength: LONGEST_CELL, description });
const degrees = (most: number, description: string) => ({ type: 'number', minimum: -most, maximum: most, description });

const PLACE = 'id name score verdict contradiction';

export const reconcileRows: BatchRoute = {
  path: '/v1/reconcile',
  operationId: 'ReconcileRows',
  summary: 'What the rows of a table mean',
  tag: 'Search',
  gate: gate('reconcile'),
  doc: `Each row is answered with a country, a state and a city, each with a score and a verdict: \`exact\` (its name or code), \`folded\` (its name but for case, accents and signs), \`alias\` (another name), \`fuzzy\` (nearly a name), \`ambiguous\` (several places; the likeliest is named), \`contradiction\` (it lies elsewhere; \`contradiction\` says where) or \`none\`. A level that another one, or a point alone, implies has neither score nor verdict. A row that is none has an \`error\` and fails no other. A batch counts as one request, however many rows it has. Lines (\`application/x-ndjson\`) are answered as lines, in order, as they are done; \`limit\` then stands in the query.`,
  example: { rows: [{ country: 'Andora', city: 'Andorra la vella' }], limit: 2 },
  rowProperties: {
    country: text('Name of a country in any language, or its ISO 3166-1 code.'),
    state: text('Name of a state in any language, or its code.'),
    city: text('Name of a city in any language; may go on with where it lies: "Paris, TX".'),
    postcode: text('Postal code: places where it belongs fit better.'),
    lat: degrees(90, 'Latitude: cities near the point fit better; alone it is answered with what lies there.'),
    lng: degrees(180, 'Longitude.'),
    lang: text('BCP 47: the language of the names in the answer.'),
  },
  maxAge: 0,
  mostRows: MOST_ROWS,
  mostBytes: 1_000_000,
  document: `query ReconcileRows($rows: [ReconcileRowInput!]!, $limit: Int!) {
    result: reconcilePlaces(rows: $rows, limit: $limit) {
      country { ${PLACE} } state { ${PLACE} } city { ${PLACE} }
      alternatives { id name label country_code: countryCode state_code: stateCode score } error } }`,
  options({ limit = MOST_ALTERNATIVES }) {
    if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0 && limit <= MOST_ALTERNATIVES)
      return { limit };
    const rule = `limit: must be an integer from 0 to ${MOST_ALTERNATIVES}`;
    throw new ApiError('invalid', { error: `Invalid request body: ${rule}` });
  },
  row,
};

const TEXTS = ['country', 'state', 'city', 'postcode', 'lang'] as const;
const NUMBERS = { lat: 90, lng: 180 } as const;

/** Numbers may come as text, as tables have them; ids and codes may come as numbers. */
function row(value: unknown): BatchRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { error: 'a row must be a JSON object' };
  const cells = new Map<string, unknown>(Object.entries(value));
  const read: Record<string, unknown> = {};
  for (const name of TEXTS) {
    const cell = cells.get(name) ?? '';
    if (typeof cell !== 'string' && typeof cell !== 'number') return { error: `${name}: must be a string` };
    const written = String(cell);
    if (written.length > LONGEST_CELL) return { error: `${name}: must be at most ${LONGEST_CELL} characters` };
    if (written.includes('\0') || !written.isWellFormed())
      return { error: `${name}: must be Unicode text without NUL` };
    if (written.trim() !== '') read[name] = written;
  }
  for (const [name, most] of Object.entries(NUMBERS)) {
    const cell = cells.get(name) ?? '';
    if (typeof cell === 'string' && cell.trim() === '') continue;
    const number = typeof cell === 'string' ? degreesIn(cell, most) : cell;
    if (typeof number !== 'number' || !(Math.abs(number) <= most)) {
      return { error: `${name}: must be a number from ${-most} to ${most}` };
    }
    read[name] = number;
  }
  return read;
}
