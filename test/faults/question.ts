/** A question that is asked while things break, and the copies of its right answer. */
import type { Plan } from '../../src/auth/plans.ts';

export interface Question {
  readonly name: string;
  readonly plan: Plan;
  /** A word that makes the question one that was never asked; it does not change the answer but for itself. */
  request(word: string): { readonly path: string; readonly body?: string };
  /** Throws when a calm answer is not what the files say. */
  verify(answer: unknown): void;
}

/** Answers by question, each under the word `WORD`. */
export type Golden = ReadonlyMap<Question, string>;

/** Stands in a golden copy where an answer repeats the word of its question. */
export const WORD = 'word';

export function graphql(query: string) {
  return { path: '/graphql', body: JSON.stringify({ query }) };
}
