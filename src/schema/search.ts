/** Typo-tolerant search (specification, E1): matches of names by trigram similarity. */
import { gate } from '../auth/plans.ts';
import type { CityRow } from '../db/city.entity.ts';
import type { CountryRow } from '../db/country.entity.ts';
import { type Search, type SearchTable, searchRows } from '../db/search.queries.ts';
import type { StateRow } from '../db/state.entity.ts';
import type { Rows } from '../db/tables.ts';
import type { FindIndex } from '../find/find-index.ts';
import { openedIndex } from '../find/opened-indexes.ts';
import { badInput } from './bad-input.ts';
import { builder, facts, gated } from './builder.ts';
import type { OperationContext } from './context.ts';
import { inTurn } from './in-turn.ts';
import { CityRef, CountryRef, StateRef } from './refs.ts';
import { selectedColumns } from './selected-columns.ts';

/** A record that matched, with what the search says of it. */
interface Match<Row> {
  readonly row: Row;
  readonly matchScore: number;
  readonly matchedAlias: string | null;
}

const MATCH_FIELDS = {
  score: {
    description: 'Trigram similarity of the better matching name, 0 to 1, rounded to 2 decimals; higher is closer.',
    extensions: facts({ property: 'matchScore' }),
  },
  alias: {
    nullable: true,
    description: 'The native name when it matched better than the English name, else null.',
    extensions: facts({ property: 'matchedAlias' }),
  },
} as const;

const CityMatch = builder.objectRef<Match<CityRow>>('CityMatch').implement({
  extensions: facts({ carries: 'records' }),
  description: 'A city that matched a search.',
  fields: (t) => ({
    city: t.field({ type: CityRef, description: 'The city.', resolve: ({ row }) => row }),
    matchScore: t.exposeFloat('matchScore', MATCH_FIELDS.score),
    matchedAlias: t.exposeString('matchedAlias', MATCH_FIELDS.alias),
  }),
});

const StateMatch = builder.objectRef<Match<StateRow>>('StateMatch').implement({
  extensions: facts({ carries: 'records' }),
  description: 'A state that matched a search.',
  fields: (t) => ({
    state: t.field({ type: StateRef, description: 'The state.', resolve: ({ row }) => row }),
    matchScore: t.exposeFloat('matchScore', MATCH_FIELDS.score),
    matchedAlias: t.exposeString('matchedAlias', MATCH_FIELDS.alias),
  }),
});

const CountryMatch = builder.objectRef<Match<CountryRow>>('CountryMatch').implement({
  extensions: facts({ carries: 'records' }),
  description: 'A country that matched a search.',
  fields: (t) => ({
    country: t.field({ type: CountryRef, description: 'The country.', resolve: ({ row }) => row }),
    matchScore: t.exposeFloat('matchScore', MATCH_FIELDS.score),
    matchedAlias: t.exposeString('matchedAlias', MATCH_FIELDS.alias),
  }),
});

interface SearchArgs {
  readonly q: string;
  readonly country?: string | null | undefined;
  readonly limit: number;
  readonly threshold: number;
}

const COMMON_ARGS = builder.args((t) => ({
  q: t.string({ required: true, description: 'What to search for: 2 to 100 characters, in any case and script.' }),
  limit: t.int({ required: true, defaultValue: 10, description: 'How many results at most, 1 to 50.' }),
  threshold: t.float({
    required: true,
    defaultValue: 0.3,
    description: 'The lowest similarity of a result, 0.1 to 1.',
  }),
}));
const COUNTRY_ARG = builder.args((t) => ({
  country: t.string({ description: 'Only results of this country: ISO 3166-1 alpha-2 code, in any case.' }),
}));

/** What is found from memory need not be waited for. */
function search<T extends SearchTable>(
  table: T,
  args: SearchArgs,
  columns: readonly string[],
  context: OperationContext,
): Match<Rows[T]>[] | Promise<Match<Rows[T]>[]> {
  const { em, dataSet, signal } = context;
  const wanted = checked(args);
  const { findIndex } = dataSet;
  const ofDatabase = async () => {
    const matches = await searchRows(em, dataSet.schema, table, wanted, columns, signal);
    return matches.map((row) => ({ row, matchScore: roundedScore(row.matchScore), matchedAlias: row.matchedAlias }));
  };
  const found = findIndex && inTurn(context, () => searchIndex(openedIndex(findIndex), table, wanted, columns));
  return found instanceof Promise ? found.then((made) => made ?? ofDatabase()) : (found ?? ofDatabase());
}

const NATIVE = ['native'];

/** What {@link searchRows} finds, from the indexes in memory. Undefined where they have no trigrams, or not all columns. */
function searchIndex<T extends SearchTable>(
  index: FindIndex,
  table: T,
  wanted: Search,
  columns: readonly string[],
): Match<Rows[T]>[] | undefined {
  const rows = index.records.rows(table, columns);
  const natives = index.records.rows(table, NATIVE);
  if (!rows || !natives) return undefined;
  return index[table].trigrams?.search(wanted).map(({ place, score, byNative }) => {
    const row = rows.row(place) as unknown as Rows[T]; // As the importer stores it.
    const { native = null } = byNative ? (natives.at(place) as Rows[T]) : {};
    return { row, matchScore: roundedScore(score), matchedAlias: native };
  });
}

/** Two decimals, half up, as PostgreSQL's numeric rounds: a score has six significant digits, not sixteen. */
function roundedScore(score: number): number {
  return Math.round(Number((score * 100).toPrecision(6))) / 100;
}

function checked({ q, country, limit, threshold }: SearchArgs) {
  const text = q.trim().normalize('NFC');
  const length = [...text.slice(0, 400)].length;
  if (length < 2 || length > 100) throw badInput('q must be 2 to 100 characters');
  if (text.includes('\0')) throw badInput('q must not contain NUL');
  if (country && !/^[A-Za-z]{2}$/.test(country)) throw badInput('country must be an ISO 3166-1 alpha-2 code');
  if (limit < 1 || limit > 50) throw badInput('limit must be an integer from 1 to 50');
  if (!(threshold >= 0.1 && threshold <= 1)) throw badInput('threshold must be a number from 0.1 to 1');
  return { q: text, country: country?.toUpperCase(), limit, threshold };
}

const fuzzySearch = gated(() => [gate('fuzzySearch')]);

builder.queryFields((t) => ({
  searchCities: t.field({
    type: [CityMatch],
    nullable: true,
    description: 'Cities whose English or native name is similar to the text (Professional and above).',
    args: { ...COMMON_ARGS, ...COUNTRY_ARG },
    ...fuzzySearch,
    resolve: (_root, args, context, info) => search('cities', args, selectedColumns(info, 'City'), context),
  }),
  searchStates: t.field({
    type: [StateMatch],
    nullable: true,
    description: 'States whose English or native name is similar to the text (Professional and above).',
    args: { ...COMMON_ARGS, ...COUNTRY_ARG },
    ...fuzzySearch,
    resolve: (_root, args, context, info) => search('states', args, selectedColumns(info, 'State'), context),
  }),
  searchCountries: t.field({
    type: [CountryMatch],
    nullable: true,
    description: 'Countries whose English or native name is similar to the text (Professional and above).',
    args: COMMON_ARGS,
    ...fuzzySearch,
    resolve: (_root, args, context, info) => search('countries', args, selectedColumns(info, 'Country'), context),
  }),
}));
