/** The connections of this process: who may have one more, which of them are idle, and which end when there are too many. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Arrivals } from './load/arrivals.ts';

export interface ConnectionLimits {
  /** Connections at most. */
  readonly most: number;
  /** Connections of one peer address at most; a proxy that speaks for many needs them all. */
  readonly mostOfAddress: number;
}

/** Sent to whom there is no place or no time for: a whole answer, so that the client knows that it may come again. */
const NO_PLACE = '{"error":"Too many connections."}';
const NO_PLACE_ANSWER = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json; charset=utf-8',
  'Cache-Control: no-store',
  'Access-Control-Allow-Origin: *',
  'Retry-After: 1',
  'Connection: close',
  `Content-Length: ${NO_PLACE.length}`,
  '',
  NO_PLACE,
].join('\r\n');
/** How long whom there is no place for may take to read that, in milliseconds. */
const FAREWELL_MS = 1_000;

interface State {
  readonly address: string;
  /** Answers that are not written whole. */
  answering: number;
  /** What had been read when the last answer was whole: more means that a request is on its way. */
  bytesRead: number;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #states = new Map<Socket, State>();
  /** The idle ones of each address, the longest idle first. */
  readonly #idle = new Map<string, Set<Socket>>();
  readonly #perAddress = new Map<string, number>();

  readonly #arrivals: Arrivals;
  #refused = 0;

  constructor(limits: ConnectionLimits, arrivals: Arrivals) {
    this.#limits = limits;
    this.#arrivals = arrivals;
  }

  get size(): number {
    return this.#states.size;
  }

  /** How many found no place so far. */
  get refused(): number {
    return this.#refused;
  }

  /** True when the new connection is taken. When there is no place an idle one gives way; when none is idle this one is told so and ends. */
  open(socket: Socket): boolean {
    if (!this.#arrivals.take(() => setImmediate(() => this.#arrivals.endTurn()))) return this.#refuse(socket);
    const address = socket.remoteAddress ?? '';
    const ofAddress = this.#perAddress.get(address) ?? 0;
    if (ofAddress >= this.#limits.mostOfAddress && !this.#endIdle(address)) return this.#refuse(socket);
    if (this.size >= this.#limits.most && !this.#endIdle(address) && !this.#endIdle()) return this.#refuse(socket);
    this.#states.set(socket, { address, answering: 0, bytesRead: 0 });
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    this.#rest(socket, address);
    socket.once('close', () => this.#forget(socket));
    return true;
  }

  /** A request has come; its connection is in use until the answer has left whole. */
  answering(socket: Socket, outgoing: ServerResponse): void {
    const state = this.#states.get(socket);
    if (!state) return;
    state.answering += 1;
    this.#wake(socket, state.address);
    outgoing.once('close', () => {
      state.answering -= 1;
      state.bytesRead = socket.bytesRead;
      if (state.answering === 0 && this.#states.has(socket)) this.#rest(socket, state.address);
    });
  }

  /** Ends those on which nothing is answered and no request is on its way. */
  endIdle(): void {
    for (const idle of this.#idle.values()) {
      for (const socket of idle) if (this.#isSilent(socket)) socket.destroy();
    }
  }

  endAll(): void {
    for (const socket of this.#states.keys()) socket.destroy();
  }

  /** Ends the one that is idle for longest, of an address or of all. */
  #endIdle(address?: string): boolean {
    const [longest] = (address === undefined ? this.#longestIdle() : this.#idle.get(address)) ?? [];
    if (!longest) return false;
    this.#forget(longest);
    longest.destroy();
    return true;
  }

  /** The idle ones of the address that has the most of them. */
  #longestIdle(): Set<Socket> | undefined {
    let most: Set<Socket> | undefined;
    for (const idle of this.#idle.values()) if (idle.size > (most?.size ?? 0)) most = idle;
    return most;
  }

  #isSilent(socket: Socket): boolean {
    return this.#states.get(socket)?.bytesRead === socket.bytesRead;
  }

  #rest(socket: Socket, address: string): void {
    const idle = this.#idle.get(address) ?? new Set();
    this.#idle.set(address, idle.add(socket));
  }

  #wake(socket: Socket, address: string): void {
    const idle = this.#idle.get(address);
    idle?.delete(socket);
    if (idle?.size === 0) this.#idle.delete(address);
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
    this.#refused += 1;
    socket.on('error', () => undefined);
    socket.end(NO_PLACE_ANSWER, 'latin1');
    // Closing with something unread would reset the connection, and take the answer along.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
    socket.once('close', () => clearTimeout(timer));
    return false;
  }
}
