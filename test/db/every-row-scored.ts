/**
 * Scores every row of a table as `similarity` does, by the trigrams that the database itself finds in each text. Asking it for those
 * once takes as long as one scan that scores every row.
 */
import type { Search, SearchTable } from '../../src/db/search.queries.ts';
import type { SearchHome } from './search-fixture.ts';

export interface Scored {
  readonly id: number;
  readonly matchScore: number;
  readonly matchedAlias: string | null;
}

interface Row {
  readonly id: number;
  readonly native: string | null;
  readonly population: number | null;
  readonly country: string | null;
  readonly in_name: string;
  readonly in_native: string | null;
}

/** Letters, digits and blanks are all that a trigram has. */
const BETWEEN = '\t';

export async function scoresOf(
  { client, schema }: SearchHome,
  table: SearchTable,
): Promise<(search: Search) => Promise<Scored[]>> {
  const country = table === 'countries' ? 'NULL' : 'country_code';
  const { rows } = await client.query<Row>(
    `SELECT id, native, population, ${country} AS country, array_to_string(show_trgm(name), $1) AS in_name,
            array_to_string(show_trgm(native), $1) AS in_native
       FROM ${schema}.${table} ORDER BY population DESC NULLS LAST, id`,
    [BETWEEN],
  );
  const byName = similarities(rows.map(({ in_name }) => in_name));
  const byNative = similarities(rows.map(({ in_native }) => in_native ?? ''));

  return async ({ q, country, limit, threshold }) => {
    const asked = await client.query<{ trigrams: string }>('SELECT array_to_string(show_trgm($1), $2) AS trigrams', [
      q,
      BETWEEN,
    ]);
    const trigrams = split(asked.rows[0]?.trigrams ?? '');
    const [names, natives] = [byName(trigrams), byNative(trigrams)];
    const scored: Scored[] = [];
    const least = Math.fround(threshold);
    for (const [at, row] of rows.entries()) {
      const [name = 0, native = 0] = [names[at], natives[at]];
      const matchScore = Math.max(name, native);
      if (matchScore < least || (country !== undefined && row.country !== country)) continue;
      scored.push({ id: row.id, matchScore, matchedAlias: native > name ? row.native : null });
    }
    // The rows are in the order that decides among equal scores.
    return scored.sort((one, other) => other.matchScore - one.matchScore).slice(0, limit);
  };
}

/** From trigrams to each text's similarity: how many of all that either has are in both, in single precision. */
function similarities(texts: readonly string[]): (trigrams: readonly string[]) => Float32Array {
  const sizes = new Uint32Array(texts.length);
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const trigrams = split(text);
    sizes[at] = trigrams.length;
    for (const trigram of trigrams) {
      const known = places.get(trigram);
      if (known) known.push(at);
      else places.set(trigram, [at]);
    }
  }
  return (trigrams) => {
    const common = new Float32Array(texts.length);
    for (const trigram of trigrams) for (const at of places.get(trigram) ?? []) common[at] = (common[at] ?? 0) + 1;
    return common.map((both, at) => (both === 0 ? 0 : both / ((sizes[at] ?? 0) + trigrams.length - both)));
  };
}

function split(trigrams: string): string[] {
  return trigrams === '' ? [] : trigrams.split(BETWEEN);
}
