/**
 * Lets one import run at a time, in either home of the database. An advisory lock would not do: the embedded database
 * serves every client from one session, and a session's own locks never stop it. So the claim is a row that names its
 * owner, and a claim whose owner is gone may be taken over at once.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isLocked } from '../faults.ts';
import { endKeepersOfClaim, endWriters } from './forsaken-import.ts';
import type { ImportConnection } from './import-connection.ts';
import { ImportBusyError } from './import-error.ts';

/** An owner on another machine that has not been heard of for so long is taken for dead. */
const SILENCE_SECONDS = 60;
const BEAT_MS = 5_000;

/** The row is locked for a moment each time: whoever keeps it for longer puts its data into service just now, or stands still. */
const LOCK_SECONDS = 2;
const STANDING_SECONDS = 10;

interface ClaimRow {
  readonly owner: string;
  readonly host: string;
  readonly process_id: number;
}

/** Imports that run in this very process: a claim in its name that is not among them was left by a namesake. */
const ownClaims = new Set<string>();

export class ImportClaim {
  readonly #connection: ImportConnection;
  readonly #owner: string;
  #beatenAt = performance.now();

  private constructor(connection: ImportConnection, owner: string) {
    this.#connection = connection;
    this.#owner = owner;
  }

  /** Takes the claim or throws ImportBusyError soon. */
  static async take(connection: ImportConnection): Promise<ImportClaim> {
    const owner = randomUUID();
    ownClaims.add(owner);
    try {
      if (await isTaken(connection, owner)) return new ImportClaim(connection, owner);
      throw new ImportBusyError(await busyReason(connection));
    } catch (error) {
      ownClaims.delete(owner);
      throw isLocked(error) ? new ImportBusyError(LOCKED) : error;
    }
  }

  /** Shows that the owner is alive; cheap enough to be called after every step. */
  async beat(): Promise<void> {
    const beatAt = performance.now();
    if (beatAt - this.#beatenAt < BEAT_MS) return;
    await this.#hold('UPDATE import_claim SET beat_at = now() WHERE owner = $1 RETURNING owner');
    this.#beatenAt = beatAt; // Whose claim is another's hears that each time.
  }

  /** Within a transaction: nobody takes the claim over before it ends. Throws ImportBusyError when somebody did before. */
  async holdToTheEnd(): Promise<void> {
    await this.#hold('SELECT owner FROM import_claim WHERE owner = $1 FOR UPDATE');
  }

  /** Ends who writes to a schema that is nobody's any more: an import that stands still. */
  endWriters(schema: string): Promise<void> {
    return endWriters(this.#connection, schema, this.#owner);
  }

  /** The reason why an import failed: what it met after another took its claim is that other's doing. */
  async reasonOf(error: unknown): Promise<unknown> {
    return this.#hold('SELECT owner FROM import_claim WHERE owner = $1').then(
      () => error,
      (lost: unknown) => (lost instanceof ImportBusyError ? lost : error),
    );
  }

  async release(): Promise<void> {
    ownClaims.delete(this.#owner);
    await this.#connection.rows('DELETE FROM import_claim WHERE owner = $1', [this.#owner]);
  }

  async #hold(sql: string): Promise<void> {
    const held = await this.#connection.rows(sql, [this.#owner]);
    if (held.length === 0) throw new ImportBusyError('Another import took this one for dead and runs in its place.');
  }
}

/** Puts an owner's name into the row, unless that is another's who lives. One who stands still with the row locked is ended first. */
async function isTaken(connection: ImportConnection, owner: string): Promise<boolean> {
  const take = (dead: string | null) =>
    connection.rows(TAKE, [owner, hostname(), process.pid, dead, SILENCE_SECONDS, connection.processId]);
  const [holder] = await soon(connection, () =>
    connection.rows<ClaimRow>('SELECT owner, host, process_id FROM import_claim'),
  );
  const dead = holder !== undefined && isDead(holder) ? holder.owner : null;
  const taken = await soon(connection, () => take(dead)).catch(async (error: unknown) => {
    if (!isLocked(error)) throw error;
    const forsaken = { owner: dead, silentSeconds: SILENCE_SECONDS, lockedSeconds: STANDING_SECONDS };
    await endKeepersOfClaim(connection, forsaken);
    return soon(connection, () => take(dead));
  });
  return taken.length === 1;
}

/**
 * Waits no longer for who has locked the claim than a live one takes. The server itself ends who stands still in here, since even a claim that
 * is refused has its row locked until the transaction ends, and the living one's beat would wait for that.
 */
function soon<T>(connection: ImportConnection, work: () => Promise<T>): Promise<T> {
  return connection.transaction('lasting', async () => {
    await connection.rows(`SELECT set_config('lock_timeout', '${LOCK_SECONDS}s', true),
                                  set_config('idle_in_transaction_session_timeout', '${STANDING_SECONDS}s', true)`);
    return work();
  });
}

const LOCKED =
  'Another import has locked its claim on this database: it puts its data into service or drops old ones, or stands still. Start this one again in a minute.';

// A connection's process and start tell it from any later one, so a claim dies with the connection that made it. Behind a
// pooler (the process is not the one that the connection was told) it says nothing, and only silence does.
const TAKE = `
  INSERT INTO import_claim AS held (owner, host, process_id, backend_pid, backend_start, beat_at)
  SELECT $1::uuid, $2, $3::int, CASE pg_backend_pid() WHEN $6::int THEN pg_backend_pid() ELSE 0 END,
         (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()), now()
  ON CONFLICT (only_row) DO UPDATE
    SET owner = excluded.owner, host = excluded.host, process_id = excluded.process_id,
        backend_pid = excluded.backend_pid, backend_start = excluded.backend_start, beat_at = excluded.beat_at
    WHERE held.owner = $4::uuid
       OR held.beat_at < now() - make_interval(secs => $5::int)
       OR held.backend_pid <> 0 AND NOT EXISTS (
            SELECT FROM pg_stat_activity AS activity
             WHERE activity.pid = held.backend_pid
               AND coalesce(activity.backend_start = held.backend_start, true))
  RETURNING owner`;

/** Whose claim it is, and what becomes of it; it may be gone by now. */
async function busyReason(connection: ImportConnection): Promise<string> {
  const [held] = await soon(connection, () =>
    connection.rows<ClaimRow & { readonly silence: number }>(
      'SELECT host, process_id, greatest(0, round(extract(epoch FROM now() - beat_at)))::int AS silence FROM import_claim',
    ),
  );
  if (!held) return 'Another import was running on this database and has ended: start this one again.';
  const { host, process_id, silence } = held;
  return `Another import is running on this database: process ${process_id} on ${host}, last heard of ${silence} s ago. Start this one again when that has ended, or has been silent for ${SILENCE_SECONDS} s: then this one takes its place.`;
}

/** Only what this machine can know for sure; the rest is the database's to tell. */
function isDead({ owner, host, process_id }: ClaimRow): boolean {
  if (host !== hostname()) return false;
  if (process_id === process.pid) return !ownClaims.has(owner);
  try {
    process.kill(process_id, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
