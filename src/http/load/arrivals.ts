/**
 * Whether connections come faster than they can be dealt with: turns of the event loop in which many came are a queue before the door,
 * and requests that nobody has had the time to look at are one behind it. Then only a part is taken, of each network as much as of any
 * other, and the rest are told at once to come again: where all are taken, all wait. But who comes again as soon as it is told fills
 * every turn, whatever is refused: so no less is taken than can be done while that leaves the queues short. Who asks what is in memory
 * waits a while longer before it is refused, which takes hardly less than its answer.
 */
import type { Deputy } from './deputy.ts';
import { FairParts } from './fair-parts.ts';

/** A queue for shorter is a burst, in milliseconds. */
const PATIENCE_MS = 200;
/** With a deputy, where whoever comes does so in vain, or waits too long already: of a burst most have been taken by then. */
const PATIENCE_IN_VAIN_MS = 40;
/** And so is one that was seen in fewer turns in a row: a process that got no processor for so long has had a single turn. */
const FEWEST_TURNS = 3;
/** How often the share is judged anew, in milliseconds. */
const STEP_MS = 20;
/** A turn is full in which so many connections came, and a queue behind the door is one of as many requests. */
const FULL = 32;
/**
 * With a deputy, as many as come in a step of a flood, before it is at the door and while it is: its refusals take nothing of the main loop,
 * those of the gate do. Where fewer come the gate refuses, which knows keys and not only networks.
 */
const FEWEST_FOR_DEPUTY = 4;
const FEWEST_BESIDE = 3;
/** Parts of the turns of a step that were full: above, less is taken; below, more. While there is a queue behind the door, all are. */
const TOO_MANY = 0.7;
const FEW = 0.3;
const LESS = 0.85;
/** While the deputy is at the door: each who is taken in vain is one who is told late. */
const LESS_BESIDE = 0.6;
/** And where the wait is as much longer than it may be, so much less. */
const LEAST_OF_BEFORE = 0.5;
const MORE = 1.15;
/** Turns are shorter than this, in milliseconds, but for the worst. */
const QUIET_MS = 300;
/** To refuse more than nineteen of twenty takes more than it leaves; and it is noticed when there is less to do for each. */
const LEAST_SHARE = 0.05;
/** From this wait in the queues on it counts for more than what could be done, in milliseconds: of work, and of what is in memory. */
const LONG_FOR_WORK_MS = 75;
const LONG_FOR_ANSWERS_MS = 250;
/**
 * The part of work among those taken from which on it is worth while to have others refused beside the event loop, and below which it is not:
 * what is in memory is answered in the time that it takes to receive somebody. Few are taken, so that the part is known roughly.
 */
const MUCH_WORK = 0.75;
const LITTLE_WORK = 0.25;
/** How many come is judged by about so many milliseconds. */
const LATELY_MS = 100;
/** Stands for the network of clients that left before they were looked at: their addresses cannot be had any more. */
const GONE = '';

/** Of work, which no cache answers. */
export interface Demand {
  /** How much a millisecond is wanted for as much to be done as can be: infinitely much where there is none, 0 where enough waits. */
  readonly wanted: number;
  /** How much has come so far. */
  readonly come: number;
  /** True where hardly any that comes could be done in time. */
  readonly isInVain: boolean;
}

const NO_WORK: Demand = { wanted: Number.POSITIVE_INFINITY, come: 0, isInVain: false };

/** What is known of those behind the connections and of those before; undefined where it is not. */
export interface Surroundings {
  demand(): Demand | undefined;
  /** How many connections wait in the system's queue. */
  backlog(): number | undefined;
  /** How many that were taken wait for their request to be looked at. */
  unseen(): number;
}

const UNKNOWN: Surroundings = { demand: () => undefined, backlog: () => undefined, unseen: () => 0 };

export class Arrivals {
  /** Who helps; undefined where nobody does. */
  deputy: Deputy | undefined;
  /** True where a turn takes one connection at most, whatever waits: its queue alone tells. */
  hasOneSocket = false;
  readonly #surroundings: Surroundings;
  readonly #now: () => number;
  #inTurn = 0;
  #hasBegun = false;
  #turns = 0;
  #fullTurns = 0;
  #inStep = 0;
  /** How many came in a millisecond lately. */
  #perMs = 0;
  #taken = 0;
  /** How much work had come when the step began. */
  #come = 0;
  /** The part of those that were taken lately which was work. */
  #work = 1;
  #isForWork = true;
  #stepAt: number;
  #turnAt = 0;
  #emptyAt: number;
  /** Full turns since then. */
  #standing = 0;
  /** The part of the connections that is taken. */
  #share = 1;
  readonly #parts = new FairParts();
  #owed = 0;

  constructor(surroundings: Surroundings = UNKNOWN, now: () => number = () => performance.now()) {
    this.#surroundings = surroundings;
    this.#now = now;
    this.#stepAt = now();
    this.#emptyAt = this.#stepAt;
  }

  /**
   * A connection of a network has come: true when it is to be taken. Where its client has gone already there is no network, and nothing
   * to take. `onTurn` is called at the first one of a turn.
   */
  take(network: string | undefined, onTurn: () => void): boolean {
    this.#inTurn += 1;
    this.#begin(onTurn);
    const part = this.#parts.of(network ?? GONE);
    if (network === undefined) return false;
    this.#owed += part;
    if (this.#owed < 1) return false;
    this.#owed -= 1;
    this.#taken += 1;
    return true;
  }

  /** One that the deputy has taken is received; `onTurn` as in {@link take}. */
  receive(onTurn: () => void): void {
    this.#taken += 1;
    this.#begin(onTurn);
  }

  #begin(onTurn: () => void): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#recover();
    onTurn();
  }

