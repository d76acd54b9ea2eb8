/** Opens the configured database for one command, through a running server's when there is one, and closes it again. */
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type OpenedHome, openHome } from '../db/home.ts';
import { migrate } from '../db/orm.ts';
import { configFlags } from './config-flags.ts';

/** Commands may wait for a connection and run long statements: imports build indexes. */
const LIMITS = { poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };

export async function withDatabase<T>(command: Command, work: (home: OpenedHome) => Promise<T>): Promise<T> {
  const config = readConfig({ flags: configFlags(command) });
  const home = await openHome({ ...config, limits: LIMITS, join: true });
  try {
    await migrate(home);
    return await work(home);
  } finally {
    await home.close();
  }
}
