/**
 * Receives the bodies of requests: so much in a turn of the event loop, and so much in all as there is room for. The system hands over
 * all that has come, and hundreds of large bodies at once, wanted or not, would be one turn.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NotNowError } from './not-now.ts';

/** What is received in a turn before others have to wait for the next one, in bytes. */
const TURN_BYTES = 1024 * 1024;
/** A byte that nobody wants counts for so many. */
const UNWANTED = 4;
/** About what one of those who waited brings. */
const PIECE_BYTES = 64 * 1024;

export class Intake {
  readonly #most: number;
  #held = 0;
  #inTurn = 0;
  #isCounting = false;
  /** What gives the room of a body to others. */
  readonly #releases = new WeakMap<IncomingMessage, () => void>();
  /** Those who wait for a turn; one that has gone does nothing in it. */
  #paused: IncomingMessage[] = [];

  /** @param most bytes of bodies that are kept at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes of bodies that wait for their answers. */
  get bytes(): number {
    return this.#held;
  }

  /**
   * The body; undefined when it is longer than `limit`. Rejects with a `NotNowError` when there is no room for it. What is not
   * wanted is received and thrown away, so that the answer arrives.
   */
  read(incoming: IncomingMessage, outgoing: ServerResponse, limit: number): Promise<Buffer | undefined> {
    if (incoming.readableEnded) return Promise.resolve(Buffer.alloc(0)); // There was none, see `optimizeEmptyRequests`.
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] | undefined = [];
      let size = 0;
      const letGo = () => {
        if (chunks) this.#held -= size;
        chunks = undefined;
      };
      this.#releases.set(incoming, letGo);
      this.#receive(incoming, (chunk) => {
        if (!chunks) return false;
        if (size + chunk.length > limit) {
          letGo();
          resolve(undefined);
        } else if (this.#held > size && this.#held + chunk.length > this.#most) {
          letGo();
          reject(new NotNowError('busy'));
        } else {
          size += chunk.length;
          this.#held += chunk.length;
          chunks.push(chunk);
        }
        return chunks !== undefined;
      });
      incoming.once('end', () => {
        resolve(chunks?.[0] && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks ?? []));
        if (chunks) chunks = []; // Still counted, but held once.
      });
      incoming.once('error', reject);
      // An error takes longer to make than all the rest of this.
      const close = () => {
        if (!incoming.readableEnded) reject(new Error('the connection closed before the body was whole'));
      };
      if (incoming.destroyed) close();
      else incoming.once('close', close);
      outgoing.once('close', letGo);
    });
  }

  /** A body is kept no longer, though its answer has not left. */
  release(incoming: IncomingMessage): void {
    this.#releases.get(incoming)?.();
  }

  /** Receives what nobody wants: less of it in a turn, since nobody waits for it but who sends what is refused. */
  discard(incoming: IncomingMessage): void {
    if (!incoming.readableEnded && !incoming.destroyed) this.#receive(incoming, () => false);
  }

  #receive(incoming: IncomingMessage, isWanted: (chunk: Buffer) => boolean): void {
    incoming.on('data', (chunk: Buffer) => {
      this.#count(chunk.length * (isWanted(chunk) ? 1 : UNWANTED));
      if (this.#inTurn < TURN_BYTES) return;
      incoming.pause();
      this.#paused.push(incoming);
    });
  }

  #count(bytes: number): void {
    this.#inTurn += bytes;
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => {
      this.#isCounting = false;
      this.#inTurn = 0;
      for (const incoming of this.#paused.splice(0, TURN_BYTES / PIECE_BYTES)) incoming.resume();
      if (this.#paused.length > 0) this.#count(0);
    });
  }
}
