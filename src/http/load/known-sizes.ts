/** How large the answers of work of a name were, the last ones counting most. */

const MOST_NAMES = 1_000;
/** How much of what was known of a size counts beside a smaller new one. */
const FADING = 0.9;

export class KnownSizes {
  readonly #sizes = new Map<string, number>();

  /** In bytes; undefined where there was none. */
  of(name: string): number | undefined {
    return this.#sizes.get(name);
  }

  note(name: string, bytes: number): void {
    const known = this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name); // So that the first of the map is the one that was not seen for longest.
    this.#sizes.set(name, Math.max(bytes, known * FADING));
    if (this.#sizes.size > MOST_NAMES) this.#sizes.delete(this.#sizes.keys().next().value ?? '');
  }
}
