/** Collects the SQL that a piece of work sends. */
import { sqlChannel } from '../src/db/read.ts';

/** Runs `work` and returns its result with the statements that were sent meanwhile by requests of this process. */
export async function countingSql<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const listen = (message: unknown) => {
    const { sql } = message as { sql: string }; // what read() publishes
    // The watch over data sets polls by itself.
    if (!/\bdata_sets\b/.test(sql)) statements.push(sql);
  };
  sqlChannel.subscribe(listen);
  try {
    return { result: await work(), statements };
  } finally {
    sqlChannel.unsubscribe(listen);
  }
}
