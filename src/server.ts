/** The HTTP server around a gateway: limits, listening, and a stop that finishes what is in flight. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './gateway.ts';
import { type ConnectionLimits, Connections } from './http/connections.ts';
import { Door } from './http/door.ts';
import { Arrivals } from './http/load/arrivals.ts';
import { backlogOf } from './http/load/backlog.ts';
import { Inflow } from './http/load/inflow.ts';
import { answerConnect, answerParserError } from './http/parser-errors.ts';
import { Porter, type PorterTasks } from './http/porter.ts';
import { type Address, backlogOfEach, listenWithMany } from './listeners.ts';

/** For how long none may come before a stop takes that for the end, in milliseconds, and how long it waits for that. */
const QUIET_MS = 10;
const HURRY_MS = 200;
/** For how long whoever was told to connect anew finds a stop's door open, in milliseconds. */
const RETURN_MS = 250;
/** How long a stop leaves idle connections open for a last request, in milliseconds. */
const PARTING_MS = 1_000;
const SWEEP_MS = 50;
/** A queue in which so many wait is a flood's, which a stop of the last of many has refused beside the main loop. */
const LONG_QUEUE = 128;
/** How long a kept connection may be idle, in milliseconds. */
const KEEP_ALIVE_MS = 65_000;
const DEFAULT_LIMITS: ConnectionLimits = { most: 4_000, mostOfAddress: 4_000 };

export interface RunningServer {
  readonly port: number;
  readonly connections: Pick<Connections, 'size' | 'refused'>;
  /** Requests that were refused since HTTP's parser could not read them, or no path can take them, so far. */
  readonly unreadable: number;
  /**
   * From now on each connection that is open ends with its next answer. Who connects is answered until those are closed, for `openMs` at
   * most; then nobody listens any more, connections of meanwhile end likewise, and what is left after `withinMs` is closed. Where
   * other processes listen at the same socket `isLast`, which waits for so long at most, says whether they have gone and this one is the last.
   */
  stop(withinMs: number, openMs?: number, isLast?: (withinMs: number) => Promise<boolean>): Promise<void>;
}

/**
 * Listens; rejects with the system's error when the address cannot be had. Where `onPorterLoss` is given a {@link Porter} helps where the
 * system lets it, and that is told when there is none, or none any more.
 */
