/** A state's page: its map, what a Community key is told about it, and its cities by size and by name. */
import { MAP_SCRIPT } from '../html/assets.ts';
import { type Html, html, rawHtml } from '../html/html.ts';
import { codeBlock, grouped, page } from '../html/layout.ts';
import { graphiql } from './front-page.ts';
import { jsonHtml } from './json-html.ts';
import { type NamedCity, STATE_DOCUMENT, type StateView } from './place-data.ts';
import {
  alsoCalled,
  alsoText,
  beside,
  breadcrumbs,
  known,
  nameList,
  placeHead,
  placePath,
  sortedByName,
} from './place-parts.ts';
import { curl } from './try-box.ts';

export type StatePage = StateView & { readonly origin: string; readonly key: string };

/** Cities in the list by size. */
const LARGEST = 24;

export function statePage(view: StatePage): Html {
  const { country, state, origin, key } = view;
  const path = placePath(country.iso2, state.iso2);
  const steps = [
    { name: country.name, path: placePath(country.iso2) },
    { name: state.name, path },
  ];
  const variables = { country: country.iso2, state: state.iso2 };
  return page({
    title: `${state.name}, ${country.name} · Geo reference`,
    description: `${state.name} (${country.iso2}-${state.iso2}), ${country.name}: map, facts and ${grouped(state.cities.totalCount)} cities, and the requests that answer them.`,
    path,
    head: placeHead(origin, 'State', steps, view.otherNames),
    scripts: [MAP_SCRIPT.path],
    main: html`${breadcrumbs(steps)}
<div class="title"><h1>${state.name}</h1>${alsoCalled(view.otherNames)}${beside('States by name', ringOf(view), path, `${placePath(country.iso2)}#states`)}</div>
<div class="columns country">
<figure class="panel country-panel">${rawHtml(view.map)}
<figcaption>Cities as dots${view.bySize.length === 0 ? '' : ', the largest with a ring'}. Borders: Natural Earth.</figcaption></figure>
<section class="card" aria-labelledby="facts-title"><h2 id="facts-title">Facts</h2>
<dl class="facts">${facts(view).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>
</div>
${state.cities.totalCount === 0 ? undefined : cityLists(view)}
${view.doubts.length === 0 ? undefined : known(view.doubts, '')}
${nameList(view.otherNames)}
<div class="columns">
<section class="card" aria-labelledby="rest-title"><h2 id="rest-title">By REST</h2>
${codeBlock('REST request', curl(origin, restOf(view), key))}
${codeBlock('Answer to a Community key', jsonHtml(view.restBody), 'answer')}
<p class="muted">Cities: <code>GET ${restOf(view)}/cities</code></p></section>
<section class="card" aria-labelledby="graphql-title"><h2 id="graphql-title">By GraphQL</h2>
${codeBlock('GraphQL operation', STATE_DOCUMENT)}
${codeBlock('Its variables', jsonHtml(JSON.stringify(variables)))}
<p><a class="button" href="${graphiql(STATE_DOCUMENT, variables)}">Open in GraphiQL</a></p></section>
</div>`,
  });
}

/** What `curl /c/JP/13` answers. */
export function stateText(view: StatePage): string {
  const rows = facts(view).map(([name, value]) => `${name.padEnd(13)} ${value}`);
  const largest = view.bySize
    .slice(0, 10)
    .map(({ id, name }) => `  ${placePath(view.country.iso2, view.state.iso2, id)}  ${name}`);
  return `${view.state.name}, ${view.country.name}

${rows.join('\n')}
${alsoText(view.otherNames)}${largest.length === 0 ? '' : `\nLargest cities\n${largest.join('\n')}\n`}
${curl(view.origin, restOf(view), view.key)}
${curl(view.origin, `${restOf(view)}/cities`, view.key)}
`;
}

function facts({ country, state }: StatePage): [string, string][] {
  const { latitude, longitude } = state;
  const rows: [string, string | null][] = [
    ['Country', `${country.name} (${country.iso2})`],
    ['Code', state.iso2],
    ['Id', String(state.id)],
    ['Centre', latitude && longitude ? `${Number(latitude)}°, ${Number(longitude)}°` : null],
    ['Time zone', state.timezone],
    ['Cities', grouped(state.cities.totalCount)],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function cityLists({ country, state, bySize, byName }: StatePage): Html {
  const item = ({ id, name }: NamedCity) =>
    html`<li><a href="${placePath(country.iso2, state.iso2, id)}">${name}</a></li>`;
  const isShort = bySize.length === 0 || byName.length <= LARGEST;
  return html`<section class="card" id="cities" aria-labelledby="cities-title"><h2 id="cities-title">Cities <span class="muted">${grouped(byName.length)}</span></h2>
${bySize.length === 0 ? undefined : html`<h3>The largest</h3><ol class="names">${bySize.slice(0, LARGEST).map(item)}</ol>`}
<details${isShort ? html` open` : undefined}><summary>By name</summary>
<ul class="names">${byName.map(item)}</ul></details></section>`;
}

function ringOf({ country }: StatePage) {
  const coded = country.states.nodes.flatMap(({ name, iso2 }) => (iso2 === null ? [] : [{ name, iso2 }]));
  return sortedByName(coded).map(({ name, iso2 }) => ({ name, path: placePath(country.iso2, iso2) }));
}

function restOf({ country, state }: StatePage): string {
  return `/v1/countries/${country.iso2}/states/${encodeURIComponent(state.iso2)}`;
}
