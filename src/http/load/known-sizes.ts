/** How large the answers of work of a name were, the last ones counting most. */
import { LRUCache } from 'lru-cache';

const MOST_NAMES = 1_000;
/** How much of what was known of a size counts beside a smaller new one. */
const FADING = 0.9;

export class KnownSizes {
  readonly #sizes = new LRUCache<string, number>({ max: MOST_NAMES });

  /** In bytes; undefined where there was none. */
  of(name: string): number | undefined {
    return this.#sizes.get(name);
  }

  note(name: string, bytes: number): void {
    this.#sizes.set(name, Math.max(bytes, (this.#sizes.get(name) ?? 0) * FADING));
  }
}
