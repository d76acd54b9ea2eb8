/** Sends bodies piece by piece, counts those that do not leave at once while they are on their way, and gives up readers that are too slow. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { TEXT_BYTES } from '../answer.ts';
import type { BytesInFlight } from './bytes-in-flight.ts';
import { InTurns } from './turn.ts';
import { TURN_BUDGET_MS } from './turn-budget.ts';

/** A body up to this size goes at once; it mostly fits what the system keeps for a socket. */
const PIECE_BYTES = 256 * 1024;
const CHECK_MS = 500;

/** How fast a reader has to be at least. */
interface LeastSpeed {
  /** From so many milliseconds on; and so long at most it may take until a piece leaves, however much left at once before. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

export interface DeliveryLimits {
  readonly usual: LeastSpeed;
  /** While bytes in flight are short. */
  readonly short: LeastSpeed;
}

export const DEFAULT_DELIVERY_LIMITS: DeliveryLimits = {
  usual: { graceMs: 30_000, bytesPerSecond: 128 * 1024 },
  short: { graceMs: 5_000, bytesPerSecond: 1024 * 1024 },
};

interface Sending {
  readonly outgoing: ServerResponse;
  /** Undefined where it is made piece by piece. */
  readonly body: Buffer | undefined;
  /** Bytes that the system has taken. */
  sent: number;
  /** When it began; the times in which it did not wait for the reader do not count. */
  since: number;
  /** What the system had taken then: when the reader is first waited for for long, some megabytes that it has not. */
  sentBefore: number | undefined;
  /** When what the reader is waited for now was handed to the system. */
  handedAt: number;
  /** Since when it waits for its turn, or for something to send; undefined while it waits for the reader. */
  readyAt: number | undefined;
}

/** A body that is there as a whole. */
interface SendingBody extends Sending {
  readonly body: Buffer;
}

