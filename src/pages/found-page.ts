/** What was found for what somebody typed: the places with their pages, and the requests that find them. */
import { FIND_PATH, finder, LONGEST_QUERY } from '../html/finder.ts';
import { type Html, html } from '../html/html.ts';
import { codeBlock, page } from '../html/layout.ts';
import { graphiql } from './front-page.ts';
import { jsonHtml } from './json-html.ts';
import { FIND_DOCUMENT, type FoundPlace, type WantedType } from './place-finder.ts';

/** What is repeated of what was typed. */
const ECHOED = 60;

export interface Found {
  /** As it was typed, without blanks at the ends; may be empty. */
  readonly q: string;
  readonly type: WantedType | undefined;
  readonly places: readonly FoundPlace[];
  /** A code that no country has was asked for. */
  readonly isCode?: boolean;
}

export function foundPage(found: Found): Html {
  const { q, type, places } = found;
  return page({
    title: `${title(found)} · Geo reference`,
    description: 'Places by any of their names, in any language, with typos or unfinished.',
    path: FIND_PATH,
    head: html`<meta name="robots" content="noindex">`,
    isFinder: true,
    main: html`<section class="card" aria-labelledby="found-title"><h1 id="found-title">${title(found)}</h1>
${finder({ id: 'find', label: type === undefined ? 'Place' : `Name of a ${type}`, placeholder: 'Any name, code or beginning', value: q, ...(type && { type }) })}
${places.length > 0 ? html`<ol class="found">${places.map(item)}</ol>` : undefined}
${q !== '' && places.length === 0 ? html`<p>Every place has a page by its name in any of some 20 languages, by its code or its id, and typos are forgiven. <a href="/#countries">All countries</a></p>` : undefined}</section>
${places.length > 0 ? requests(q, type) : undefined}`,
  });
}

/** What `curl /find?q=bombay` answers. */
export function foundText(found: Found): string {
  const lines = found.places.map(
    ({ path, name, where, also }) => `${path}  ${name}, ${where}${also === null ? '' : ` (${also})`}\n`,
  );
  return `${title(found)}\n${lines.length === 0 ? '' : `\n${lines.join('')}\nGET ${restOf(found.q, found.type)}\n`}`;
}

/** No more than what a name may have; a character is never cut in two. */
export function cutQuery(text: string): string {
  return [...text.trim().slice(0, 4 * LONGEST_QUERY)].slice(0, LONGEST_QUERY).join('');
}

function title({ q, places, isCode }: Found): string {
  if (q === '') return 'Find a place';
  const told = `“${[...q].slice(0, ECHOED).join('')}”`;
  if (isCode) return `No country has the code ${told}`;
  return places.length > 0 ? `Places for ${told}` : `No place is called ${told}`;
}

function item({ path, name, where, also }: FoundPlace): Html {
  return html`<li><a href="${path}">${name}</a> <span class="where">${where}</span>${also === null ? undefined : html` <span class="also">${also}</span>`}</li>`;
}

function requests(q: string, type: WantedType | undefined): Html {
  const variables = { q, ...(type && { type: [type] }) };
  return html`<div class="columns">
<section class="card" aria-labelledby="rest-title"><h2 id="rest-title">By REST</h2>
${codeBlock('REST request', `GET ${restOf(q, type)}`)}</section>
<section class="card" aria-labelledby="graphql-title"><h2 id="graphql-title">By GraphQL</h2>
${codeBlock('GraphQL operation', FIND_DOCUMENT)}
${codeBlock('Its variables', jsonHtml(JSON.stringify(variables)))}
<p><a class="button" href="${graphiql(FIND_DOCUMENT, variables)}">Open in GraphiQL</a></p></section>
</div>`;
}

function restOf(q: string, type: WantedType | undefined): string {
  return `/v1/places/suggest?${new URLSearchParams({ q, ...(type && { type }) })}`;
}
