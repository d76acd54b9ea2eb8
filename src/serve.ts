/** Runs the service: opens the database, listens, shuts down. */
import { isatty } from 'node:tty';
import closeWithGrace from 'close-with-grace';
import type { DemoKeys } from './auth/demo-keys.ts';
import { failureOf, messageOf } from './cli/failure.ts';
import { greeting, readyLine } from './cli/greeting.ts';
import { importProgressBar } from './cli/progress.ts';
import { collectGently } from './collect-garbage.ts';
import type { Config } from './config.ts';
import { DataSetRefusedError } from './db/data-set.queries.ts';
import { watchDataSet } from './db/data-set-watch.ts';
import { DatabaseUnfitError, isDatabaseUnavailable, isForbidden } from './db/faults.ts';
import type { StartingHome } from './db/home.ts';
import { INDEX_READER } from './find/index-maker.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { readOperationsFolder } from './graphql/operations-folder.ts';
import { type HealthListener, listenForHealth, tellHealthLoss } from './health-listener.ts';
import { gateLimits } from './http/load/gate-limits.ts';
import { keepIndexed } from './index-upkeep.ts';
import { type Log, openLog } from './log.ts';
import { defaultMemoryMb, memoryLimits } from './memory.ts';
import type { Metrics } from './metrics/metrics.ts';
import { listenForMetrics, type MetricsListener } from './metrics/metrics-listener.ts';
import { type RunningServer, startServer } from './server.ts';
import { type SetupEvents, setUp } from './setup.ts';
import { onFirstSignal, onHangUp } from './signals.ts';
import { isLastAtSocket, isSpokesman, isWorker, reportToSupervisor, untilReady } from './workers/worker.ts';
import { keepRequestsYoung } from './young-objects.ts';

/** How long a stop waits for the log to be written. */
const LOG_CLOSE_MS = 1_000;
/** How long a stop waits for the last traces to be sent. */
const TRACES_CLOSE_MS = 1_000;
const MB = 1024 * 1024;
/** From a terminal SIGHUP says that its window was closed, and nobody is left to stop the service; else it asks for new workers. */
const isAtTerminal = !isWorker && isatty(0);
/** What `close-with-grace` is to leave alone. */
const OWN_SIGNALS: ('SIGTERM' | 'SIGINT' | 'SIGHUP')[] = isAtTerminal
  ? ['SIGTERM', 'SIGINT']
  : ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Starts the service on the database that is being opened, and returns when it answers; from then on signals stop it. Rejects when it cannot start. */
