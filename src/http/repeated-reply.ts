/**
 * A reply that is given again and again, as that of a kept answer is: the lines of its head that are always the same are made once.
 * What differs from one request to the next is the request's id and what its caller has used of a quota.
 */
import { Answer, type Encoding, TEXT_BYTES } from './answer.ts';
import { headerLines } from './header-lines.ts';
import type { HttpResponse } from './messages.ts';
import type { Outcome, Reply } from './outcome.ts';

/** What of a reply is sent. */
export interface Form {
  readonly status: number;
  readonly encoding: Encoding;
  /** The bytes that `Content-Length` tells of; undefined for an answer that has none, such as 304. */
  readonly bytes: Buffer | undefined;
  /** True for an answer to HEAD. */
  readonly isHeadOnly: boolean;
}

/** The headers of a form of an outcome's reply. */
export type HeadersOf = (id: string, outcome: Outcome, form: Form) => Readonly<Record<string, string>>;

/** The lines of a head that are always the same, before and after those that tell of a quota; and what they depend on. */
interface Lines extends Pick<Form, 'status' | 'encoding'> {
  readonly plan: string | undefined;
  readonly vary: string | undefined;
  readonly before: string;
  readonly after: string;
}

/** Marks among the headers where those that tell of a quota belong; no header has an empty name. */
const GAP = Object.freeze({ '': '' });

export class RepeatedReply implements Reply {
  readonly status: number;
  readonly body: Answer | Buffer;
  readonly type: string | undefined;
  readonly cacheControl: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly #lines: Lines[] = [];
  readonly #texts = new Map<Buffer, string>();

  constructor({ status, body, type, cacheControl, headers }: Reply & { readonly body: Answer | Buffer }) {
    this.status = status;
    this.body = body;
    this.type = type;
    this.cacheControl = cacheControl;
    this.headers = headers;
  }

  response(id: string, outcome: Outcome, form: Form, headersOf: HeadersOf): HttpResponse {
    const { before, after } = this.#linesOf(outcome, form, headersOf);
    const usage = outcome.usage === undefined ? '' : usageLines(outcome.usage);
    const headers = `X-Request-Id: ${id}\r\n${before}${usage}${after}`;
    const body = form.isHeadOnly ? undefined : this.#sent(form.bytes);
    return { status: form.status, id, headers, body, comesAgain: true };
  }

  #linesOf(outcome: Outcome, form: Form, headersOf: HeadersOf): Lines {
    const { status, encoding } = form;
    const { vary } = outcome;
    const plan = outcome.caller?.plan;
    for (const each of this.#lines) {
      if (each.status === status && each.encoding === encoding && each.plan === plan && each.vary === vary) return each;
    }
    const [, ...entries] = Object.entries(headersOf('', { ...outcome, usage: GAP }, form)); // The first is the id's.
    const gap = entries.findIndex(([name]) => name === '');
    const before = headerLines(Object.fromEntries(entries.slice(0, gap)));
    const after = headerLines(Object.fromEntries(entries.slice(gap + 1)));
    const made = { status, encoding, plan, vary, before, after };
    this.#lines.push(made);
    return made;
  }

  /** The bytes, as text where they are few and come again. */
  #sent(bytes: Buffer | undefined): Buffer | string | undefined {
    if (!bytes || bytes.length > TEXT_BYTES) return bytes;
    const known = this.#texts.get(bytes);
    if (known !== undefined) return known;
    if (bytes !== this.body && !(this.body instanceof Answer)) return bytes;
    const text = bytes.toString('latin1');
    this.#texts.set(bytes, text);
    return text;
  }
}

/** Lines of headers that are the same object for all requests, as they are where no quota is set. */
const frozenLines = new WeakMap<object, string>();

function usageLines(usage: Readonly<Record<string, string>>): string {
  const known = frozenLines.get(usage);
  if (known !== undefined) return known;
  const lines = headerLines(usage);
  if (Object.isFrozen(usage)) frozenLines.set(usage, lines);
  return lines;
}
