/** What a data set's schema lacks of the template, as the statements that add it. */

export const TEMPLATE = 'geo_template';

/** Sent before what changes tables in service, in its transaction: who waits for a table has everybody else wait for it. */
export const PATIENCE = "SELECT set_config('lock_timeout', '500ms', true)";

/** Sends one statement and returns its rows. */
export type Query = <Row extends object>(sql: string, params: readonly unknown[]) => Promise<Row[]>;

/**
 * Statements that bring a schema to the template's shape: first its tables; to those that are there columns, keys and checks,
 * other indexes, then what refers to keys. Some take seconds on large tables. Nothing is taken away: rows stay readable.
 */
export async function templateSteps(query: Query, schema: string): Promise<string[]> {
  const rows = await query<{ sql: string }>(STEPS, [TEMPLATE, schema]);
  return rows.map(({ sql }) => sql);
}

// A server may quote all names (`quote_all_identifiers`). An index that belongs to a constraint comes with the constraint; a new table brings its checks and its columns' NOT NULL.
const STEPS = `
  WITH template AS (
    SELECT rel.oid, rel.relname, own.oid AS own FROM pg_class AS rel
      LEFT JOIN pg_class AS own
        ON own.relnamespace = to_regnamespace($2) AND own.relname = rel.relname AND own.relkind = 'r'
     WHERE rel.relnamespace = to_regnamespace($1) AND rel.relkind = 'r'
  )
  SELECT sql FROM (
    SELECT 0 AS step, oid, 0 AS place,
           format('CREATE TABLE %I.%I (LIKE %I.%I INCLUDING ALL EXCLUDING INDEXES)', $2::text, relname, $1::text, relname) AS sql
      FROM template WHERE own IS NULL
    UNION ALL
    SELECT 1, template.oid, attnum,
           concat(format('ALTER TABLE %I.%I ADD COLUMN %I ', $2::text, relname, attname), format_type(atttypid, atttypmod),
                  CASE WHEN attcollation <> typcollation THEN ' COLLATE ' || attcollation::regcollation END,
                  CASE attgenerated WHEN '' THEN ' DEFAULT ' || pg_get_expr(adbin, adrelid)
                                    ELSE ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid) || ') STORED' END,
                  CASE WHEN attnotnull THEN ' NOT NULL' END)
      FROM template JOIN pg_attribute AS att ON attrelid = template.oid JOIN pg_type ON pg_type.oid = atttypid
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE own IS NOT NULL AND attnum > 0 AND NOT attisdropped
       AND NOT EXISTS (SELECT FROM pg_attribute AS other
                        WHERE other.attrelid = own AND other.attname = att.attname AND NOT other.attisdropped)
    UNION ALL
    SELECT CASE contype WHEN 'f' THEN 4 ELSE 2 END, con.oid, 0,
           format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', $2::text, relname, conname,
                  regexp_replace(pg_get_constraintdef(con.oid), ' REFERENCES "?' || $1 || '"?\\.', ' REFERENCES ' || $2 || '.'))
      FROM template JOIN pg_constraint AS con ON conrelid = template.oid
     WHERE own IS NOT NULL AND contype IN ('p', 'u', 'x', 'f', 'c')
       AND NOT EXISTS (SELECT FROM pg_constraint AS other WHERE other.conrelid = own AND other.conname = con.conname)
    UNION ALL
    SELECT 3, indexrelid, 0, regexp_replace(pg_get_indexdef(indexrelid), ' ON "?' || $1 || '"?\\.', ' ON ' || $2 || '.')
      FROM template JOIN pg_index ON indrelid = template.oid JOIN pg_class AS index ON index.oid = indexrelid
     WHERE own IS NOT NULL
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
       AND NOT EXISTS (SELECT FROM pg_class AS other
                        WHERE other.relnamespace = to_regnamespace($2) AND other.relname = index.relname)
  ) AS steps
  ORDER BY step, oid, place`;