export async function serve(
  config: Config,
  opening: Promise<StartingHome>,
  { json }: { readonly json: boolean },
): Promise<void> {
  keepRequestsYoung();
  collectGently();
  // Whatever becomes of what is said to a person, the service goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const { log, dropped: droppedLogLines, close: closeLog } = openLog(config.logLevel);
  for (const note of config.notes) log.warn(note);
  if (!isAtTerminal) onHangUp(log);
  const operations = config.operationsDir === undefined ? [] : await readOperationsFolder(config.operationsDir);
  const home = await opening;
  const dataSets = watchDataSet(
    home.em,
    {
      onFault: (error) => log.warn(reasonOf(error), 'database out of reach'),
      onRecovery: () => log.info('database back'),
      onRefused: (reason, advice) => log.warn({ reason, advice }, 'data set refused'),
      onChange: ({ id, version, source }) => log.info({ dataSet: id, version, source }, 'data set current'),
      onOtherServer: () => log.warn('the database is another server than before: it never had the data set in service'),
      onIndex: (bytes) => log.info({ bytes }, 'search answers from memory'),
      onLateIndex: (bytes) => log.warn({ bytes }, 'search index comes slowly from the database: it is read in pieces'),
      onUnusableIndex: (error) => log.error({ err: error }, 'search index refused: the database answers searches'),
      onReplica: (server) => log.info({ server }, 'replica in use'),
      onReplicaLeft: (server, reason) => log.warn({ server, reason: messageOf(reason) }, 'replica not in use'),
    },
    INDEX_READER,
    home.ready,
  );
  let redisFault: string | undefined;
  // What nobody asks for is not loaded either: here, and with metrics and traces below.
  const redis =
    config.redisUrl === undefined
      ? undefined
      : (await import('./redis-connection.ts')).connectRedis(config.redisUrl, config.redisPrefix, {
          // The error itself may carry the command that failed, and with it a password.
          onLost({ message }) {
            redisFault = message;
            log.warn({ reason: message }, 'redis out of reach: this process counts for itself');
          },
          onBack() {
            redisFault = undefined;
            log.info('redis back');
          },
        });
  await redis?.settled;
  let demoKeys: DemoKeys = {};
  let ownPort = config.port;
  const { memoryMb = defaultMemoryMb(config.workers), cacheBytes, requestDeadlineMs, poolSize } = config;
  const memory = memoryLimits(memoryMb, cacheBytes);
  const metrics = config.metricsPort === undefined ? undefined : (await import('./metrics/metrics.ts')).createMetrics();
  const isFollowed = config.tracing !== undefined || config.serverTiming;
  const tracing = isFollowed ? await (await import('./tracing/open-tracing.ts')).openTracing(config, log) : undefined;
  const gateway = createGateway({
    ...config,
    accompany: tracing?.accompany,
    onAnswer: metrics?.onAnswer,
    load: { memory, deadlineMs: requestDeadlineMs, gate: gateLimits(poolSize) },
    database: home,
    dataSets,
    log,
    operations,
    sharedStore: redis,
    demoKeys: () => demoKeys,
    ownPort: () => ownPort,
  });
  const aborted = new AbortController();
  const listening = home.ready.then(() => listen(config, gateway, metrics, log, aborted.signal));
  let settingUp: Promise<unknown> | undefined;
  // Before the port is open: whoever is let in by then is answered.
  const grace = closeWithGrace(
    { delay: config.shutdownMs + 5_000, logger: undefined, skip: OWN_SIGNALS },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'stopping after a fault');
      else log.info('stopping: what is in flight is answered first');
      gateway.startStopping();
      aborted.abort();
      const listened = await listening.catch(() => undefined);
      listened?.others.health?.tell();
      // Nobody knows what a fault has left behind.
      await listened?.server.stop(config.shutdownMs, err ? 0 : undefined, isLastAtSocket);
      redis?.close();
      await dataSets.stop();
      await settingUp?.catch(() => undefined);
      await home.close();
      await tracing?.close(TRACES_CLOSE_MS);
      listened?.others.metrics?.close();
      await listened?.others.health?.close();
      await closeLog(LOG_CLOSE_MS);
    },
  );
  onFirstSignal(() => grace.close());
  const listened = await listening.catch(async (error: unknown) => {
    if (aborted.signal.aborted) return undefined; // The stop closes all of this.
    redis?.close();
    await dataSets.stop();
    await home.close();
    throw error;
  });
  if (!listened) return;
  const { server, others } = listened;
  ownPort = server.port;
  const room = { memoryMb, cacheMb: cacheBytes / MB, inFlightMb: Math.floor(memory.budget / MB) };
  metrics?.watch({ gateway, database: home, dataSets, server, isQuotaStoreUp: () => redis?.isUp(), droppedLogLines });
  const ports = { port: server.port, healthPort: others.health?.port, metricsPort: others.metrics?.port };
  log.info({ host: config.host, ...ports, ...room }, 'listening');
  home.exited.then((error) => {
    throw error;
  });
  const bar = importProgressBar();
  const events: SetupEvents = {
    onImport: bar.update,
    onWaiting: (error) => log.warn(reasonOf(error), 'waiting for the database'),
    onLeftBehind: (schema, error) =>
      log.warn({ schema, reason: failureOf(error).message }, 'a schema does not follow the migrations'),
    onMigrated: (names) => log.info({ migrations: names }, 'migrated'),
  };
  // First what requests wait for: the embedded database does one thing at a time.
  const ready = dataSets.looked.then(() => setUp(home, config.dataDir, events, aborted.signal)).finally(bar.stop);
  settingUp = ready;
  try {
    demoKeys = await ready;
  } catch (error) {
    if (aborted.signal.aborted) return; // It was stopped before it was ready, and that is no failure.
    throw error;
  }
  await dataSets.refresh();
  if (aborted.signal.aborted) return;
  settingUp = keepIndexed({
    em: home.em,
    dataSets,
    signal: aborted.signal,
    onBuilt: (seconds) => log.info({ seconds }, 'search index built'),
    onFault: (error) => log.warn({ err: error }, 'no search index: the database answers searches'),
  });
  const { host, graphiql, dataDir } = config;
  const dataSet = dataSets.current();
  const said = { host, port: server.port, home: home.home, graphiql, dataSet, demoKeys, dataDir, redisFault };
  const refused = dataSets.refused();
  if (refused === undefined) log.info(readyLine(said), 'ready');
  else log.warn({ ...readyLine(said), reason: refused }, 'started, and not ready');
  if (!isSpokesman) return;
  if (json) process.stdout.write(`${JSON.stringify(readyLine(said))}\n`);
  else if (refused === undefined) [process.stdout, process.stderr].find(({ isTTY }) => isTTY)?.write(greeting(said));
}

/** The ports beside the one for requests, where they were asked for. */
interface OtherPorts {
  readonly health?: HealthListener;
  readonly metrics?: MetricsListener;
}

/** All ports, or none. */
async function listen(
  { host, healthPort, metricsPort, connections, port }: Config,
  gateway: Gateway,
  metrics: Metrics | undefined,
  log: Log,
  signal: AbortSignal,
): Promise<{ server: RunningServer; others: OtherPorts }> {
  if (isWorker) await untilReady(gateway.readiness, signal);
  signal.throwIfAborted();
  const onPorterLoss = (reason: unknown) => {
    const what = 'no thread refuses connections under load, the main loop does';
    if (typeof reason === 'string') log.info(`${what}: ${reason}`);
    else log.warn({ err: reason }, what);
  };
  if (isWorker) {
    const server = await startServer(gateway, { host, port }, connections, onPorterLoss);
    // The ports beside this one are the supervisor's.
    reportToSupervisor({ readyz: gateway.readiness, metrics: () => metrics?.counted() });
    return { server, others: {} };
  }
  const others: { -readonly [Name in keyof OtherPorts]: OtherPorts[Name] } = {};
  try {
    if (metrics && metricsPort !== undefined) {
      others.metrics = await listenForMetrics({ host, port: metricsPort }, metrics);
    }
    if (healthPort !== undefined) {
      others.health = await listenForHealth({ host, port: healthPort }, gateway.readiness, tellHealthLoss(log));
    }
    // Last, since a stop can begin when all are there.
    return { server: await startServer(gateway, { host, port }, connections, onPorterLoss), others };
  } catch (error) {
    others.metrics?.close();
    await others.health?.close();
    throw error;
  }
}

/** What a log line says of a database that does not answer: one line, and more only of what nobody expected. */
function reasonOf(error: unknown): object {
  if (error instanceof DataSetRefusedError) return { reason: error.message, advice: error.advice };
  const isTold = isDatabaseUnavailable(error) || isForbidden(error) || error instanceof DatabaseUnfitError;
  return isTold ? { reason: failureOf(error).message } : { err: error };
}
