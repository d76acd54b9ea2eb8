/** The connections of this process: who may have one more, which of them are idle, and which end when there are too many. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../auth/network.ts';
import { watchEnded } from './ended-side.ts';
import { errorReply } from './errors.ts';
import type { Arrivals } from './load/arrivals.ts';
import type { Asked } from './load/inflow.ts';
import { rawAnswer, sayFarewell } from './raw-answer.ts';
import { unavailable } from './refusals.ts';

export interface ConnectionLimits {
  /** Connections at most. */
  readonly most: number;
  /** Connections of one peer address at most, of IPv6 a /64; a proxy that speaks for many needs them all. */
  readonly mostOfAddress: number;
}

/** Makes what is sent to whom there is no place or no time for: a whole answer, so that the client knows that it may come again. */
const refusal = rawAnswer(errorReply(unavailable('busy')));
/** How many requests of a connection may wait for their answers to leave before no more of it is read; who pipelines sends a few. */
const MOST_ANSWERING = 16;

interface State {
  readonly address: string;
  /** Answers that are not written whole. */
  answering: number;
  /** What had been read when the last answer was whole: more means that a request is on its way. */
  bytesRead: number;
  /** The answer to the request that came last, while there is one. */
  latest: ServerResponse | undefined;
  /** True where the next answer is the last. */
  isLeaving: boolean;
  /** Told when fewer answers are to leave than {@link MOST_ANSWERING}. */
  onFewer: (() => void) | undefined;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #states = new Map<Socket, State>();
  /** The idle ones of each address, the longest idle first: those that have never asked anything, and those that have. */
  readonly #unused = new Map<string, Set<Socket>>();
  readonly #idle = new Map<string, Set<Socket>>();
  readonly #perAddress = new Map<string, number>();

  readonly #arrivals: Arrivals;
  #refused = 0;
  #came = 0;
  #answered = 0;
  /** First answers on their connections that have not left whole. */
  readonly #firstAnswers = new Set<ServerResponse>();

  constructor(limits: ConnectionLimits, arrivals: Arrivals) {
    this.#limits = limits;
    this.#arrivals = arrivals;
  }

  get size(): number {
    return this.#states.size;
  }

  /** How many have come so far, those included that found no place. */
  get came(): number {
    return this.#came;
  }

  /** How many answers have left so far. */
  get answered(): number {
    return this.#answered;
  }

