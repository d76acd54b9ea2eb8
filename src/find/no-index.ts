/** Thrown where an answer needs the indexes of a data set, and they are not there yet. */
export class NoIndexError extends Error {
  constructor() {
    super('the indexes for finding places are still being built');
    this.name = 'NoIndexError';
  }
}
