/** Lists whose items are completed a slice at a time. */
import type { Pace } from './pace.ts';
import type { JsonRows, JsonText } from './json-pieces.ts';
import { ListJson } from './result-json.ts';

/** A completed list. */
export type List = unknown[] | JsonRows | JsonText;

/** A list whose items come slice by slice. Of a long one that is wanted as JSON they are written at once, until one has to be waited for. */
export class GrowingList {
  readonly #pace: Pace;
  readonly #json: ListJson | undefined;
  /** Items that have not been written, of which some may still be waited for. */
  readonly #items: unknown[] = [];
  #waits = false;
  /** How many of the items nobody needs to listen to. */
  #guarded = 0;

  /** @param asJson whether it is to be written */
  constructor(pace: Pace, asJson: boolean) {
    this.#pace = pace;
    this.#json = asJson ? new ListJson() : undefined;
  }

  get length(): number {
    return (this.#json?.length ?? 0) + this.#items.length;
  }

  take(slice: readonly unknown[]): void {
    this.#waits ||= slice.some((each) => each instanceof Promise);
    if (this.#json && !this.#waits) this.#json.add(slice);
    else this.#items.push(...slice);
  }

  /** Listens to what is waited for, so that what fails of it does not end the process. */
  abandon(): void {
    abandon(this.#items.slice(this.#guarded));
    this.#guarded = this.#items.length;
  }

  completed(): List | Promise<List> {
    const json = this.#json;
    if (!json) return this.#waits ? Promise.all(this.#items) : this.#items;
    if (!this.#waits) return json.finished();
    return this.#writeRest(json);
  }

  async #writeRest(json: ListJson): Promise<JsonText> {
    await json.addAll(await Promise.all(this.#items), this.#pace);
    return json.finished();
  }
}

/** Nobody listens to these now; what fails of them must not end the process. */
export function abandon(items: readonly unknown[]): void {
  for (const each of items) if (each instanceof Promise) each.catch(() => undefined);
}
