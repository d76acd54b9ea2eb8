/** Collects the SQL that a piece of work sends. */
import { sqlChannel } from '../src/db/read.ts';

// The watch over data sets polls by itself, and a key is looked up again behind the request that finds it two seconds old.
const BY_THEMSELVES = /\b(?:api_keys|data_sets)\b/;

/**
 * Runs `work` and returns its result with the statements that were sent meanwhile by requests of this process.
 *
 * @param options.withKeys counts look-ups of keys too: for work that uses no key for longer than two seconds
 */
export async function countingSql<T>(
  work: () => Promise<T>,
  { withKeys = false } = {},
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const listen = (message: unknown) => {
    const { sql } = message as { sql: string }; // what read() publishes
    if (!(withKeys ? /\bdata_sets\b/ : BY_THEMSELVES).test(sql)) statements.push(sql);
  };
  sqlChannel.start.subscribe(listen);
  try {
    return { result: await work(), statements };
  } finally {
    sqlChannel.start.unsubscribe(listen);
  }
}
