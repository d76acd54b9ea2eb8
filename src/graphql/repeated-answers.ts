/**
 * Whole answers to documents of clients' own, kept from the second time on that the same is asked with the same plan: dashboards ask
 * the same for days. Nothing is kept of an operation that comes once, and of one whose answer is somebody's own or the moment's.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/caller.ts';
import { Answer } from '../http/answer.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import type { Reply } from '../http/outcome.ts';
import { RepeatedReply } from '../http/repeated-reply.ts';
import type { OperationContext } from '../schema/context.ts';
import { type AnswerForm, repeated } from './replies.ts';
import type { Written } from './written.ts';

/** All that an answer depends on. What the plan sees, what it allows and what is told of it follow from its name. */
export interface AskedOperation {
  /** The body of a POST, or the target of a GET, as they came: who asks again sends the same bytes, and nothing has to be read of them. */
  readonly sent: Uint8Array | string;
  readonly caller: Pick<Caller, 'plan' | 'operationsOnly'>;
  readonly dataSet: Pick<OperationContext['dataSet'], 'edition'>;
  readonly showHidden: boolean;
}

export interface RepeatedAnswers {
  /** The name of an operation. It is a digest: what clients send is kept nowhere. */
  nameOf(asked: AskedOperation): string;
  /** The reply that is kept under a name, and what logs and metrics call it. */
  find(name: string, form: AnswerForm): Kept | undefined;
  /** Notes what was answered under a name, and keeps it where that was answered before. */
  note(name: string, written: Written, route: string): void;
}

interface Kept {
  readonly route: string;
  readonly reply: Reply;
}

/** What is known of an answer that is kept; its replies by their types. */
interface Known {
  readonly route: string;
  readonly forms: Map<string, Kept>;
}

/** How long an answer is kept, in seconds. */
const MAX_AGE = 3600;
/** Operations that are known to have been asked. */
const MOST_SEEN = 10_000;

export function createRepeatedAnswers(cache: AnswerCache): RepeatedAnswers {
  const seen = new LRUCache<string, true>({ max: MOST_SEEN });
  const known = new WeakMap<Answer, Known>();

  return {
    nameOf({ sent, caller, dataSet, showHidden }) {
      const how = typeof sent === 'string' ? 'GET' : 'POST';
      const bound = caller.operationsOnly ? 'stored only' : 'any';
      const digest = createHash('sha256').update(`${dataSet.edition} ${caller.plan} ${bound} ${showHidden} ${how} `);
      return `graphql ${digest.update(sent).digest('base64url')}`;
    },
    find(name, form) {
      const answer = cache.get(name);
      const of = answer && known.get(answer);
      if (!of) return undefined;
      const kept = of.forms.get(form.type) ?? { route: of.route, reply: new RepeatedReply(repeated(form, answer)) };
      of.forms.set(form.type, kept);
      return kept;
    },
    note(name, { body }, route) {
      if (!seen.has(name)) {
        seen.set(name, true);
        return;
      }
      // The tag is told to nobody: the answers are `no-store`, as all to documents of clients' own.
      const answer = new Answer(body, '', Number.POSITIVE_INFINITY, name);
      known.set(answer, { route, forms: new Map() });
      cache.set(name, MAX_AGE, answer);
    },
  };
}
