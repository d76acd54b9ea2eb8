/**
 * Takes what comes on connections: so much in a turn of the event loop. The system hands over all that has come, and hundreds of large
 * bodies at once, wanted or not, would be one turn.
 */
import type { Duplex } from 'node:stream';

/** What is taken in a turn before others have to wait for the next one, in bytes. */
const TURN_BYTES = 1024 * 1024;
/** What comes in shorter pieces never waits: it is a request without a large body. */
const LONG_BYTES = 16 * 1024;
/** About what one of those who waited brings. */
const PIECE_BYTES = 64 * 1024;

export class Inflow {
  #inTurn = 0;
  #isCounting = false;
  /** Those who wait for a turn, with what has come on them; one that has closed brings nothing. */
  readonly #held = new Set<Duplex>();

  /** Puts itself between a connection and those who listen to its data so far: they get what there is room for in this turn. */
  watch(socket: Duplex): void {
    const listeners = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      if (chunk.length >= LONG_BYTES && !this.#hasRoom(chunk.length)) this.#hold(socket, chunk);
      else for (const each of listeners) each.call(socket, chunk);
    });
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
      let left = TURN_BYTES / PIECE_BYTES;
      for (const socket of this.#held) {
        if (left-- === 0) break;
        this.#held.delete(socket);
        socket.resume();
      }
      if (this.#held.size > 0) this.#count();
    });
  }
}
