/** What the pages of countries, states and cities share: addresses, the way there, what machines read, and order by name. */
import { type Html, html, rawHtml } from '../html/html.ts';
import type { OtherName } from './place-index-reads.ts';

export interface Step {
  readonly name: string;
  readonly path: string;
}

/** As people look names up: İstanbul among I, Ōsaka among O. */
const byName = new Intl.Collator('en').compare;

export function sortedByName<T extends { readonly name: string }>(places: readonly T[]): T[] {
  return places.toSorted((a, b) => byName(a.name, b.name));
}

/** The page of a place by the segments of its address: country, state's code, city's id. */
export function placePath(...segments: readonly (string | number)[]): string {
  return `/c/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;
}

/** The page of a record; where its state has no code, that of its country. */
export function pathOfPlace(place: {
  readonly type: 'country' | 'state' | 'city';
  readonly id: number;
  readonly countryCode: string;
  readonly stateCode: string | null;
}): string {
  const { type, id, countryCode, stateCode } = place;
  if (type === 'country' || stateCode === null) return placePath(countryCode);
  return type === 'state' ? placePath(countryCode, stateCode) : placePath(countryCode, stateCode, id);
}

/** World › Japan › Tokyo; the last is the page itself. */
export function breadcrumbs(steps: readonly Step[]): Html {
  const last = steps.length - 1;
  return html`<nav class="crumbs" aria-label="Where this is"><ol><li><a href="/">World</a></li>${steps.map(
    ({ name, path }, index) =>
      html`<li>${index === last ? html`<span aria-current="page">${name}</span>` : html`<a href="${path}">${name}</a>`}</li>`,
  )}</ol></nav>`;
}

/** What is known to be wrong with a record, or what is said where nothing is. */
export function known(doubts: readonly string[], fine: string): Html {
  return html`<section class="card known" aria-labelledby="known-title"><h2 id="known-title">What is known of this record</h2>
${doubts.length === 0 ? html`<p>${fine}</p>` : html`<ul>${doubts.map((doubt) => html`<li>${doubt}</li>`)}</ul>`}</section>`;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
/** Names without a language that are shown at most: GeoNames has hundreds of some cities. */
const MOST_UNTOLD = 40;

/** What a place is called beside its own name; nothing where it has no other. */
export function nameList(names: readonly OtherName[]): Html | undefined {
  if (names.length === 0) return undefined;
  const told = names.filter(({ languages }) => languages.length > 0);
  const untold = names.filter(({ languages }) => languages.length === 0).slice(0, MOST_UNTOLD);
  return html`<section class="card" aria-labelledby="names-title"><h2 id="names-title">${told.length === 0 ? 'Other names' : 'In other languages'}</h2>
${
  told.length === 0
    ? undefined
    : html`<ul class="names">${told.map(
        ({ text, languages }) =>
          html`<li><b lang="${languages[0] ?? ''}" dir="auto">${text}</b> <span class="muted">${languages.map(languageOf).join(', ')}</span></li>`,
      )}</ul>`
}
${untold.length === 0 ? undefined : html`<p class="also-called"><span class="muted">Also</span> ${untold.map(({ text }, at) => html`${at === 0 ? '' : ' · '}<bdi>${text}</bdi>`)}</p>`}
<p class="muted">Any of them finds it: <code>GET /v1/places/suggest?q=…&amp;lang=…</code></p></section>`;
}

/** For machines and for text: those that most languages use. */
function mostKnown(names: readonly OtherName[]): string[] {
  return names.slice(0, 12).map(({ text }) => text);
}

/** A line of text with other names; empty where there are none. */
export function alsoText(names: readonly OtherName[]): string {
  return names.length === 0 ? '' : `${'Also'.padEnd(13)} ${mostKnown(names).join(', ')}\n`;
}

/** The names that most languages use, beside the title. */
export function alsoCalled(names: readonly OtherName[]): Html | undefined {
  const known = names.filter(({ languages }) => languages.length > 0).slice(0, 3);
  if (known.length === 0) return undefined;
  return html`<p class="native">also ${known.map(({ text }, at) => html`${at === 0 ? '' : ', '}<bdi>${text}</bdi>`)}</p>`;
}

function languageOf(code: string): string {
  return languageNames.of(code) ?? code;
}

/** The canonical address, and for machines (schema.org) what the page is about and how it is reached. */
export function placeHead(
  origin: string,
  type: 'Country' | 'State' | 'City',
  steps: readonly Step[],
  names: readonly OtherName[] = [],
): Html {
  const url = (path: string) => `${origin}${path}`;
  const here = steps.at(-1);
  const above = steps.at(-2);
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': type,
        name: here?.name,
        url: url(here?.path ?? '/'),
        ...(names.length > 0 && { alternateName: mostKnown(names) }),
        ...(above && { containedInPlace: { '@type': 'Place', name: above.name, url: url(above.path) } }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ name: 'World', path: '/' }, ...steps].map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: url(path),
        })),
      },
    ],
  };
  return html`<link rel="canonical" href="${url(here?.path ?? '/')}">
<script type="application/ld+json">${rawHtml(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`;
}

/** The pages before and after this one among its like, in a ring. */
export function beside(label: string, ring: readonly Step[], path: string, all: string): Html {
  const at = ring.findIndex((step) => step.path === path);
  const before = ring.at(at - 1);
  const after = ring[at + 1] ?? ring[0];
  const isAlone = ring.length < 2 || at === -1;
  return html`<nav class="beside" aria-label="${label}">${isAlone || !before ? undefined : html`<a href="${before.path}" rel="prev"><span aria-hidden="true">← </span>${before.name}</a>`}
<a href="${all}">All</a>
${isAlone || !after ? undefined : html`<a href="${after.path}" rel="next">${after.name}<span aria-hidden="true"> →</span></a>`}</nav>`;
}
