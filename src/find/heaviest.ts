/** The heaviest few of many places. */

/** Keeps the heaviest places, each once, and tells what the lightest of them weighs; 0 until there are enough. */
export class Heaviest {
  readonly #most: number;
  readonly #places: number[] = [];
  readonly #weights: number[] = [];
  lightest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** What weighs no more than the lightest is not kept. */
  add(place: number, weight: number): void {
    if (weight <= this.lightest) return;
    let at = this.#places.indexOf(place);
    if (at !== -1 && weight <= (this.#weights[at] ?? 0)) return;
    if (at === -1) at = this.#places.length < this.#most ? this.#places.length : this.#most - 1;
    // What was at this position goes; those that are lighter move back by one.
    for (; at > 0 && (this.#weights[at - 1] ?? 0) < weight; at -= 1) {
      this.#places[at] = this.#places[at - 1] ?? 0;
      this.#weights[at] = this.#weights[at - 1] ?? 0;
    }
    this.#places[at] = place;
    this.#weights[at] = weight;
    if (this.#places.length === this.#most) this.lightest = this.#weights[this.#most - 1] ?? 0;
  }
}
