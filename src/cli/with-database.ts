/** Opens the configured database for one command, through a running server's when there is one, and closes it again. */
import { readConfig } from '../config.ts';
import { type OpenedHome, openHome } from '../db/home.ts';
import { migrate } from '../db/orm.ts';

/** Commands may wait for a connection and run long statements: imports build indexes. */
const LIMITS = { poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };

export async function withDatabase<T>(work: (home: OpenedHome) => Promise<T>): Promise<T> {
  const home = await openHome({ ...readConfig(), limits: LIMITS, join: true });
  try {
    await migrate(home);
    return await work(home);
  } finally {
    await home.close();
  }
}
