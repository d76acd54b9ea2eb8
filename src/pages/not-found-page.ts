/** What is said where there is no page, or after a fault. */
import { type Html, html } from '../html/html.ts';
import { page } from '../html/layout.ts';

/** What is repeated of an address. */
const ECHOED = 60;

/** What is said where there is nothing at all. */
export function nowherePage(path: string): Html {
  return page({
    title: 'No such page · Geo reference',
    description: 'There is no page at this address.',
    path: '',
    main: html`<section class="card message"><h1>There is no page here</h1>
<p><code>${path.slice(0, ECHOED)}</code> is no address of this service.</p>
<ul class="names"><li><a href="/">Front page</a></li><li><a href="/#countries">All countries</a></li><li><a href="/docs">API reference</a></li><li><a href="/graphql">GraphiQL</a></li></ul></section>`,
  });
}

/** Why a page could not be made: a fault of ours, a database out of reach, or too much to do at once. */
export type Fault = 'fault' | 'away' | 'busy';

/** What is said when a page could not be made. */
export function faultPage(fault: Fault): Html {
  return page({
    title: `${faultTitle(fault)} · Geo reference`,
    description: faultTitle(fault),
    path: '',
    refreshSeconds: 5,
    main: html`<section class="card message"><h1>${faultTitle(fault)}</h1>
<p>This page looks again every five seconds. Answers that are known already go on being served.</p>
<p><a href="/status">Status</a></p></section>`,
  });
}

export function faultTitle(fault: Fault): string {
  return {
    fault: 'Something went wrong here',
    away: 'The database is out of reach',
    busy: 'There is too much to do at the moment',
  }[fault];
}
