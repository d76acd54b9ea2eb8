/** Keeps the bodies of requests until their answers have left: so much in all as there is room for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NotNowError } from './not-now.ts';

export class Intake {
  readonly #most: number;
  #held = 0;
  /** What gives the room of a body to others. */
  readonly #releases = new WeakMap<IncomingMessage, () => void>();

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
        this.#releases.delete(incoming); // What stays here outlives its request, see ADR 89.
      };
      this.#releases.set(incoming, letGo);
      incoming.on('data', (chunk: Buffer) => {
        if (!chunks) return;
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
      });
      incoming.once('end', () => {
        resolve(chunks?.[0] && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks ?? []));
        if (chunks) chunks = []; // Whoever waits has the body now. Its bytes stay counted until its answer has left.
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
}
