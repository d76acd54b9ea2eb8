/** What this process takes on: work as it is let in, within its deadline, answers in flight within the memory it has. */
import type { Maybe } from './begun.ts';
import { BytesInFlight, type MemoryLimits } from './bytes-in-flight.ts';
import { withinDeadline } from './deadline.ts';
import { DEFAULT_DELIVERY_LIMITS, Delivery, type DeliveryLimits } from './delivery.ts';
import { Departures } from './departures.ts';
import { DEFAULT_GATE_LIMITS, type GateLimits } from './gate-limits.ts';
import { Intake } from './intake.ts';
import { Reception } from './reception.ts';
import type { RunningWork, Work } from './work.ts';
import { WorkGate } from './work-gate.ts';

export interface LoadLimits {
  readonly memory: MemoryLimits;
  readonly gate: GateLimits;
  readonly delivery: DeliveryLimits;
  /** How long the work behind one request may take with its waiting, in milliseconds. */
  readonly deadlineMs: number;
}

const MB = 1024 * 1024;
/** Of what answers in flight may take, so much again is for bodies of requests. */
const PART_FOR_BODIES = 1 / 4;
const DEFAULT_LIMITS: LoadLimits = {
  memory: { budget: 256 * MB, process: 2048 * MB },
  gate: DEFAULT_GATE_LIMITS,
  delivery: DEFAULT_DELIVERY_LIMITS,
  deadlineMs: 5_000,
};

/**
 * Runs the work behind a request when it is let in; `sizeOf` says how large the answer became. Rejects with `NotNowError` when
 * it is not let in in time, at the deadline, or when `client` aborts; the task's own signal aborts then.
 */
export type TakeOn = <Made>(
  work: Work,
  client: AbortSignal | undefined,
  task: (signal: AbortSignal, running: RunningWork) => Made,
  sizeOf?: (made: Awaited<Made>) => number,
) => Maybe<Made>;

export interface Load {
  readonly takeOn: TakeOn;
  readonly gate: WorkGate;
  readonly inFlight: BytesInFlight;
  readonly delivery: Delivery;
  readonly departures: Departures;
  readonly intake: Intake;
  readonly reception: Reception;
}

export function createLoad(limits: Partial<LoadLimits> = {}): Load {
  const { memory, gate: gateLimits, delivery, deadlineMs } = { ...DEFAULT_LIMITS, ...limits };
  const inFlight = new BytesInFlight(memory);
  const gate = new WorkGate(gateLimits, inFlight);
  return {
    takeOn: (work, client, task, sizeOf) =>
      withinDeadline(deadlineMs, client, (signal) =>
        gate.run(work, signal, (running) => task(signal, running), sizeOf),
      ),
    gate,
    inFlight,
    delivery: new Delivery(inFlight, delivery),
    departures: new Departures(),
    intake: new Intake(memory.budget * PART_FOR_BODIES),
    reception: new Reception(),
  };
}
