/** How much memory the process may have, and how much of it answers in flight. */
import { totalmem } from 'node:os';
import type { MemoryLimits } from './http/load/bytes-in-flight.ts';

const MB = 1024 * 1024;
/** What the process takes by itself: the program, the embedded database, what runs at the moment. */
const OWN_BYTES = 400 * MB;
/** The usual data and their indexes, which are built beside it. Measured: docs/operate.md, "Sizing". */
const FIRST_START_BYTES = 700 * MB;
/** One all-cities answer fits in, so that the smallest machine gives it. */
const LEAST_BUDGET = 96 * MB;

/**
 * The memory that each of so many processes is to stay below, in MiB: its share of most of what the control group allows; of half of
 * the machine's where nothing is set apart for them.
 */
export function defaultMemoryMb(processes: number): number {
  const machine = totalmem();
  const allowed = process.constrainedMemory();
  const isLimited = allowed > 0 && allowed < machine;
  return Math.floor((isLimited ? allowed * 0.9 : machine / 2) / processes / MB);
}

/** What is wrong where the process and its cache take what `MEMORY_MB` names; undefined where enough is left for answers. */
export function memoryNote(memoryMb: number, cacheMb: number): string | undefined {
  const beside = (OWN_BYTES + 2 * LEAST_BUDGET) / MB;
  if (memoryMb >= beside + cacheMb) return undefined;
  const other = memoryMb > beside ? `, or CACHE_MB to ${memoryMb - beside} or less` : '';
  return (
    `MEMORY_MB is ${memoryMb}, of which the process takes ${OWN_BYTES / MB} and CACHE_MB ${cacheMb}: ` +
    `large answers will wait for each other or be 503; set MEMORY_MB to ${beside + cacheMb} or more${other}`
  );
}

/** What is wrong where the control group, which allows so many bytes, has no room for a first start; undefined where it has, or there is none. */
export function firstStartNote(allowed = process.constrainedMemory()): string | undefined {
  if (allowed <= 0 || allowed >= FIRST_START_BYTES) return undefined;
  return (
    `the control group allows ${Math.floor(allowed / MB)} MiB, and the embedded database takes ${FIRST_START_BYTES / MB} while indexes are built, at a first start or an import: ` +
    'the system would end it each time; allow more, import elsewhere and take the folder along, or set DATABASE_URL'
  );
}

/** What is left for answers in flight beside the process itself and its cache: half of it, for the other half is slack. */
export function memoryLimits(memoryMb: number, cacheBytes: number): MemoryLimits {
  const process = memoryMb * MB;
  return { process, budget: Math.max(LEAST_BUDGET, (process - OWN_BYTES - cacheBytes) / 2) };
}
