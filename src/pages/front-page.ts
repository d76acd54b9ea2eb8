/** The front page: what the service holds, drawn; one answer to try; what each plan brings; every country. */
import type { DemoKeys } from '../auth/demo-keys.ts';
import { MAP_SCRIPT, TRY_SCRIPT } from '../html/assets.ts';
import { finder } from '../html/finder.ts';
import { type Html, html, rawHtml } from '../html/html.ts';
import { keyHintText } from '../html/key-hint.ts';
import { codeBlock, coded, grouped, page } from '../html/layout.ts';
import type { DataSet } from '../schema/context.ts';
import type { EmptyNotice } from './failure-replies.ts';
import type { CountryEntry } from './page-data.ts';
import { planTable } from './plan-table.ts';
import { dataEdition } from './service-status.ts';
import { curl, KEY_PLACEHOLDER, SAMPLE_PLAN, type Sample, tryBox } from './try-box.ts';

export interface FrontPage {
  readonly origin: string;
  readonly dataSet: DataSet;
  readonly home: string;
  readonly ready: boolean;
  readonly map: string;
  readonly countries: readonly CountryEntry[];
  readonly sample: Sample;
  readonly demoKeys: DemoKeys;
}

const DOCUMENT = `{
  country(code: "JP") {
    name
    emoji
    states(first: 5) { totalCount nodes { name } }
  }
}`;
const COUNTED = ['countries', 'states', 'cities', 'regions'];
const DESCRIPTION =
  'Countries, states, cities, regions, currencies, dial codes and typo-tolerant search over REST and GraphQL.';

export function frontPage(front: FrontPage): Html {
  const { origin, dataSet, sample, demoKeys } = front;
  return page({
    title: 'Geo reference',
    description: DESCRIPTION,
    path: '/',
    badges: badges(front),
    scripts: [MAP_SCRIPT.path, TRY_SCRIPT.path],
    main: html`<h1 class="hidden">Geo reference: ${DESCRIPTION}</h1>
<figure class="panel world-panel">
${rawHtml(front.map)}
<figcaption><dl class="counts">${COUNTED.map(
      (name) => html`<div><dt>${name}</dt><dd>${grouped(dataSet.rowCounts[name] ?? 0)}</dd></div>`,
    )}</dl>
<p class="hidden">A world map: each dot is a small area with cities, of a stronger colour where more of them lie.</p></figcaption>
</figure>
<div class="columns">
${tryBox(sample, origin, demoKeys)}
<section class="card" aria-labelledby="plans-title">
<h2 id="plans-title">Your plan decides what comes back</h2>
${planTable()}
<h3>Or in GraphQL</h3>
${codeBlock('A GraphQL query', DOCUMENT)}
<p><a class="button" href="${graphiql(DOCUMENT)}">Open in GraphiQL</a></p>
</section>
</div>
${countryIndex(front.countries)}`,
  });
}

/** What a page says while there is no data set to show. */
export function emptyPage({ title, text }: EmptyNotice): Html {
  return page({
    title: `${title} · Geo reference`,
    description: DESCRIPTION,
    path: '/',
    refreshSeconds: 3,
    main: html`<section class="card message"><h1>${title}</h1>
${text.map((each) => html`<p>${coded(each)}</p>`)}
<p>This page looks again every three seconds. <a href="/status">Status</a></p></section>`,
  });
}

/** What `curl /` answers. */
export function frontText({
  origin,
  dataSet,
  version,
  demoKeys,
  sample,
}: FrontPage & { readonly version: string }): string {
  const key = demoKeys[SAMPLE_PLAN.toLowerCase()] ?? KEY_PLACEHOLDER;
  const counts = COUNTED.map((name) => `${grouped(dataSet.rowCounts[name] ?? 0)} ${name}`).join(', ');
  return `Geo reference ${version}
${DESCRIPTION}

Data    ${counts}, edition ${dataEdition(dataSet)}
        Countries States Cities Database, ODbL 1.0

Ask
${indented(curl(origin, sample.target, key))}
${indented(curl(origin, '/v1/countries/JP', key))}
  curl -H 'X-SVCAPI-KEY: ${key}' -H 'Content-Type: application/json' \\
    -d '{"query":"{ country(code: \\"JP\\") { name emoji } }"}' ${origin}/graphql
${key === KEY_PLACEHOLDER ? `\nKey     ${keyHintText()}\n` : ''}
Find    ${origin}/find?q=bombay
See     ${origin}/docs  ${origin}/openapi.json  ${origin}/graphql  ${origin}/status  ${origin}/c/JP
`;
}

/** The path at which GraphiQL opens with an operation in place. */
export function graphiql(document: string, variables?: object): string {
  const query = new URLSearchParams({ query: document });
  if (variables) query.set('variables', JSON.stringify(variables));
  return `/graphql?${query.toString().replaceAll('+', '%20')}`;
}

function badges({ ready, home, dataSet }: FrontPage): Html {
  return html`<p class="badges"><span class="badge"><span class="light ${ready ? 'good' : 'bad'}"></span>${ready ? 'ready' : 'database out of reach'} · ${home === 'embedded' ? 'embedded database' : 'PostgreSQL'}</span>
<span class="badge">data ${dataEdition(dataSet)}</span></p>`;
}

function countryIndex(countries: readonly CountryEntry[]): Html {
  const regions = [...Map.groupBy(countries, ({ regionName }) => regionName ?? 'Elsewhere')].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return html`<section class="card" id="countries" aria-labelledby="countries-title">
<h2 id="countries-title">A page for every country</h2>
${finder({ id: 'find-country', label: 'Name or code of a country', placeholder: 'Japan, JP, JPN, 日本', type: 'country' })}
<div class="regions">${regions.map(
    ([region, members]) => html`<details><summary>${region} <span class="muted">${members.length}</span></summary>
<ul class="names">${members.map(({ iso2, name }) => html`<li><a href="/c/${iso2}">${name}</a></li>`)}</ul></details>`,
  )}</div>
</section>`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
