/** Queries of a batch as rows to reconcile, and what they came to as candidates. */
import type { CountryCodes } from '../schema/context.ts';
import { degrees } from '../schema/degrees.ts';
import { entityId, parseEntityId, TYPES, type TypeId, typeOf } from './entities.ts';

/** What `reconcilePlaces` takes and gives, as far as it is used here. */
export type Row = Readonly<Record<string, unknown>>;

interface ReconciledLevel {
  readonly id: number | null;
  readonly name: string | null;
  readonly label: string | null;
  readonly score: number | null;
  readonly verdict: string | null;
}

export interface ReconciledRow extends Readonly<Record<TypeId, ReconciledLevel | null>> {
  readonly alternatives: readonly (Omit<ReconciledLevel, 'verdict'> & {
    readonly id: number;
    readonly score: number;
  })[];
}

export const RECONCILE = `query ReconciliationQueries($rows: [ReconcileRowInput!]!) {
  result: reconcilePlaces(rows: $rows) {
    country { id name label score verdict } state { id name label score verdict } city { id name label score verdict }
    alternatives { id name label score } } }`;

/** One row of a query, for one type of what it may mean. */
export interface Asked {
  readonly query: string;
  readonly type: TypeId;
  readonly limit: number;
  readonly row: Row;
}

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly { readonly id: string; readonly name: string }[];
}

const MOST_CANDIDATES = 6;
/** What is meant by these is no other place. */
const SURE = new Set(['exact', 'folded', 'alias']);

/** The rows of a batch: three for a query that names no type. What is no query, or asks for types of others only, has none. */
export function askedBy(
  batch: Readonly<Record<string, unknown>>,
  countryCodes: ReadonlyMap<string, CountryCodes>,
): readonly Asked[] {
  return Object.entries(batch).flatMap(([query, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    const { query: text, type, limit, properties } = value as Readonly<Record<string, unknown>>;
    const refined = refinement(properties, countryCodes);
    const name = textOf(text) ?? refined['name'];
    if (name === undefined) return [];
    const named = [type ?? []].flat().filter((each) => each !== '');
    const wanted = named.length === 0 ? TYPES : named.flatMap((each) => typeOf(each) ?? []);
    const most =
      typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), MOST_CANDIDATES) : MOST_CANDIDATES;
    return wanted.map(({ id }) => ({
      query,
      type: id,
      limit: most,
      row: { ...above(id, refined), [id]: name },
    }));
  });
}

/** `{ result }` of each query of the batch, best candidates first. */
export function resultsOf(
  batch: Readonly<Record<string, unknown>>,
  asked: readonly Asked[],
  rows: readonly ReconciledRow[],
): Readonly<Record<string, { readonly result: readonly Candidate[] }>> {
  const found = new Map<string, Candidate[]>();
  const limits = new Map(asked.map(({ query, limit }) => [query, limit]));
  for (const [at, { query, type }] of asked.entries()) {
    const row = rows[at];
    if (row) found.set(query, [...(found.get(query) ?? []), ...candidatesOf(type, row)]);
  }
  return Object.fromEntries(
    Object.keys(batch).map((query) => {
      const candidates = (found.get(query) ?? []).toSorted((one, other) => other.score - one.score);
      // A name of a city and of a state is sure of neither.
      const isSure = candidates.filter(({ match }) => match).length === 1;
      const result = candidates.slice(0, limits.get(query)).map((each) => ({ ...each, match: each.match && isSure }));
      return [query, { result }];
    }),
  );
}

function candidatesOf(type: TypeId, row: ReconciledRow): Candidate[] {
  const { [type]: chosen, alternatives } = row;
  const kind = TYPES.filter(({ id }) => id === type);
  const candidate = (id: number, name: string, label: string | null, score: number, match: boolean): Candidate => ({
    id: entityId(type, id),
    name,
    description: label ?? name,
    score: Math.round(score * 100),
    match,
    type: kind,
  });
  if (!chosen || chosen.id === null) return [];
  const best = chosen.score ?? 0;
  const first = candidate(chosen.id, chosen.name ?? '', chosen.label, best, SURE.has(chosen.verdict ?? ''));
  // None of them fits better than what was chosen.
  const others = alternatives.map(({ id, name, label, score }) =>
    candidate(id, name ?? '', label, Math.min(score, best), false),
  );
  return [first, ...others];
}

type Refinement = Readonly<Record<string, string | number | undefined>>;

/** The values of the properties that we know; of several the first. */
function refinement(properties: unknown, countryCodes: ReadonlyMap<string, CountryCodes>): Refinement {
  if (!Array.isArray(properties)) return {};
  const values = properties.flatMap((property: unknown) => {
    if (typeof property !== 'object' || property === null) return [];
    const { pid, v } = property as Readonly<Record<string, unknown>>;
    const [first] = [v].flat();
    const text = typeof first === 'object' && first !== null ? textOfEntity({ ...first }, countryCodes) : textOf(first);
    return typeof pid === 'string' && text !== undefined ? [[pid, text] as const] : [];
  });
  return Object.fromEntries(values);
}

/** A value that was reconciled before: of a country its code, of all else its name. */
function textOfEntity(
  { id, name }: { readonly id?: unknown; readonly name?: unknown },
  countryCodes: ReadonlyMap<string, CountryCodes>,
): string | undefined {
  const entity = parseEntityId(id);
  const code = entity?.type === 'country' ? countryCodes.get(String(entity.id))?.iso2 : undefined;
  return code ?? textOf(name);
}

/** What says where a place of a type lies. */
function above(type: TypeId, { country, state, postcode, lat, lng, lang }: Refinement): Row {
  const [north, east] = [degrees(String(lat ?? ''), 90), degrees(String(lng ?? ''), 180)];
  const point = north === undefined || east === undefined ? {} : { lat: north, lng: east };
  const text = (value: string | number | undefined) => (value === undefined ? undefined : String(value));
  const all = { country: text(country), state: text(state), postcode: text(postcode), lang: text(lang), ...point };
  const kept = Object.entries(all).filter(([name, value]) => value !== undefined && isAbove(name, type));
  return Object.fromEntries(kept);
}

function isAbove(name: string, type: TypeId): boolean {
  if (name === 'lang') return true;
  return type === 'city' || (type === 'state' && name !== 'state' && name !== 'postcode');
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' || text.includes('\0') || !text.isWellFormed() ? undefined : text.slice(0, 200);
}
