/** From a result to what is sent: an answer is whole, or it is refused with a status; there is no half of one. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { Pace } from '../execution/pace.ts';
import { resultJson } from '../execution/result-json.ts';
import { shortText } from '../execution/short-input.ts';
import type { Unavailability } from '../http/outcome.ts';
import { codeOf, isRetryable, reasonOf, statusOf, unavailable } from './refusals.ts';

/** What is sent of a result. */
export interface Written {
  readonly status: number;
  readonly reason?: Unavailability | undefined;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Status and bytes of a result. `hidden` keeps the schema's names out of errors; `pace` is that of the operation, where there was one. */
export async function written(
  result: ExecutionResult,
  { legacy, hidden }: { readonly legacy: boolean; readonly hidden: boolean },
  pace = new Pace(),
): Promise<Written> {
  const errors = result.errors ?? [];
  if (errors.length === 0 && result.data === undefined) {
    // An aborted operation; who waited for it has been answered already.
    return written({ errors: [unavailable('gone')] }, { legacy, hidden });
  }
  if (errors.length === 0) return { status: 200, headers: {}, body: await resultJson(result, pace) };
  return {
    status: statusOf(errors, legacy),
    reason: reasonOf(errors),
    headers: isRetryable(errors) ? { 'Retry-After': '1' } : {},
    body: Buffer.from(
      JSON.stringify({
        errors: publicErrors(errors, hidden),
        ...(result.extensions ? { extensions: result.extensions } : {}),
      }),
    ),
  };
}

const HIDDEN: Readonly<Record<string, string>> = {
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  BAD_USER_INPUT: 'A variable or an argument does not fit its type.',
};

function publicErrors(errors: readonly GraphQLError[], hidden: boolean) {
  const texts = new Set<string>(); // A thousand rows may fail alike; one text is told once.
  return errors.flatMap((error) => {
    const code = codeOf(error);
    // A resolver's error has a path and names nothing that the client did not send.
    const known = hidden && error.path === undefined ? HIDDEN[code] : undefined;
    const message = known ?? shortText(error.message, MOST_LETTERS[code] ?? MOST_LETTERS.other);
    if (texts.has(message)) return [];
    texts.add(message);
    const { http: _http, ...extensions } = error.extensions;
    return [{ ...error.toJSON(), message, extensions: { ...extensions, code } }];
  });
}

/** Letters of a message. The parser's ends with what it met, which may be as long as the document. */
const MOST_LETTERS: Readonly<Record<string, number>> & { readonly other: number } = {
  GRAPHQL_PARSE_FAILED: 100,
  other: 500,
};
