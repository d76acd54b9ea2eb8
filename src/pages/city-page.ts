/** A city's page: where it lies, what lies near, what the clock says there, and the requests that tell it. */
import { MAP_SCRIPT } from '../html/assets.ts';
import { type Html, html, rawHtml } from '../html/html.ts';
import { codeBlock, grouped, page } from '../html/layout.ts';
import { graphiql } from './front-page.ts';
import { jsonHtml } from './json-html.ts';
import { CITY_DOCUMENT, type CityView } from './place-data.ts';
import type { NearbyCity } from './place-index-reads.ts';
import {
  alsoCalled,
  alsoText,
  beside,
  breadcrumbs,
  known,
  nameList,
  pathOfPlace,
  placeHead,
  placePath,
} from './place-parts.ts';
import { curl } from './try-box.ts';

const AGREES =
  'Its point, its country and its time zone agree, by the borders of country-coder and the zones of tz-lookup.';

export type CityPage = CityView & { readonly origin: string; readonly key: string; readonly now: number };

export function cityPage(view: CityPage): Html {
  const { country, state, city, origin, key, siblings, neighbours } = view;
  const path = placePath(country.iso2, state.iso2, city.id);
  const stateOf = placePath(country.iso2, state.iso2);
  const steps = [
    { name: country.name, path: placePath(country.iso2) },
    { name: state.name, path: stateOf },
    { name: city.name, path },
  ];
  const variables = { country: country.iso2, state: state.iso2, city: city.id };
  const ring = siblings.map(({ id, name }) => ({ name, path: placePath(country.iso2, state.iso2, id) }));
  return page({
    title: `${city.name}, ${state.name}, ${country.name} · Geo reference`,
    description: `${city.name} in ${state.name}, ${country.name}: where it lies, the cities near it, its time zone, and the requests that answer them.`,
    path,
    head: placeHead(origin, 'City', steps, view.otherNames),
    scripts: [MAP_SCRIPT.path],
    main: html`${breadcrumbs(steps)}
<div class="title"><h1>${city.name}</h1>${alsoCalled(view.otherNames)}${beside('Cities of the state by name', ring, path, `${stateOf}#cities`)}</div>
<div class="columns country">
<figure class="panel country-panel">${rawHtml(view.map)}
<figcaption>${city.name} among the cities of ${state.name}. Borders: Natural Earth.</figcaption></figure>
<section class="card" aria-labelledby="facts-title"><h2 id="facts-title">Facts</h2>
<dl class="facts">${facts(view).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${neighbours.length === 0 ? undefined : nearby(view)}</section>
</div>
${view.doubts && known(view.doubts, AGREES)}
${nameList(view.otherNames)}
<div class="columns">
<section class="card" aria-labelledby="rest-title"><h2 id="rest-title">By REST</h2>
${codeBlock('REST request', curl(origin, `/v1/cities/${city.id}`, key))}
${codeBlock('Answer to a Community key', jsonHtml(view.restBody))}
<p class="muted">Its clock: <code>GET ${clockOf(view)}</code></p>
<p class="muted">Its name in a language: <code>GET ${namedIn(view)}</code></p>
<p class="muted">What lies near, to the metre, from Supporter on: <code>GET /v1/places/near?lat=…&amp;lng=…</code></p></section>
<section class="card" aria-labelledby="graphql-title"><h2 id="graphql-title">By GraphQL</h2>
${codeBlock('GraphQL operation', CITY_DOCUMENT)}
${codeBlock('Its variables', jsonHtml(JSON.stringify(variables)))}
<p class="muted">What lies near, from Supporter on: <code>${nearOf(view)}</code></p>
<p><a class="button" href="${graphiql(CITY_DOCUMENT, variables)}">Open in GraphiQL</a></p></section>
</div>`,
  });
}

/** What `curl /c/JP/13/64491` answers. */
export function cityText(view: CityPage): string {
  const rows = facts(view).map(([name, value]) => `${name.padEnd(13)} ${value}`);
  const near = view.neighbours.map((each) => `  ${pathOf(each)}  ${each.name}, ${distance(each.km)}`);
  return `${view.city.name}, ${view.state.name}, ${view.country.name}

${rows.join('\n')}
${alsoText(view.otherNames)}${near.length === 0 ? '' : `\nNearby\n${near.join('\n')}\n`}${view.doubts && view.doubts.length > 0 ? `\nKnown of this record\n${view.doubts.map((each) => `  ${each}\n`).join('')}` : ''}
${curl(view.origin, `/v1/cities/${view.city.id}`, view.key)}
${curl(view.origin, clockOf(view), view.key)}
`;
}

function facts({ country, state, city, zone, now, otherNames }: CityPage): [string, string][] {
  const rows: [string, string][] = [
    ['Id', String(city.id)],
    ['State', `${state.name} (${state.iso2})`],
    ['Country', `${country.name} (${country.iso2})`],
  ];
  const names = otherNames.filter(({ languages }) => languages.length > 0).length;
  if (names > 0) rows.push(['Other names', String(names)]);
  if (zone) {
    rows.push(['Local time', `${localTime(zone.name, now)} ${zone.abbreviation}`]);
    rows.push(['Time zone', `${zone.name}, UTC${zone.utcOffset} in standard time`]);
  }
  return rows;
}

function localTime(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(
    now,
  );
}

function nearby({ country, neighbours }: CityPage): Html {
  return html`<h3 id="near-title">Nearby</h3>
<ol class="near" aria-labelledby="near-title">${neighbours.map(
    (each) =>
      html`<li><a href="${pathOf(each)}">${each.name}</a>${each.countryCode === country.iso2 ? undefined : html` <span class="muted">${each.countryCode}</span>`} <span class="muted">${distance(each.km)}</span></li>`,
  )}</ol>`;
}

function pathOf(city: NearbyCity): string {
  return pathOfPlace({ type: 'city', ...city });
}

/** To the kilometre: more would tell where a city lies, which begins with Supporter. */
function distance(km: number): string {
  return km < 1 ? 'under 1 km' : `${grouped(Math.round(km))} km`;
}

function namedIn({ country, city }: CityPage): string {
  return `/v1/places/suggest?${new URLSearchParams({ q: city.name, country: country.iso2, type: 'city', lang: 'fr' })}`;
}

function nearOf({ city }: CityPage): string {
  return `{ city(id: ${city.id}) { near(limit: 10) { city { id name } distanceKm } } }`;
}

function clockOf({ country, state, city }: CityPage): string {
  return `/v1/timezone/${country.iso2}/${encodeURIComponent(state.iso2)}/${city.id}`;
}
