/**
 * Typo-tolerant search: the trigram indexes of a data set, and the function that answers a search from them.
 *
 * `fuzzy_matches` returns exactly what scoring every row would return, by the cheapest of three ways:
 * 1. GIN (`name % query`) at a score of 0.3, or the wanted one where that is higher. Every row above it is seen, so a
 *    full page of such rows is final. GIN visits each row that shares enough trigrams with the query: cheap as long as
 *    "enough" is at least two, and, where the page may yet prove too short, the query is not very long.
 * 2. A scan of one country's rows, where a country is given.
 * 3. GiST nearest neighbours, names and native names each by themselves, with all ties at the last place, since there
 *    the population decides. Its cost hardly depends on the query, so it takes what the first way does not.
 *
 * The settings that the planner and `%` read are set on the function: PostgreSQL puts them back when it returns.
 */
import { Migration } from '@mikro-orm/migrations';

// A native name equal to the name scores the same, so only the others are indexed. The empty suffix leaves a text as it is;
// it lets a statement say which of the two kinds of index it means.
const INDEXES = {
  country_code: '(country_code)',
  name_trigrams: 'USING gin (name gin_trgm_ops)',
  native_trigrams: 'USING gin (native gin_trgm_ops) WHERE native <> name',
  name_nearest: "USING gist ((name || '') gist_trgm_ops (siglen = 64))",
  native_nearest: "USING gist ((native || '') gist_trgm_ops (siglen = 64)) WHERE native <> name",
};

export class TrigramIndexes extends Migration {
  override up(): void {
    for (const table of ['states', 'cities']) {
      for (const [name, definition] of Object.entries(INDEXES)) {
        this.addSql(`CREATE INDEX ${table}_${name} ON geo_template.${table} ${definition}`);
      }
    }
    for (const sql of fuzzyMatches()) this.addSql(sql);
  }

  override down(): void {
    this.addSql('DROP FUNCTION fuzzy_matches');
    for (const table of ['states', 'cities']) {
      for (const name of Object.keys(INDEXES)) this.addSql(`DROP INDEX geo_template.${table}_${name}`);
    }
  }
}

/**
 * The statements that make the function, in a schema, written as SQL takes it, or the first of the `search_path`: a restore by another than
 * a superuser may lack it.
 */
export function fuzzyMatches(schema?: string): readonly string[] {
  const name = schema === undefined ? 'fuzzy_matches' : `${schema}.fuzzy_matches`;
  // Loads pg_trgm into the session: only a superuser may name a setting that no loaded library has declared.
  return ["SELECT show_trgm('')", `CREATE FUNCTION ${name}${FUZZY_MATCHES}`];
}

const FUZZY_MATCHES = `(
  data_schema text, entity text, query text, country text, max_rows integer, min_score real
) RETURNS TABLE (place bigint, id integer, score real, by_native boolean)
LANGUAGE plpgsql STABLE COST 10000 ROWS 50
SET pg_trgm.similarity_threshold = 0.3
SET enable_seqscan = off
SET enable_indexscan = on
SET enable_indexonlyscan = off
SET enable_bitmapscan = on
SET max_parallel_workers_per_gather = 0
SET jit = off
AS $$
DECLARE
  -- How far the threshold of % stays below the wanted score: it is a double, scores are single precision.
  hair     CONSTANT double precision := 0.000001;
  stage    CONSTANT real := greatest(min_score, 0.3);
  small    CONSTANT integer := 3000;
  trigrams CONSTANT integer := cardinality(show_trgm(query));
  rows_of  CONSTANT text := format('%I.%I', data_schema, entity);
  best     CONSTANT text := '
    SELECT array_agg(id), array_agg(score), array_agg(by_native)
      FROM (SELECT id, greatest(by_name, by_other) AS score, by_other > by_name AS by_native
              FROM (SELECT id, population, similarity(name, $1) AS by_name,
                           coalesce(CASE WHEN native <> name THEN similarity(native, $1) END, 0) AS by_other
                      FROM ' || rows_of || ' WHERE %s OFFSET 0) AS scored
             WHERE greatest(by_name, by_other) >= $2
             ORDER BY score DESC, population DESC NULLS LAST, id LIMIT $3) AS best';
  everywhere CONSTANT text := 'name % $1 OR (native <> name AND native % $1)';
  -- The empty suffix keeps the planner from reading the country's rows instead of the trigram index.
  one_country CONSTANT text := format('(%s) AND country_code || '''' = $4', everywhere);
  scores   real[];
  ids      integer[];
  natives  boolean[];
  near     integer[];
  complete boolean := false;
  country_rows integer;
BEGIN
  IF trigrams = 0 THEN
    RETURN;
  END IF;
  IF country IS NOT NULL THEN
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %s WHERE country_code = $1 LIMIT $2) AS counted', rows_of)
      INTO country_rows USING country, small;
  ELSIF entity = 'countries' THEN
    country_rows := 0;
  END IF;

  IF coalesce(country_rows, small) >= small AND stage * trigrams > 1
      AND (stage = min_score OR (country IS NULL AND trigrams <= 20)) THEN
    PERFORM set_config('enable_indexscan', 'off', true);
    PERFORM set_config('pg_trgm.similarity_threshold', (stage - hair)::text, true);
    EXECUTE format(best, CASE WHEN country IS NULL THEN everywhere ELSE one_country END)
      INTO ids, scores, natives USING query, stage, max_rows, country;
    complete := stage = min_score OR coalesce(cardinality(ids), 0) = max_rows;
    PERFORM set_config('enable_indexscan', 'on', true);
  END IF;

  IF NOT complete AND country_rows IS NOT NULL THEN
    EXECUTE format(best, CASE WHEN country IS NULL THEN 'true' ELSE 'country_code = $4' END)
      INTO ids, scores, natives USING query, min_score, max_rows, country;
  ELSIF NOT complete THEN
    PERFORM set_config('pg_trgm.similarity_threshold', (min_score - hair)::text, true);
    PERFORM set_config('enable_bitmapscan', 'off', true);
    EXECUTE format('
      SELECT array_agg(id) FROM (
        (SELECT id FROM %1$s WHERE (name || '''') %% $1
          ORDER BY (name || '''') <-> $1 FETCH FIRST $2 ROWS WITH TIES)
        UNION
        (SELECT id FROM %1$s WHERE (native || '''') %% $1 AND native <> name
          ORDER BY (native || '''') <-> $1 FETCH FIRST $2 ROWS WITH TIES)) AS nearest', rows_of)
      INTO near USING query, max_rows;
    EXECUTE format(best, 'id = ANY($4)') INTO ids, scores, natives USING query, min_score, max_rows, near;
  END IF;

  RETURN QUERY SELECT ranked.ordinality, ranked.a, ranked.b, ranked.c
    FROM unnest(ids, scores, natives) WITH ORDINALITY AS ranked (a, b, c);
END
$$`;
