/** A country's page: its map, what a Community key is told about it, and the requests that tell it. */
import { z } from 'zod';
import { MAP_SCRIPT } from '../html/assets.ts';
import { type Html, html, rawHtml } from '../html/html.ts';
import { codeBlock, grouped, page } from '../html/layout.ts';
import { graphiql } from './front-page.ts';
import { jsonHtml } from './json-html.ts';
import { COUNTRY_DOCUMENT, type CountryEntry, type CountryFacts, type CountryView } from './page-data.ts';
import { beside, breadcrumbs, placeHead, placePath, sortedByName } from './place-parts.ts';
import { curl } from './try-box.ts';

export interface CountryPage extends CountryView {
  readonly origin: string;
  /** A key to show in requests, or what stands in its place. */
  readonly key: string;
  readonly countries: readonly CountryEntry[];
}

const zones = z.array(z.object({ zoneName: z.string(), gmtOffsetName: z.string().optional() }));

export function countryPage(view: CountryPage): Html {
  const { facts, cityCount } = view;
  const rest = `/v1/countries/${facts.iso2}`;
  const steps = [{ name: facts.name, path: placePath(facts.iso2) }];
  return page({
    title: `${facts.name} · Geo reference`,
    description: `${facts.name} (${facts.iso2}): map, codes, ${facts.states.totalCount} states and ${grouped(cityCount)} cities, and the requests that answer them.`,
    path: `/c/${facts.iso2}`,
    head: placeHead(view.origin, 'Country', steps),
    scripts: [MAP_SCRIPT.path],
    main: html`${breadcrumbs(steps)}
<div class="title"><h1>${facts.emoji === null ? undefined : html`<span aria-hidden="true">${facts.emoji}</span> `}${facts.name}</h1>
${facts.native === null || facts.native === facts.name ? undefined : html`<p class="native">${facts.native}</p>`}
${neighbours(view)}</div>
<div class="columns country">
<figure class="panel country-panel">${rawHtml(view.map)}
<figcaption>${caption(view)}</figcaption></figure>
<section class="card" aria-labelledby="facts-title"><h2 id="facts-title">Facts</h2>
<dl class="facts">${factRows(view)}</dl></section>
</div>
${stateList(facts)}
<div class="columns">
<section class="card" aria-labelledby="rest-title"><h2 id="rest-title">By REST</h2>
${codeBlock('REST request', curl(view.origin, rest, view.key))}
${codeBlock('Answer to a Community key', jsonHtml(view.restBody), 'answer')}
<p class="muted">States: <code>GET ${rest}/states</code></p></section>
<section class="card" aria-labelledby="graphql-title"><h2 id="graphql-title">By GraphQL</h2>
${codeBlock('GraphQL operation', COUNTRY_DOCUMENT)}
${codeBlock('Its variables', jsonHtml(JSON.stringify({ code: facts.iso2 })))}
<p><a class="button" href="${graphiql(COUNTRY_DOCUMENT, { code: facts.iso2 })}">Open in GraphiQL</a></p></section>
</div>`,
  });
}

/** What `curl /c/JP` answers. */
export function countryText(view: CountryPage): string {
  const rows = facts(view).map(([name, value]) => `${name.padEnd(13)} ${value}`);
  return `${view.facts.name}

${rows.join('\n')}

${curl(view.origin, `/v1/countries/${view.facts.iso2}`, view.key)}
${curl(view.origin, `/v1/countries/${view.facts.iso2}/states`, view.key)}
`;
}

function caption({ facts, cityCount, map }: CountryPage): string {
  const placed = facts.states.nodes.filter(({ latitude, longitude }) => latitude !== null && longitude !== null);
  const shown = map.match(/<circle /g)?.length ?? 0;
  const states = shown > 0 ? '; states as rings' : '';
  const cut = shown < placed.length ? ' Far parts with few cities lie outside the map.' : '';
  return `${grouped(cityCount)} cities as dots, stronger where more of them lie${states}.${cut} Borders: Natural Earth.`;
}

function factRows(view: CountryPage): Html[] {
  return facts(view).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
}

function facts({ facts, cityCount }: CountryPage): [string, string][] {
  const rows: [string, string | null][] = [
    ['ISO codes', `${facts.iso2} · ${facts.iso3}`],
    ['Id', String(facts.id)],
    ['Own name', facts.native],
    ['Capital', facts.capital],
    ['Region', [facts.regionName, facts.subregionName].filter((each) => each !== null).join(' › ') || null],
    ['Currency', facts.currencyCode],
    ['Phone code', facts.phonecode],
    ['Centre', facts.latitude && facts.longitude ? `${Number(facts.latitude)}°, ${Number(facts.longitude)}°` : null],
    ['Time zones', timeZones(facts.timezonesJson)],
    ['States', grouped(facts.states.totalCount)],
    ['Cities', grouped(cityCount)],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** The zones of a country, at most six of them by name. */
function timeZones(json: string | null): string | null {
  if (json === null) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  const names = zones.safeParse(parsed).data?.map(({ zoneName }) => zoneName) ?? [];
  if (names.length === 0) return null;
  const more = names.length > 6 ? ` and ${names.length - 6} more` : '';
  return `${names.slice(0, 6).join(', ')}${more}`;
}

function stateList({ iso2: country, states }: CountryFacts): Html | undefined {
  if (states.nodes.length === 0) return undefined;
  return html`<section class="card" id="states" aria-labelledby="states-title"><h2 id="states-title">States, provinces and regions <span class="muted">${grouped(states.totalCount)}</span></h2>
<ul class="names">${sortedByName(states.nodes).map(({ name, iso2 }) =>
    iso2 === null
      ? html`<li>${name}</li>`
      : html`<li><a href="${placePath(country, iso2)}">${name}</a> <code>${iso2}</code></li>`,
  )}</ul></section>`;
}

/** The countries before and after this one by name. */
function neighbours({ countries, facts }: CountryPage): Html {
  const ring = sortedByName(countries).map(({ name, iso2 }) => ({ name, path: placePath(iso2) }));
  return beside('Countries by name', ring, placePath(facts.iso2), '/#countries');
}