export async function startServer(
  gateway: Pick<Gateway, 'handle' | 'repeats'> & Partial<Pick<Gateway, 'load'>>,
  address: Address,
  limits: ConnectionLimits = DEFAULT_LIMITS,
  onPorterLoss?: (reason: unknown) => void,
): Promise<RunningServer> {
  let backlog: (() => number | undefined) | undefined;
  const arrivals = new Arrivals({
    demand: () => gateway.load?.gate.demand(connections.newcomers),
    backlog: () => backlog?.(),
    unseen: () => gateway.load?.reception.newcomers ?? 0,
  });
  const connections = new Connections(limits, arrivals);
  const inflow = new Inflow();
  const repeats = gateway.repeats({
    keepAliveMs: KEEP_ALIVE_MS,
    onAnswering: (socket) => connections.answering(socket),
  });
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Whoever keeps a connection is told that it ends before the socket does.
    if (connections.isLeaving(incoming.socket)) outgoing.shouldKeepAlive = false;
    outgoing.once('close', connections.answering(incoming.socket, outgoing));
    gateway.handle(incoming, outgoing, repeats);
  };
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      keepAliveTimeout: KEEP_ALIVE_MS,
      insecureHTTPParser: false,
      // Refused with the rest that is not well framed, by an answer with a body.
      requireHostHeader: false,
      connectionsCheckingInterval: 1_000,
      // A GET has no body, and a stream for it costs as much as what answers it from memory.
      optimizeEmptyRequests: true,
    },
    handle,
  );
  // Whoever waits for it is told to send a body when it is wanted, or why it is not.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  let unreadable = 0;
  const noteUnreadable = () => {
    unreadable += 1;
  };
  server.on('clientError', (error, socket) => answerParserError(error, socket, noteUnreadable));
  server.on('connect', (_, socket) => answerConnect(socket, noteUnreadable));
  // Who has said all may wait for an answer that comes soon: see `Connections.ended`. Its types keep this out.
  Object.assign(server, { httpAllowHalfOpen: true });
  // A reader that stands still for this long gives its place to another.
  server.timeout = 30_000;
  // Ahead of the listener of node:http, which parses whatever comes.
  const [parse] = server.listeners('connection');
  server.removeAllListeners('connection');
  let isGuarded = false;
  server.on('connection', (socket) => {
    // An error of a connection of which nobody hears ends the process: node:http listens only as long as the connection is its own.
    socket.on('error', ignore);
    if (!connections.open(socket, isGuarded || connections.admits(socket.remoteAddress))) return;
    socket.once('end', () => connections.ended(socket));
    parse?.call(server, socket);
    repeats?.watch(socket);
    inflow.watch(socket, connections.asked(socket));
  });
  const door = await Door.tried();
  const others = await listenWithMany(server, address);
  const all = [server, ...others];
  arrivals.hasOneSocket = others.length === 0;
  isGuarded = door?.guard(all, connections) ?? false;
  // A listening TCP server has an address object, never a pipe name.
  const own = server.address() as AddressInfo;
  backlog = backlogOf(own);
  const stopping = new AbortController();
  let porter: Porter | undefined;
  // Nobody waits for it.
  if (door && isGuarded && onPorterLoss) void havePorter(door, onPorterLoss);
  async function havePorter(door: Door, lost: (reason: unknown) => void): Promise<void> {
    const tasks: PorterTasks = {
      receive(handle) {
        connections.receive();
        door.receive(handle);
      },
      step: () => arrivals.endTurn(),
      lost(reason) {
        arrivals.deputy = undefined;
        lost(reason);
      },
    };
    const tried = await Porter.tried(all, backlogOfEach(all.length), door.requests, tasks, stopping.signal);
    if (stopping.signal.aborted) tried?.close();
    else arrivals.deputy = porter = tried;
  }
  return {
    port: own.port,
    connections: {
      get size() {
        return connections.size;
      },
      get refused() {
        return connections.refused + (porter?.refused ?? 0);
      },
    },
    get unreadable() {
      return unreadable;
    },
    async stop(withinMs, openMs = withinMs / 2, isLast = async () => false) {
      const startedAt = performance.now();
      const left = () => withinMs - (performance.now() - startedAt);
      repeats?.stop();
      stopping.abort();
      const { answered } = connections;
      connections.leave();
      // Whoever sends callers here has yet to learn that this process is going away.
      await untilLeft(connections, openMs);
      // Who was told that a connection ends comes anew: on a busy machine not at once.
      if (connections.answered > answered) await sleep(Math.min(RETURN_MS, openMs));
      const isLastOfMany = await isLast(Math.max(0, openMs - (performance.now() - startedAt)));
      // Who connects between the last look at the queue and its end is lost. Nobody who waits for an answer does, and turns that answer
      // nothing are short.
      const goOn = inflow.hold();
      const forAnswers = left() / 2;
      if (!isLastOfMany) await porter?.leave(forAnswers);
      else {
        // Of the one socket that many share a turn takes one: there the porter empties the queue.
        if ((backlog?.() ?? 0) >= LONG_QUEUE) porter?.take(0);
        porter?.takeNobody();
      }
      await takeQueued(connections, left() - forAnswers);
      // One after another: all at once, the last would be closed on those who came to it while others were.
      for (const each of others) {
        each.close();
        await untilNoneWaits(connections, left() - forAnswers);
      }
      // The close of an HTTP server would end idle connections at once, and reset those whose next request is on its way.
      NetServer.prototype.close.call(server);
      // Who comes until it has gone, too, is refused.
      if (isLastOfMany) await porter?.outlast(Math.max(0, left() - forAnswers));
      connections.leave();
      goOn();
      await untilLeft(connections, left());
      connections.endAll();
      door?.close();
      porter?.close();
    },
  };
}

const ignore = () => undefined;

/**
 * Takes connections until none has come for a while and nobody was told anything, who might come again at once; where that does not end
 * until a turn of the event loop finds none, for `withinMs` at most. Closing the sockets that listen resets those that still wait. Each
 * turn takes one from every socket that has any.
 */
async function takeQueued(connections: Connections, withinMs: number): Promise<void> {
  const startedAt = performance.now();
  await nextTurn(); // The turn that this begins in may be half over.
  let [passed, quiet, isDone] = [0, 0, false];
  while (!isDone && passed < withinMs) {
    const { came, answered } = connections;
    const before = passed;
    await nextTurn();
    passed = performance.now() - startedAt;
    const isUnchanged = connections.came === came && connections.answered === answered;
    // A long turn looked no oftener than a short one.
    quiet = isUnchanged ? quiet + Math.min(1, passed - before) : 0;
    isDone = quiet >= QUIET_MS || (isUnchanged && passed >= HURRY_MS);
  }
}

/** Takes connections until a turn of the event loop finds none, for `withinMs` at most. */
async function untilNoneWaits(connections: Connections, withinMs: number): Promise<void> {
  const startedAt = performance.now();
  let came: number;
  do {
    ({ came } = connections);
    await nextTurn();
  } while (connections.came > came && performance.now() - startedAt < withinMs);
}

/** Waits for those connections to end that are to, and ends the idle ones of them after a while; for `withinMs` at most. */
async function untilLeft(connections: Connections, withinMs: number): Promise<void> {
  const startedAt = performance.now();
  for (let passed = 0; connections.hasLeaving() && passed < withinMs; passed = performance.now() - startedAt) {
    if (passed >= PARTING_MS) {
      await nextTurn(); // After a turn that was long, what came meanwhile has yet to be read.
      connections.endIdle();
    }
    await sleep(Math.min(SWEEP_MS, withinMs - passed));
  }
}
