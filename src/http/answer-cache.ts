/**
 * Finished answers by canonical key, bounded in bytes; equal misses at the same time compute once. Small answers are on probation until
 * they are asked for again ([ADR 91](../../docs/adr/0091-new-answers-are-bytes-in-a-ring.md)).
 */
import { LRUCache } from 'lru-cache';
import { Answer, TEXT_BYTES } from './answer.ts';
import { NotNowError } from './load/not-now.ts';
import type { HttpRequest } from './messages.ts';
import { ProbationaryAnswers } from './probationary-answers.ts';

export interface AnswerCache {
  get(key: string): Answer | undefined;
  /** Keeps an answer for `maxAge` seconds. */
  set(key: string, maxAge: number, answer: Answer): void;
  /**
   * The answer that is being computed under this key, or a new computation that is kept for `maxAge` seconds; a promise where it has
   * to be waited for. The signal of `work` aborts when every client that waits has gone; who names no client never goes.
   */
  compute(
    key: string,
    maxAge: number,
    work: (signal: AbortSignal) => Answer | Promise<Answer>,
    client?: Client,
  ): Answer | Promise<Answer>;
  readonly bytes: number;
  readonly size: number;
}

/** Who waits; whether it has gone is asked only where there is something to wait for. */
type Client = Pick<HttpRequest, 'signal'>;

interface Running {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  waiting: number;
}

/** Answers that are larger are made seldom, and cost most to make again. */
const LARGEST_ON_PROBATION = TEXT_BYTES;
/** A smaller cache has no room for a ring of them. */
const LEAST_WITH_PROBATION = 1024 * 1024;
const PART_ON_PROBATION = 1 / 4;
const MOST_ON_PROBATION = 1024 * 1024 * 1024;

/** A cache of at most `maxBytes`. Failed computations are never kept. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const onProbation = maxBytes < LEAST_WITH_PROBATION ? 0 : Math.min(maxBytes * PART_ON_PROBATION, MOST_ON_PROBATION);
  const probationary = new ProbationaryAnswers(onProbation);
  const answers = new LRUCache<string, Answer>({
    maxSize: Math.max(1, maxBytes - onProbation),
    maxEntrySize: Math.max(1, Math.floor(maxBytes * 0.75)),
    sizeCalculation: (answer, key) => answer.weight + key.length * 2,
  });
  const running = new Map<string, Running>();

  function start(
    key: string,
    maxAge: number,
    work: (signal: AbortSignal) => Answer | Promise<Answer>,
  ): Running | Answer {
    const controller = new AbortController();
    const made = work(controller.signal);
    if (!(made instanceof Promise)) {
      keep(key, maxAge * 1000, made);
      return made;
    }
    const answer = made
      .then((made) => {
        keep(key, maxAge * 1000, made);
        return made;
      })
      .finally(() => end(key, run));
    const run: Running = { answer, controller, waiting: 0 };
    running.set(key, run);
    return run;
  }

  function keep(key: string, ttl: number, answer: Answer): void {
    // One that takes another's place, which is not true any more, was asked for before.
    const isNew = answer.identity.length <= LARGEST_ON_PROBATION && !answers.has(key);
    if (!isNew || !probationary.add(key, answer, performance.now() + ttl)) answers.set(key, answer, { ttl });
  }

  /** The answer that was on probation: it is asked for again. */
  function promoted(key: string): Answer | undefined {
    const found = probationary.take(key);
    if (found) answers.set(key, found.answer, { ttl: Math.max(1, found.keptUntil - performance.now()) });
    return found?.answer;
  }

  function end(key: string, run: Running): void {
    if (running.get(key) === run) running.delete(key);
  }

  return {
    get: (key) => answers.get(key) ?? promoted(key),
    set: (key, maxAge, answer) => void answers.set(key, answer, { ttl: maxAge * 1000 }),
    compute(key, maxAge, work, client) {
      const run = running.get(key) ?? start(key, maxAge, work);
      if (run instanceof Answer) return run;
      const signal = client?.signal;
      run.waiting += 1;
      const leave = () => {
        run.waiting -= 1;
        if (run.waiting > 0) return;
        end(key, run);
        run.controller.abort(new NotNowError('gone'));
      };
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      return run.answer;
    },
    get bytes() {
      return answers.calculatedSize + probationary.bytes;
    },
    get size() {
      return answers.size + probationary.size;
    },
  };
}
