/** Counts of one process by window and key, in memory. */
import type { Period } from './plan-quotas.ts';
import type { Window } from './windows.ts';

/** Windows of a period that are kept: a clock may go back over an edge and forth again without anything counted twice. */
const KEPT_WINDOWS = 3;

interface KeptWindow {
  readonly id: string;
  readonly counts: Map<number, number>;
}

export class Counts {
  /** Windows by period, the one that was used last at the end. */
  readonly #windows: Record<Period, KeptWindow[]> = { second: [], daily: [], monthly: [] };

  /** The requests of a key in a window so far. */
  get(window: Window, keyId: number): number {
    return this.#of(window).get(keyId) ?? 0;
  }

  /** Counts one more; returns how many that makes. */
  add(window: Window, keyId: number): number {
    const counts = this.#of(window);
    const count = (counts.get(keyId) ?? 0) + 1;
    counts.set(keyId, count);
    return count;
  }

  /** Takes over what another place has counted. */
  set(window: Window, keyId: number, count: number): void {
    this.#of(window).set(keyId, count);
  }

  #of({ period, id }: Window): Map<number, number> {
    const kept = this.#windows[period];
    const last = kept.at(-1);
    if (last?.id === id) return last.counts;
    const known = kept.find((window) => window.id === id) ?? { id, counts: new Map<number, number>() };
    const others = kept.filter((window) => window !== known);
    this.#windows[period] = [...others, known].slice(-KEPT_WINDOWS);
    return known.counts;
  }
}