  /** On how many a first request has come whole that is not answered whole: who sends slowly waits for nothing of ours. */
  get newcomers(): number {
    return [...this.#firstAnswers].filter(({ req }) => req.complete).length;
  }

  /** How many found no place so far. */
  get refused(): number {
    return this.#refused;
  }

  /** True when a connection from this address is to be taken, as fast as they come; to be asked once for each. */
  admits(remoteAddress: string | undefined): boolean {
    this.#came += 1;
    const network = remoteAddress === undefined ? undefined : networkOf(remoteAddress);
    return this.#arrivals.take(network, () => setImmediate(() => this.#arrivals.endTurn()));
  }

  /** A connection comes of which somebody else was asked. */
  receive(): void {
    this.#came += 1;
    this.#arrivals.receive(() => setImmediate(() => this.#arrivals.endTurn()));
  }

  /** What a connection is told that is not admitted. */
  refusal(): string {
    this.#refused += 1;
    return refusal();
  }

  /**
   * True when the new connection is taken. When there is no place an idle one gives way; when none is idle, or where it is not
   * admitted, this one is told so and ends.
   */
  open(socket: Socket, isAdmitted: boolean): boolean {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) {
      socket.destroy(); // Its client has gone.
      return false;
    }
    if (!isAdmitted) return this.#refuse(socket);
    const address = networkOf(remoteAddress);
    const ofAddress = this.#perAddress.get(address) ?? 0;
    if (ofAddress >= this.#limits.mostOfAddress && !this.#endIdle(address)) return this.#refuse(socket);
    if (this.size >= this.#limits.most && !this.#endIdle(address) && !this.#endIdle()) return this.#refuse(socket);
    this.#states.set(socket, {
      address,
      answering: 0,
      bytesRead: 0,
      latest: undefined,
      isLeaving: false,
      onFewer: undefined,
    });
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    add(this.#unused, address, socket);
    socket.once('close', () => this.#forget(socket));
    return true;
  }

  /**
   * A request has come, which `answer` is to answer where node:http does; its connection is in use until what this returns is called, when
   * the answer has left whole.
   */
  answering(socket: Socket, answer?: ServerResponse): () => void {
    const state = this.#states.get(socket);
    if (!state) return () => undefined;
    if (answer && this.#unused.get(state.address)?.has(socket)) this.#firstAnswers.add(answer);
    state.answering += 1;
    state.latest = answer;
    this.#wake(socket, state.address);
    return () => {
      this.#answered += 1;
      if (answer) this.#firstAnswers.delete(answer);
      state.answering -= 1;
      state.bytesRead = socket.bytesRead;
      if (state.answering === 0) {
        state.latest = undefined;
        if (this.#states.has(socket)) add(this.#idle, state.address, socket);
      }
      const { onFewer } = state;
      if (!onFewer || state.answering >= MOST_ANSWERING) return;
      state.onFewer = undefined;
      onFewer();
    };
  }

  /** What a connection that is open has asked, for whoever reads on it. */
  asked(socket: Socket): Asked {
    const state = this.#states.get(socket);
    return {
      isFull: () => state !== undefined && state.answering >= MOST_ANSWERING,
      whenFewer: (goOn) => {
        if (state) state.onFewer = goOn;
      },
    };
  }

  /** The client will send no more. */
  ended(socket: Socket): void {
    const state = this.#states.get(socket);
    watchEnded(socket, () => state !== undefined && state.answering > 0);
  }

  /** Those that are open now are to end, each with its next answer: that of the latest request where some are answered. */
  leave(): void {
    for (const state of this.#states.values()) {
      state.isLeaving = true;
      if (state.latest) state.latest.shouldKeepAlive = false;
    }
  }

  isLeaving(socket: Socket): boolean {
    return this.#states.get(socket)?.isLeaving ?? false;
  }

  /** True while one that is to end is open. */
  hasLeaving(): boolean {
    return [...this.#states.values()].some(({ isLeaving }) => isLeaving);
  }

  /** Ends those that are to end on which nothing is answered and no request is on its way. */
  endIdle(): void {
    for (const [socket, { isLeaving, answering, bytesRead }] of this.#states) {
      if (isLeaving && answering === 0 && bytesRead === socket.bytesRead) socket.destroy();
    }
  }

  endAll(): void {
    for (const socket of this.#states.keys()) socket.destroy();
  }

  /**
   * Ends the one of an address that is idle for longest. Those that have never asked anything go first, and are told so: their
   * request may be on its way. On one that has asked, an answer to nothing would be a fault of ours.
   */
  #endIdle(address = this.#mostIdle()): boolean {
    const [unused] = this.#unused.get(address) ?? [];
    const [kept] = this.#idle.get(address) ?? [];
    const longest = unused ?? kept;
    if (!longest) return false;
    this.#forget(longest);
    if (longest === unused) this.#refuse(longest);
    else longest.destroy();
    return true;
  }

  /** The address that has the most idle ones. */
  #mostIdle(): string {
    let [most, found] = [0, ''];
    for (const address of this.#perAddress.keys()) {
      const count = (this.#unused.get(address)?.size ?? 0) + (this.#idle.get(address)?.size ?? 0);
      if (count > most) [most, found] = [count, address];
    }
    return found;
  }

  #wake(socket: Socket, address: string): void {
    for (const idle of [this.#unused, this.#idle]) {
      const ofAddress = idle.get(address);
      if (ofAddress?.delete(socket) && ofAddress.size === 0) idle.delete(address);
    }
  }

  #forget(socket: Socket): void {
    const state = this.#states.get(socket);
    if (!state) return;
    this.#states.delete(socket);
    this.#wake(socket, state.address);
    const left = (this.#perAddress.get(state.address) ?? 1) - 1;
    if (left > 0) this.#perAddress.set(state.address, left);
    else this.#perAddress.delete(state.address);
  }

  #refuse(socket: Socket): false {
    sayFarewell(socket, this.refusal());
    return false;
  }
}

function add(idle: Map<string, Set<Socket>>, address: string, socket: Socket): void {
  idle.set(address, (idle.get(address) ?? new Set()).add(socket));
}
