/** What is said where there is no page: an unknown country and which ones may have been meant, another path, or a fault. */
import { type Html, html } from '../html/html.ts';
import { page } from '../html/layout.ts';
import type { CountryEntry } from './page-data.ts';

/** Longer texts are nobody's country. */
const ECHOED = 60;

export function notFoundPage(wanted: string, suggestions: readonly CountryEntry[]): Html {
  return page({
    title: 'No such country · Geo reference',
    description: 'There is no country with this code or name.',
    path: '/c',
    main: html`<section class="card message"><h1>No country is called “${wanted.slice(0, ECHOED)}”</h1>
${
  suggestions.length === 0
    ? html`<p>A page goes by ISO code (<a href="/c/JP"><code>JP</code></a>, <code>JPN</code>), by id or by name.</p>`
    : html`<p>Did you mean</p><ul class="names">${suggestions.map(
        ({ iso2, name }) => html`<li><a href="/c/${iso2}">${name}</a> <code>${iso2}</code></li>`,
      )}</ul>`
}
<p><a href="/#countries">All countries</a></p></section>`,
  });
}

export function notFoundText(wanted: string, suggestions: readonly CountryEntry[]): string {
  const hint = suggestions.map(({ iso2, name }) => `  /c/${iso2}  ${name}`).join('\n');
  return `No country is called "${wanted.slice(0, ECHOED)}".\n${hint === '' ? '' : `Did you mean\n${hint}\n`}`;
}

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

/** What is said when a page could not be made. */
export function faultPage(status: 500 | 503): Html {
  return page({
    title: `${faultTitle(status)} · Geo reference`,
    description: faultTitle(status),
    path: '',
    refreshSeconds: 5,
    main: html`<section class="card message"><h1>${faultTitle(status)}</h1>
<p>This page looks again every five seconds. Answers that are known already go on being served.</p>
<p><a href="/status">Status</a></p></section>`,
  });
}

export function faultTitle(status: 500 | 503): string {
  return status === 503 ? 'The database is out of reach' : 'Something went wrong here';
}
