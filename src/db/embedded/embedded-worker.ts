/** Runs in a worker thread: opens PGlite, serves it on a Unix socket, and closes it cleanly when told to. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import {
  DATABASE_NAME,
  DATABASE_USER,
  type WorkerInput,
  type WorkerNote,
  type WorkerOrder,
} from './embedded-thread.ts';
import { compileEngine } from './engine.ts';
import { emptyCluster } from './empty-cluster.ts';
import { lastWords } from './last-words.ts';
import type { Execute } from './session-connection.ts';
import { type SessionServer, serveSession } from './session-server.ts';
import { queryMessage, startupPacket } from './wire-messages.ts';

const MAX_OUTPUT_LINES = 50;
const CHECKPOINT_INTERVAL_MS = 30_000;
/**
 * PGlite has no background processes and so never checkpoints by itself: the log would grow without end, and the start
 * after a crash would replay all of it.
 */
const CHECKPOINT_WHEN_DUE = queryMessage(`DO $$ BEGIN
  IF (SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${64 * 2 ** 20} FROM pg_control_checkpoint())
  THEN CHECKPOINT; END IF; END $$`);
/** How much of the log a checkpoint keeps for reuse. */
const KEPT_WAL = '128MB';
/** The system's cache holds the files as well; PostgreSQL's own default is four times as much. */
const CACHE = '32MB';
const CHECKPOINT = queryMessage('CHECKPOINT');

if (parentPort === null) throw new Error('embedded-worker.ts only runs as a worker thread');
const port = parentPort;
// workerData is untyped; embedded-thread.ts is the only one that starts this file, with this shape.
const input = workerData as WorkerInput;

const output: string[] = [];
const database = await openDatabase().catch((error: unknown) => fail(error));
if (database !== undefined) await serve(database).catch((error: unknown) => fail(error));

function fail(error: unknown): undefined {
  tell({ type: 'failed', reason: reasonOf(error) });
  port.close();
}

/** The last lines of PGlite's own output tell more than what it throws. */
function reasonOf(error: unknown): string {
  return [thrownText(error), ...lastWords(output)].join('; ');
}

/** Emscripten throws objects that are no errors, with a message or the number of a system's error. */
function thrownText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('message' in error && typeof error.message === 'string') return error.message;
  return 'errno' in error ? `the system's error ${String(error.errno)}` : inspect(error, { breakLength: Infinity });
}

function tell(note: WorkerNote): void {
  port.postMessage(note);
}

function keepOutput(line: string): false {
  output.push(line);
  if (output.length > MAX_OUTPUT_LINES) output.shift();
  return false;
}

async function openDatabase(): Promise<PGlite> {
  // The engine is compiled by V8's own threads while this one loads what goes around it.
  const [pgliteWasmModule, { PGlite }, { pg_trgm }] = await Promise.all([
    compileEngine(),
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ]);
  const options = {
    extensions: { pg_trgm },
    pgliteWasmModule,
    startParams: [...PGlite.defaultStartParams, '-c', `max_wal_size=${KEPT_WAL}`, '-c', `shared_buffers=${CACHE}`],
    onStdout: keepOutput,
    onStderr: keepOutput,
  };
  if (input.databasePath === undefined) {
    const snapshot = input.snapshotFile === undefined ? emptyCluster() : new Blob([readFileSync(input.snapshotFile)]);
    return openFrom(snapshot, { ...options, dataDir: 'memory://' });
  }
  const unfinished = `${input.databasePath}.initialising`;
  // A first start that was interrupted leaves a folder that looks like a database and is none.
  if (existsSync(unfinished)) rmSync(input.databasePath, { recursive: true, force: true });
  mkdirSync(input.databasePath, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(`${input.databasePath}/PG_VERSION`);
  if (isNew) writeFileSync(unfinished, '');
  const opened = await openFrom(isNew ? emptyCluster() : undefined, { ...options, dataDir: input.databasePath });
  chmodSync(input.databasePath, 0o700);
  rmSync(unfinished, { force: true });
  return opened;
}

/** PGlite keeps its options for as long as it lives: the 40 MB of the snapshot are taken out of them when they are read. */
async function openFrom(snapshot: Blob | undefined, options: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const started = { ...options, ...(snapshot && { loadDataDir: snapshot }) };
  const opened = await PGlite.create(started);
  delete started.loadDataDir;
  return opened;
}

function executeOn(pglite: PGlite): Execute {
  endThreadOnBreakdown(pglite);
  return async (messages) => {
    const answer: Buffer[] = [];
    await pglite.execProtocolRawStream(Buffer.concat(messages), {
      syncToFs: false,
      // The bytes lie in PGlite's memory, which the next statement overwrites.
      onRawData: (bytes) => void answer.push(Buffer.from(bytes)),
    });
    return Buffer.concat(answer);
  };
}

/**
 * PGlite catches whatever its engine throws and goes on, which is right for PostgreSQL's errors, but after a trap or an
 * exit of the engine it loops for ever. So anything else ends the thread on the spot.
 */
function endThreadOnBreakdown(pglite: PGlite): void {
  const engine = pglite.Module;
  const loopOnce = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      loopOnce();
    } catch (error) {
      if (isPostgresError(error)) throw error;
      endThread(error);
    }
  };
}

/** Inside PGlite an error of PostgreSQL is an exit of the engine with this status (pglite.ts, POSTGRES_MAIN_LONGJMP). */
function isPostgresError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 100;
}

async function serve(pglite: PGlite): Promise<void> {
  const execute = executeOn(pglite);
  const server = await serveSession({
    socketPath: input.socketPath,
    execute,
    greeting: await execute([startupPacket({ user: DATABASE_USER, database: DATABASE_NAME, client_encoding: 'UTF8' })]),
    database: DATABASE_NAME,
    idleTransactionMs: input.idleTransactionMs,
    onBroken: endThread,
  });
  const checkpoints = setInterval(
    () => void server.alone(() => execute([CHECKPOINT_WHEN_DUE])),
    CHECKPOINT_INTERVAL_MS,
  );
  port.on('message', (order: WorkerOrder) => {
    if (order.type === 'close') {
      clearInterval(checkpoints);
      void close(pglite, server, execute).catch(endThread);
    } else {
      void server.alone(() => saveSnapshot(pglite, execute, order.file)).catch(endThread);
    }
  });
  tell({ type: 'listening' });
}

async function saveSnapshot(pglite: PGlite, execute: Execute, file: string): Promise<void> {
  await execute([CHECKPOINT]);
  const dump = await pglite.dumpDataDir('none');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
  tell({ type: 'saved' });
}

async function close(pglite: PGlite, server: SessionServer, execute: Execute): Promise<void> {
  await server.close();
  await execute([CHECKPOINT]);
  await pglite.close();
  port.close();
}

function endThread(error: unknown): never {
  tell({ type: 'failed', reason: reasonOf(error) });
  process.exit(1);
}
