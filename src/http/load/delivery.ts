/** Sends large bodies piece by piece, counts them while they are on their way, and gives up readers that are too slow. */
import type { ServerResponse } from 'node:http';
import { TEXT_BYTES } from '../answer.ts';
import type { BytesInFlight } from './bytes-in-flight.ts';

/** A body up to this size goes at once; it mostly fits what the system keeps for a socket. */
const PIECE_BYTES = 256 * 1024;
const CHECK_MS = 500;

/** What a reader has to keep up with, from so many milliseconds on. */
interface Pace {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

export interface DeliveryLimits {
  readonly usual: Pace;
  /** While bytes in flight are short. */
  readonly short: Pace;
}

export const DEFAULT_DELIVERY_LIMITS: DeliveryLimits = {
  usual: { graceMs: 30_000, bytesPerSecond: 128 * 1024 },
  short: { graceMs: 5_000, bytesPerSecond: 1024 * 1024 },
};

interface Sending {
  readonly outgoing: ServerResponse;
  readonly since: number;
  /** Bytes that the system has taken. */
  sent: number;
}

export class Delivery {
  readonly #inFlight: BytesInFlight;
  readonly #limits: DeliveryLimits;
  readonly #sending = new Set<Sending>();
  #check: NodeJS.Timeout | undefined;

  constructor(inFlight: BytesInFlight, limits: DeliveryLimits = DEFAULT_DELIVERY_LIMITS) {
    this.#inFlight = inFlight;
    this.#limits = limits;
  }

  /** Sends the body and ends the answer, whose head has been written. */
  end(outgoing: ServerResponse, body: Buffer | undefined): void {
    if (!body || body.length <= PIECE_BYTES) {
      // As a text it leaves with its head; to copy a large one costs more than a second piece.
      if (body && body.length <= TEXT_BYTES) outgoing.end(body.toString('latin1'), 'latin1');
      else outgoing.end(body);
      return;
    }
    if (outgoing.destroyed) return; // Nothing would tell any more that it has closed.
    const sending: Sending = { outgoing, since: performance.now(), sent: 0 };
    const release = this.#inFlight.send(body);
    this.#sending.add(sending);
    this.#check ??= setInterval(() => this.#endSlow(), CHECK_MS);
    outgoing.once('close', () => {
      release();
      this.#sending.delete(sending);
      if (this.#sending.size > 0) return;
      clearInterval(this.#check);
      this.#check = undefined;
    });
    sendFrom(0, body, sending);
  }

  #endSlow(): void {
    const now = performance.now();
    const { graceMs, bytesPerSecond } = this.#inFlight.isShort ? this.#limits.short : this.#limits.usual;
    for (const { outgoing, since, sent } of this.#sending) {
      if (now - since > graceMs + (sent / bytesPerSecond) * 1000) outgoing.destroy();
    }
  }
}

function sendFrom(start: number, body: Buffer, sending: Sending): void {
  const { outgoing } = sending;
  const end = Math.min(start + PIECE_BYTES, body.length);
  const piece = body.subarray(start, end);
  if (end === body.length) {
    outgoing.end(piece);
    return;
  }
  const goOn = () => {
    sending.sent = end;
    sendFrom(end, body, sending);
  };
  if (outgoing.write(piece)) setImmediate(goOn);
  else outgoing.once('drain', goOn);
}
