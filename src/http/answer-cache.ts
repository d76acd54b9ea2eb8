/** Finished answers by canonical key, bounded in bytes; equal misses at the same time compute once. */
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import { NotNowError } from './load/not-now.ts';

export interface AnswerCache {
  get(key: string): Answer | undefined;
  /** Keeps an answer for `maxAge` seconds. */
  set(key: string, maxAge: number, answer: Answer): void;
  /**
   * The answer that is being computed under this key, or a new computation that is kept for `maxAge` seconds. The signal of
   * `work` aborts when every client that waits has gone; who names no client never goes.
   */
  compute(
    key: string,
    maxAge: number,
    work: (signal: AbortSignal) => Promise<Answer>,
    client?: AbortSignal,
  ): Promise<Answer>;
  readonly bytes: number;
  readonly size: number;
}

interface Running {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  waiting: number;
}

/** A cache of at most `maxBytes`. Failed computations are never kept. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, Answer>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes * 0.75)),
    sizeCalculation: (answer, key) => answer.weight + key.length * 2,
  });
  const running = new Map<string, Running>();

  function start(key: string, maxAge: number, work: (signal: AbortSignal) => Promise<Answer>): Running {
    const controller = new AbortController();
    const answer = work(controller.signal)
      .then((made) => {
        answers.set(key, made, { ttl: maxAge * 1000 });
        return made;
      })
      .finally(() => end(key, run));
    const run: Running = { answer, controller, waiting: 0 };
    running.set(key, run);
    return run;
  }

  function end(key: string, run: Running): void {
    if (running.get(key) === run) running.delete(key);
  }

  return {
    get: (key) => answers.get(key),
    set: (key, maxAge, answer) => void answers.set(key, answer, { ttl: maxAge * 1000 }),
    compute(key, maxAge, work, client) {
      const run = running.get(key) ?? start(key, maxAge, work);
      run.waiting += 1;
      const leave = () => {
        run.waiting -= 1;
        if (run.waiting > 0) return;
        end(key, run);
        run.controller.abort(new NotNowError('gone'));
      };
      if (client?.aborted) leave();
      else client?.addEventListener('abort', leave, { once: true });
      return run.answer;
    },
    get bytes() {
      return answers.calculatedSize;
    },
    get size() {
      return answers.size;
    },
  };
}
