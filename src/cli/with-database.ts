/** Opens the configured database for one command, through a running server's when there is one, and closes it again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { findDatabaseCondition } from '../db/condition.queries.ts';
import { isLocked } from '../db/faults.ts';
import { type OpenedHome, openHome } from '../db/home.ts';
import { migrate } from '../db/migrate.ts';
import { configFlags } from './config-flags.ts';
import { CommandError } from './failure.ts';
import { sayingLittleRoom } from './little-room.ts';

/** Commands may wait for a connection and run long statements: imports build indexes. */
const LIMITS = { poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
const RETRY_MS = 500;
const LOCKED = 'tables that are to be brought up to date are locked, as a backup does (pg_locks says by whom)';

/** Runs `work` with the database; commands that write bring its tables up to date first, those that read leave it as it is. */
export async function withDatabase<T>(
  command: Command,
  work: (home: OpenedHome) => Promise<T>,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<T> {
  const config = readConfig({ flags: configFlags(command) });
  return sayingLittleRoom(config, async () => {
    const home = await openHome({ ...config, limits: LIMITS, join: true });
    try {
      if (!readOnly) await migrateUnlocked(home);
      else if ((await findDatabaseCondition(home.em)).missingMigrations.length > 0) {
        throw new CommandError(
          'the tables of this database are not up to date; start the service once, or import data',
        );
      }
      return await work(home);
    } finally {
      await home.close();
    }
  });
}

/** Migrates as soon as others let it: a backup keeps locks for as long as it takes. */
async function migrateUnlocked(home: OpenedHome): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      await migrate(home);
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (!told) process.stderr.write(`waiting: ${LOCKED}\n`);
      await sleep(RETRY_MS);
    }
  }
}