export class Delivery {
  readonly #inFlight: BytesInFlight;
  readonly #limits: DeliveryLimits;
  readonly #sending = new Set<Sending>();
  /** Those whose readers have taken what they were sent, in the order in which they have. */
  readonly #ready: SendingBody[] = [];
  /** The system takes pieces as fast as it can copy: all of a hundred readers of a large answer in one turn would be seconds. */
  readonly #inTurns = new InTurns(
    TURN_BUDGET_MS.pieces,
    () => this.#ready.length > 0,
    () => this.#sendPiece(this.#ready.shift()),
  );
  #check: NodeJS.Timeout | undefined;

  constructor(inFlight: BytesInFlight, limits: DeliveryLimits = DEFAULT_DELIVERY_LIMITS) {
    this.#inFlight = inFlight;
    this.#limits = limits;
  }

  /** Sends the body and ends the answer, whose head has been written. */
  end(outgoing: ServerResponse, body: Buffer | undefined): void {
    if (outgoing.destroyed) return; // Nothing would tell any more that it has closed.
    const isWhole = !body || body.length <= PIECE_BYTES;
    // As a text it leaves with its head; to copy a large one costs more than a second piece.
    if (body && body.length <= TEXT_BYTES) outgoing.end(body.toString('latin1'), 'latin1');
    else if (isWhole) outgoing.end(body);
    if (!body || (isWhole && outgoing.writableLength === 0)) return; // The system has taken it all.
    const now = performance.now();
    const sending = { outgoing, body, sent: 0, since: now, sentBefore: undefined, handedAt: now, readyAt: undefined };
    outgoing.once('close', this.#inFlight.send(body));
    this.#watch(sending);
    if (!isWhole) this.#next(sending);
  }

  /** Sends pieces as they come, each when the one before it has left, and ends the answer, whose head has been written. */
  async endWith(outgoing: ServerResponse, pieces: AsyncIterable<Buffer>): Promise<void> {
    if (outgoing.destroyed) return;
    const now = performance.now();
    const sending: Sending = {
      outgoing,
      body: undefined,
      sent: 0,
      since: now,
      sentBefore: undefined,
      handedAt: now,
      readyAt: now,
    };
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    this.#watch(sending);
    try {
      for await (const piece of pieces) {
        if (outgoing.destroyed) return;
        waitForReader(sending);
        if (!outgoing.write(piece)) await once(outgoing, 'drain', gone);
        sending.sent += piece.length;
        sending.readyAt = performance.now();
      }
      waitForReader(sending);
      outgoing.end();
    } catch {
      outgoing.destroy(); // The client has gone, or there are no more pieces where there should be.
    }
  }

  /** From now on its reader has to keep up, until the answer has left. */
  #watch(sending: Sending): void {
    this.#sending.add(sending);
    this.#check ??= setInterval(() => this.#endSlow(), CHECK_MS);
    sending.outgoing.once('close', () => {
      this.#sending.delete(sending);
      if (this.#sending.size > 0) return;
      clearInterval(this.#check);
      this.#check = undefined;
    });
  }

  #next(sending: SendingBody): void {
    sending.readyAt = performance.now();
    this.#ready.push(sending);
    this.#inTurns.goOn();
  }

  #sendPiece(sending: SendingBody | undefined): void {
    if (!sending || sending.outgoing.destroyed) return;
    const { outgoing, body, sent } = sending;
    waitForReader(sending);
    const end = Math.min(sent + PIECE_BYTES, body.length);
    const piece = body.subarray(sent, end);
    if (end === body.length) {
      outgoing.end(piece);
      return;
    }
    const goOn = () => {
      sending.sent = end;
      this.#next(sending);
    };
    if (outgoing.write(piece)) goOn();
    else outgoing.once('drain', goOn);
  }

  #endSlow(): void {
    const now = performance.now();
    for (const sending of this.#sending) {
      look(sending, now);
      if (lateBy(sending, this.#limits.usual, now) > 0) sending.outgoing.destroy();
    }
    if (this.#inFlight.isShort) this.#makeRoom(now);
  }

  /** Ends the readers of one body, the one that is latest; if that is not enough, of another at the next look. What is short for a moment is no reason to end all. */
  #makeRoom(now: number): void {
    const lateOf = new Map<object, number>();
    for (const sending of this.#sending) {
      const place = sending.body ?? sending;
      // A body with a reader who is in time stays, whoever else goes.
      const late = lateBy(sending, this.#limits.short, now);
      lateOf.set(place, Math.min(late, lateOf.get(place) ?? late));
    }
    const [latest] = [...lateOf].reduce((one, other) => (other[1] > one[1] ? other : one), [{}, 0]);
    for (const sending of this.#sending) if ((sending.body ?? sending) === latest) sending.outgoing.destroy();
  }
}

/** Notes what only time tells of a reader. */
function look(sending: Sending, now: number): void {
  const { outgoing, sent, handedAt, readyAt } = sending;
  if (readyAt !== undefined) return;
  if (outgoing.socket === null) {
    // Its turn on the connection has not come: those before it are read.
    sending.since = now;
    sending.handedAt = now;
  } else if (sending.sentBefore === undefined && now - handedAt > CHECK_MS) {
    sending.sentBefore = sent;
    sending.since = handedAt;
  }
}

/** For how many milliseconds a reader ought to have taken more; it is in time where that is none or less. */
function lateBy({ sent, since, sentBefore = 0, handedAt, readyAt }: Sending, least: LeastSpeed, now: number): number {
  if (readyAt !== undefined) return Number.NEGATIVE_INFINITY;
  const mayTakeMs = least.graceMs + ((sent - sentBefore) / least.bytesPerSecond) * 1000;
  return Math.max(now - handedAt - least.graceMs, now - since - mayTakeMs);
}

/** What was waited for until now was not the reader. */
function waitForReader(sending: Sending): void {
  const { readyAt } = sending;
  const now = performance.now();
  if (readyAt !== undefined) sending.since += now - readyAt;
  sending.handedAt = now;
  sending.readyAt = undefined;
}
