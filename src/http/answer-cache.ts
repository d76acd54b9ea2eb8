/** Finished answers by canonical key, bounded in bytes; equal misses at the same time compute once. */
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';

export interface AnswerCache {
  get(key: string): Answer | undefined;
  /** The answer that is being computed under this key, or a new computation that is kept for `maxAge` seconds. */
  compute(key: string, maxAge: number, work: () => Promise<Answer>): Promise<Answer>;
  readonly bytes: number;
  readonly size: number;
}

/** A cache of at most `maxBytes`. Failed computations are never kept. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, Answer>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes * 0.75)),
    sizeCalculation: (answer, key) => answer.weight + key.length * 2,
  });
  const running = new Map<string, Promise<Answer>>();
  return {
    get: (key) => answers.get(key),
    compute(key, maxAge, work) {
      const known = running.get(key);
      if (known) return known;
      const computing = work()
        .then((answer) => {
          answers.set(key, answer, { ttl: maxAge * 1000 });
          return answer;
        })
        .finally(() => running.delete(key));
      running.set(key, computing);
      return computing;
    },
    get bytes() {
      return answers.calculatedSize;
    },
    get size() {
      return answers.size;
    },
  };
}
