/**
 * Takes what comes on connections: so much in a turn of the event loop, and no more requests of one than it takes answers for. The system
 * hands over all that has come: hundreds of large bodies at once, wanted or not, would be one turn, and who sends requests and never reads
 * would have hundreds of thousands of them in memory.
 */
import type { Duplex } from 'node:stream';

/** What is taken in a turn before others have to wait for the next one, in bytes. */
const TURN_BYTES = 1024 * 1024;
/** What comes in shorter pieces never waits: it is a request without a large body. */
const LONG_BYTES = 16 * 1024;
/** About what one of those who waited brings. */
const CHUNK_BYTES = 64 * 1024;
/** What is read of a chunk before it is looked at how many requests that were: some dozens. */
const PIECE_BYTES = 2 * 1024;

/** What is known of the requests that a connection has sent. */
export interface Asked {
  /** True where so many wait for their answers that no more is to be read. */
  isFull(): boolean;
  /** Calls back, once, when that is no longer so. */
  whenFewer(goOn: () => void): void;
}

const NEVER_FULL: Asked = { isFull: () => false, whenFewer: () => undefined };

export class Inflow {
  #inTurn = 0;
  #isCounting = false;
  #isHolding = false;
  /** Those who wait for a turn, with what has come on them; one that has closed brings nothing. */
  readonly #held = new Set<Duplex>();

  /** Puts itself between a connection and those who listen to its data so far: they get what there is room for in this turn. */
  watch(socket: Duplex, asked: Asked = NEVER_FULL): void {
    const listeners = socket.listeners('data');
    socket.removeAllListeners('data');
    const pass = (chunk: Buffer) => {
      for (const each of listeners) each.call(socket, chunk);
    };
    socket.on('data', (chunk: Buffer) => {
      const waits = this.#isHolding || (chunk.length >= LONG_BYTES && !this.#hasRoom(chunk.length));
      if (waits) this.#hold(socket, chunk);
      else takeIn(socket, chunk, pass, asked);
    });
  }

  /** Takes nothing until what this returns is called: what comes meanwhile waits. */
  hold(): () => void {
    this.#isHolding = true;
    return () => {
      this.#isHolding = false;
      this.#count();
    };
  }

  #hasRoom(bytes: number): boolean {
    if (this.#inTurn >= TURN_BYTES) return false;
    this.#inTurn += bytes;
    this.#count();
    return true;
  }

  /** The chunk is put back, so that the handle below the stream stops reading at once: paused alone, it would take one more piece. */
  #hold(socket: Duplex, chunk: Buffer): void {
    socket.pause();
    socket.unshift(chunk);
    this.#held.add(socket);
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => {
      this.#isCounting = false;
      this.#inTurn = 0;
      if (this.#isHolding) return;
      let left = TURN_BYTES / CHUNK_BYTES;
      for (const socket of this.#held) {
        if (left-- === 0) break;
        this.#held.delete(socket);
        goOn(socket);
      }
      if (this.#held.size > 0) this.#count();
    });
  }
}

/**
 * Hands on what has come piece by piece, and puts back what is left when the connection has enough to do, or who listens stops it. Where
 * nobody listens any more, since a piece could not be read or was the last one to be answered, the rest is for nobody.
 */
function takeIn(socket: Duplex, chunk: Buffer, pass: (piece: Buffer) => void, asked: Asked): void {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
    if (isUnread(socket)) return;
    if (asked.isFull()) {
      socket.pause();
      asked.whenFewer(() => goOn(socket));
    }
    if (socket.isPaused()) {
      socket.unshift(at === 0 ? chunk : chunk.subarray(at));
      return;
    }
    pass(chunk.length <= PIECE_BYTES ? chunk : chunk.subarray(at, at + PIECE_BYTES));
  }
}

/** True where nobody is to have what comes on a connection. */
export function isUnread(socket: Duplex): boolean {
  return socket.listenerCount('data') === 0;
}

/**
 * True where node:http has stopped a connection (`_paused`, its own field), and takes nothing more; it goes on by itself when what it has
 * written has left.
 */
export function isStopped(socket: Duplex & { readonly _paused?: boolean }): boolean {
  return socket._paused === true;
}

function goOn(socket: Duplex): void {
  if (!isStopped(socket)) socket.resume();
}
