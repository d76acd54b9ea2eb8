/** Sends bodies piece by piece, counts those that do not leave at once while they are on their way, and gives up readers that are too slow. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { TEXT_BYTES } from '../answer.ts';
import type { BytesInFlight } from './bytes-in-flight.ts';
import { type LeastSpeed, ReaderPace } from './reader-pace.ts';
import { InTurns } from './turn.ts';
import { TURN_BUDGET_MS } from './turn-budget.ts';

/** A body up to this size goes at once; it mostly fits what the system keeps for a socket. */
const PIECE_BYTES = 256 * 1024;
const CHECK_MS = 500;

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
  readonly pace: ReaderPace;
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
    const sending = { outgoing, body, pace: new ReaderPace() };
    outgoing.once('close', this.#inFlight.send(body));
    this.#watch(sending);
    if (!isWhole) this.#next(sending, 0);
  }

  /** Sends pieces as they come, each when the one before it has left, and ends the answer, whose head has been written. */
  async endWith(outgoing: ServerResponse, pieces: AsyncIterable<Buffer>): Promise<void> {
    if (outgoing.destroyed) return;
    const pace = new ReaderPace();
    pace.took(0);
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    this.#watch({ outgoing, body: undefined, pace });
    try {
      for await (const piece of pieces) {
        if (outgoing.destroyed) return;
        pace.handOver();
        if (!outgoing.write(piece)) await once(outgoing, 'drain', gone);
        pace.took(piece.length);
      }
      pace.handOver();
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

  /** Its reader has taken so many bytes. */
  #next(sending: SendingBody, bytes: number): void {
    sending.pace.took(bytes);
    this.#ready.push(sending);
    this.#inTurns.goOn();
  }

  #sendPiece(sending: SendingBody | undefined): void {
    if (!sending || sending.outgoing.destroyed) return;
    const { outgoing, body, pace } = sending;
    pace.handOver();
    const piece = body.subarray(pace.taken, pace.taken + PIECE_BYTES);
    if (pace.taken + piece.length === body.length) {
      outgoing.end(piece);
      return;
    }
    const goOn = () => this.#next(sending, piece.length);
    if (outgoing.write(piece)) goOn();
    else outgoing.once('drain', goOn);
  }

  #endSlow(): void {
    const now = performance.now();
    for (const { outgoing, pace } of this.#sending) {
      pace.look(outgoing.socket !== null, now);
      if (pace.lateBy(this.#limits.usual, now) > 0) cutOff(outgoing);
    }
    if (this.#inFlight.isShort) this.#makeRoom(now);
  }

  /**
   * Ends the readers of bodies, the latest first, until there is room: of one body at least, since the process may be large whatever the
   * bodies are. What is short for a moment is no reason to end all.
   */
  #makeRoom(now: number): void {
    const lateOf = new Map<object, number>();
    for (const sending of this.#sending) {
      const place = sending.body ?? sending;
      // A body with a reader who is in time stays, whoever else goes.
      const late = sending.pace.lateBy(this.#limits.short, now);
      lateOf.set(place, Math.min(late, lateOf.get(place) ?? late));
    }
    const ended = new Set<object>();
    let excess = this.#inFlight.excess;
    for (const [place, late] of [...lateOf].sort(([, one], [, other]) => other - one)) {
      if (late <= 0 || (ended.size > 0 && excess <= 0)) break;
      ended.add(place);
      if (Buffer.isBuffer(place)) excess -= place.length;
    }
    for (const sending of this.#sending) if (ended.has(sending.body ?? sending)) cutOff(sending.outgoing);
  }
}

/** By a reset: what the system keeps for a reader would outlive an end by minutes, and an end looks like that of the answer. */
function cutOff(outgoing: ServerResponse): void {
  // What is no connection of TCP knows none.
  if (outgoing.socket instanceof Socket) outgoing.socket.resetAndDestroy();
  else outgoing.destroy();
}
