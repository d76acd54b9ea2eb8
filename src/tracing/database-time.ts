/** How long a request has been in the database: the time in which at least one statement of it ran. */
export class DatabaseTime {
  /** How many statements it took so far. */
  statements = 0;
  #running = 0;
  #since = 0;
  #passed = 0;

  begin(): void {
    this.statements += 1;
    this.#running += 1;
    if (this.#running === 1) this.#since = performance.now();
  }

  end(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#passed += performance.now() - this.#since;
  }

  /** In milliseconds, up to now. */
  get ms(): number {
    return this.#passed + (this.#running > 0 ? performance.now() - this.#since : 0);
  }
}