  /** Where nobody came for longer than any turn takes, nobody waits. */
  #recover(): void {
    const now = this.#now();
    const quietMs = now - this.#turnAt;
    if (quietMs <= QUIET_MS) return;
    this.#share = Math.min(1, this.#share * MORE ** (quietMs / STEP_MS));
    this.#parts.settle(quietMs, this.#share);
    // A burst after a quiet time is no queue that has stood since then.
    this.#emptyAt = now;
    this.#standing = 0;
    this.#beginStep(now);
  }

  #beginStep(now: number): void {
    this.#turns = 0;
    this.#fullTurns = 0;
    this.#inStep = 0;
    this.#taken = 0;
    this.#come = this.#demand().come;
    this.#stepAt = now;
  }

  #demand(): Demand {
    return this.#surroundings.demand() ?? NO_WORK;
  }

  /** The turn in which connections came is over; or one in which none did, while the deputy is at the door. */
  endTurn(): void {
    this.#hasBegun = false;
    this.#turns += 1;
    if (this.#inTurn >= FULL) this.#fullTurns += 1;
    this.#inStep += this.#inTurn;
    this.#inTurn = 0;
    const now = this.#now();
    this.#turnAt = now;
    const passedMs = now - this.#stepAt;
    if (passedMs < STEP_MS) return;
    this.#inStep += this.deputy?.newlyCome() ?? 0;
    this.#learn(passedMs);
    const full = this.#full();
    this.#standing = full > TOO_MANY ? this.#standing + this.#turns * full : 0;
    if (full <= TOO_MANY) this.#emptyAt = now;
    const isLate = this.#behind() + (this.#surroundings.backlog() ?? 0) > this.#longMs * this.#perMs;
    const patienceMs = this.deputy && (isLate || this.#demand().isInVain) ? PATIENCE_IN_VAIN_MS : PATIENCE_MS;
    const isStanding = now - this.#emptyAt > patienceMs && this.#standing >= FEWEST_TURNS;
    if (this.#share < 1 || isStanding) this.#judge(full);
    this.#parts.settle(passedMs, this.#share);
    if (this.#isForWork) this.deputy?.take(this.#share);
    else this.deputy?.rest();
    this.#beginStep(now);
  }

  /** Which part of the turns of the step was full. What comes to a deputy makes none so: there it is whether they come as fast. */
  #full(): number {
    if (this.#behind() / this.#perMs > this.#longMs) return 1;
    const inStep = this.#perMs * STEP_MS;
    if (this.deputy?.isAtDoor) return Number(inStep >= FEWEST_BESIDE);
    if (this.deputy && this.#isForWork && inStep >= FEWEST_FOR_DEPUTY && this.#demand().isInVain) return 1;
    if (this.hasOneSocket) return Number((this.#surroundings.backlog() ?? 0) >= FULL);
    return this.#fullTurns / this.#turns;
  }

  #learn(passedMs: number): void {
    const part = Math.min(1, passedMs / LATELY_MS);
    this.#perMs += (this.#inStep / passedMs - this.#perMs) * part;
    const came = this.#demand().come - this.#come;
    if (this.#taken > 0) this.#work += (Math.min(1, came / this.#taken) - this.#work) * part;
    this.#isForWork = this.#work > (this.#isForWork ? LITTLE_WORK : MUCH_WORK);
  }

  /** How long who comes may wait, in milliseconds. */
  get #longMs(): number {
    return LONG_FOR_WORK_MS * this.#work + LONG_FOR_ANSWERS_MS * (1 - this.#work);
  }

  /**
   * How many wait behind the door, where that is a queue: where few wait nobody knows whether it is, and where few come lately it is what
   * a burst has left, of which those who come now are no part.
   */
  #behind(): number {
    const unseen = this.#surroundings.unseen();
    return unseen >= FULL && this.#perMs * PATIENCE_MS >= FULL ? unseen : 0;
  }

  #judge(full: number): void {
    if (this.#perMs === 0) {
      this.#share = 1;
      return;
    }
    // Whom the deputy takes from the system's queue waits on the way; where that queue is not known, it is the sooner one.
    const onTheWay = this.deputy?.isAtDoor ? this.deputy.waiting : undefined;
    const backlog = this.#surroundings.backlog() ?? (onTheWay === undefined ? undefined : 0);
    const waitMs = backlog === undefined ? undefined : (backlog + (onTheWay ?? 0) + this.#behind()) / this.#perMs;
    // Where the length of the system's queue is not known, full turns are all there is to go by.
    const long = waitMs === undefined ? 1 : waitMs / this.#longMs;
    const wanted = long < 1 ? this.#demand().wanted / this.#perMs : 0;
    if (full < FEW || (wanted > 0 && long < 1 / 2)) this.#share *= MORE;
    else if (full > TOO_MANY && wanted === 0)
      this.#share *= Math.max(LEAST_OF_BEFORE, Math.min(this.deputy?.isAtDoor ? LESS_BESIDE : LESS, 1 / long));
    this.#share = Math.min(1, Math.max(LEAST_SHARE, wanted, this.#share));
  }
}
