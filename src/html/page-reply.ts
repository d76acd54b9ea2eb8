/** What is sent of a page: what browsers are told about it, and nothing that others may add to it. */
import { Answer } from '../http/answer.ts';
import { DATA_LICENCE_LINK } from '../http/data-licence.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import type { Html } from './html.ts';

/** Scripts, styles and answers from this service only; nothing inline, nothing framed. */
const SECURITY: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export interface PageHeaders {
  readonly status?: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly extra?: Readonly<Record<string, string>>;
  /** True for what holds no key of a reader, so that pages of other sites may read it. */
  readonly isOpen?: boolean;
}

/** A finished page or file. */
export function pageReply(
  body: Answer,
  { status = 200, type, cacheControl, extra, isOpen = false }: PageHeaders,
): Reply {
  const headers = { ...SECURITY, Link: DATA_LICENCE_LINK, ...extra };
  return { status, type, cacheControl, headers, body, ownSiteOnly: !isOpen };
}

/** A page as bytes to keep. */
export function pageAnswer(content: Html | string): Answer {
  return new Answer(Buffer.from(typeof content === 'string' ? content : content.text), 'page');
}

/** Sends the client to another page of this service. */
export function redirect(status: 301 | 302, location: string): Reply {
  return { status, cacheControl: 'no-cache', headers: { ...SECURITY, Location: location }, ownSiteOnly: true };
}

/** True for a browser: whoever names HTML in `Accept` gets it, curl and other programs get what they can paste. */
export function wantsHtml(request: HttpRequest): boolean {
  return /\btext\/html\b/i.test(request.header('accept') ?? '');
}
