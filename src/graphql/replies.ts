/** What is sent of a `/graphql` answer: status, type and headers; coding, validators and the rest are the same everywhere. */
import type { GraphQLError } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import type { Answer } from '../http/answer.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import type { GraphqlLimits } from './limits.ts';
import { planExtension } from './plan-extension.ts';
import { mayReadSchema } from './use-document-limits.ts';
import { type Written, written } from './written.ts';

export const METHODS = 'GET, HEAD, POST, OPTIONS';

/** How the client wants to be answered. */
export interface AnswerForm {
  /** Media type, without its charset. */
  readonly type: string;
  /** True for a client that accepts `application/json` and nothing newer. */
  readonly legacy: boolean;
}

/** An answer that no cache keeps. */
export function fresh({ type }: AnswerForm, { status, reason, headers, body }: Written): Reply {
  return { status, reason, type: withCharset(type), cacheControl: 'no-store', headers, body };
}

/** An answer that is kept here and by nobody else. */
export function repeated({ type }: AnswerForm, body: Answer): Reply & { readonly body: Answer } {
  return { status: 200, type: withCharset(type), cacheControl: 'no-store', headers: { 'X-Cache': 'HIT' }, body };
}

/** A refusal: `errors`, and in `extensions` what the caller's plan is, once it is known. */
export async function refused(
  form: AnswerForm,
  errors: readonly GraphQLError[],
  caller: Caller | undefined,
  limits: Pick<GraphqlLimits, 'cost' | 'introspection'>,
): Promise<Reply> {
  const result = caller ? { errors, extensions: { plan: planExtension({ caller }, limits) } } : { errors };
  const hidden = caller !== undefined && !mayReadSchema(limits.introspection, { caller });
  const { status, reason, headers, body } = await written(result, { legacy: form.legacy, hidden });
  const allow = status === 405 ? { Allow: METHODS } : {};
  return fresh(form, { status, reason, headers: { ...headers, ...allow }, body });
}

/** The answer of a stored operation; `maxAge` is 0 for one that nobody may keep, and a POST is never kept. */
export function kept(
  { method }: HttpRequest,
  { type }: AnswerForm,
  answer: Answer,
  { maxAge, hit, now }: { readonly maxAge: number; readonly hit: boolean; readonly now: number },
): Reply {
  const keeps = method !== 'POST' && maxAge > 0;
  return {
    status: 200,
    type: withCharset(type),
    cacheControl: keeps ? `private, max-age=${secondsTrue(answer, maxAge, now)}` : 'no-store',
    headers: { 'X-Cache': hit ? 'HIT' : 'MISS' },
    body: answer,
  };
}

function withCharset(type: string): string {
  return `${type}; charset=utf-8`;
}

function secondsTrue({ validUntil }: Answer, maxAge: number, now: number): number {
  return Math.max(0, Math.min(maxAge, Math.floor((validUntil - now) / 1000)));
}
