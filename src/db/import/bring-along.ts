/**
 * Brings the data sets in service along when a migration has changed the template. They keep their rows; what the
 * migration added is empty until the next import, and what it indexes is indexed at once.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { isDatabaseUnavailable } from '../faults.ts';
import { handOver } from './hand-over.ts';
import { ImportConnection } from './import-connection.ts';
import { PATIENCE, type Query, templateSteps } from './template-steps.ts';

/** Told of a schema that could not be brought along: it stays as it was. */
export type OnLeftBehind = (schema: string, error: unknown) => void;

/** Rejects only when the database is out of reach. Processes that start together wait for each other. */
export async function bringAlong(em: EntityManager, onLeftBehind: OnLeftBehind): Promise<void> {
  for (const schema of await schemasInService(em)) {
    try {
      await bringOneAlong(em, schema);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      onLeftBehind(schema, error);
    }
  }
}

async function bringOneAlong(em: EntityManager, schema: string): Promise<void> {
  const connection = await ImportConnection.open(em);
  const query: Query = (sql, params) => connection.rows(sql, params);
  try {
    if ((await templateSteps(query, schema)).length === 0) return;
    // A transaction each: no request waits for more than one of them, and what is done stays done.
    for (let done: string | undefined, last: string | undefined; ; last = done) {
      done = await connection.transaction('lasting', () => takeStep(query, schema));
      if (done === undefined) return;
      if (done === last) throw new Error(`"${done.slice(0, 120)}" changes nothing`);
    }
  } finally {
    connection.close();
  }
}

/** Takes the first step that is still to be done and returns it; undefined when there is none. */
async function takeStep(query: Query, schema: string): Promise<string | undefined> {
  await query("SELECT pg_advisory_xact_lock(hashtext('data sets follow the template'))", []);
  const [step] = await templateSteps(query, schema);
  if (step === undefined) return undefined;
  await query(PATIENCE, []);
  await query(step, []);
  await handOver(query, schema);
  return step;
}

async function schemasInService(em: EntityManager): Promise<string[]> {
  const rows = await em.fork().execute<{ schema: string }[]>(
    `SELECT nspname AS schema FROM data_sets JOIN pg_namespace ON nspname = 'geo_' || id
      WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC`,
  );
  return rows.map(({ schema }) => schema);
}
