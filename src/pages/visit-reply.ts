/** `/visit`: the link that the start printed. It leaves a cookie and leads to the front page, which then has the demo keys. */
import { html } from '../html/html.ts';
import { keyHint } from '../html/key-hint.ts';
import { page } from '../html/layout.ts';
import { pageAnswer, pageReply } from '../html/page-reply.ts';
import { HTML } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { parseQuery, splitTarget } from '../http/target.ts';
import { visitCookie } from '../http/visit.ts';
import type { PagesOptions } from './page-options.ts';

/** The address holds the token: it goes neither into a cache nor to where links lead. */
const PRIVATE = { type: HTML, cacheControl: 'no-store' };
const UNREFERRED = { 'Referrer-Policy': 'no-referrer' };

export function visitReply(
  request: HttpRequest,
  { demoKeys, originOf }: Pick<PagesOptions, 'demoKeys' | 'originOf'>,
): Reply {
  const token = parseQuery(splitTarget(request.target).query)?.get('token')?.[0] ?? '';
  const cookie = visitCookie(token, demoKeys(), originOf(request).startsWith('https:'));
  if (cookie === undefined) return pageReply(pageAnswer(refusedPage()), { ...PRIVATE, status: 403, extra: UNREFERRED });
  // Not a redirect: after a link on another site (a terminal in a browser) the strict cookie would not go with that.
  return pageReply(pageAnswer(welcomePage()), { ...PRIVATE, extra: { ...UNREFERRED, 'Set-Cookie': cookie } });
}

function welcomePage() {
  return page({
    title: 'Welcome · Geo reference',
    description: 'Opens the pages with the demo keys.',
    path: '',
    goTo: '/',
    main: html`<section class="card message"><h1>Welcome</h1>
<p>The <a href="/">front page</a>, the <a href="/docs">reference</a> and <a href="/graphql">GraphiQL</a> have the demo keys filled in from now on, until this browser is closed.</p></section>`,
  });
}

function refusedPage() {
  return page({
    title: 'No such link · Geo reference',
    description: 'The token of this link is not that of this service.',
    path: '',
    main: html`<section class="card message"><h1>This link opens nothing</h1>
<p>The right one was printed on the terminal when the service started; it changes with the demo keys.</p>
<p>${keyHint()}</p>
<p><a href="/">The pages without keys</a></p></section>`,
  });
}
