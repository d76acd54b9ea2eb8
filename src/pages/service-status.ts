/** `/status`: which program on which data, for programs as JSON and for people as a page. */
import { openedIndex } from '../find/opened-indexes.ts';
import { type Html, html } from '../html/html.ts';
import { grouped, page } from '../html/layout.ts';
import type { DataSet } from '../schema/context.ts';
import type { PagesOptions } from './page-options.ts';

export const DATA_LICENCE = {
  name: 'Open Database License (ODbL) 1.0',
  url: 'https://opendatacommons.org/licenses/odbl/1-0/',
  attribution: 'Countries States Cities Database, https://github.com/dr5hn/countries-states-cities-database',
} as const;

/** The full data with all its names takes 141 MB. */
const INDEX_LIMIT_BYTES = 150_000_000;

export interface ServiceStatus {
  readonly status: 'ready' | 'loading' | 'degraded' | 'stopping';
  readonly version: string;
  /** Whole seconds since the process started. */
  readonly uptime_seconds: number;
  readonly database: { readonly home: string; readonly reachable: boolean };
  /** Null while no data set is loaded. */
  readonly data: {
    readonly version: string;
    /** The source's own date, `2026-07-29`; null where it names none. */
    readonly date: string | null;
    readonly loaded_at: string;
    readonly source: string;
    /** The source's own version; null where it names none. */
    readonly source_version: string | null;
    readonly rows: Readonly<Record<string, number>>;
    /** What all indexes take in memory, shared by the threads; null while there are none and the database answers searches. */
    readonly search_index_bytes: number | null;
    /** What they are meant to take at most. */
    readonly search_index_limit_bytes: number;
    /** Who answers the search by similarity: in a locale whose letters no table explains always the database. */
    readonly search_by: 'memory' | 'database';
    /** Cities with names and sizes of GeoNames; 0 where its package was left out, null while there are no indexes. */
    readonly geonames_rows: number | null;
  } | null;
  readonly licence: typeof DATA_LICENCE;
}

export function serviceStatus(options: PagesOptions): ServiceStatus {
  const dataSet = options.currentDataSet();
  const reachable = options.isDatabaseReachable();
  return {
    status: options.isStopping() ? 'stopping' : !reachable ? 'degraded' : dataSet ? 'ready' : 'loading',
    version: options.version,
    uptime_seconds: Math.floor(process.uptime()),
    database: { home: options.home, reachable },
    data: dataSet
      ? {
          version: dataSet.version,
          date: dataSet.sourceDate,
          loaded_at: isoTime(dataSet.activatedAt),
          source: withoutFolders(dataSet.source),
          source_version: dataSet.sourceVersion,
          rows: dataSet.rowCounts,
          search_index_bytes: dataSet.findIndex?.byteLength ?? null,
          search_index_limit_bytes: INDEX_LIMIT_BYTES,
          search_by: searchesFromMemory(dataSet) ? 'memory' : 'database',
          geonames_rows: dataSet.geonamesRows ?? null,
        }
      : null,
    licence: DATA_LICENCE,
  };
}

/** What the data is of, in a word or two: the source's version and date, or what of them it names; else our own number. */
export function dataEdition({ sourceVersion, sourceDate, version }: DataSet): string {
  const said = [sourceVersion, sourceDate && `of ${sourceDate}`].filter(Boolean);
  return said.length > 0 ? said.join(' ') : version.slice(0, 12);
}

export function statusPage(status: ServiceStatus): Html {
  const { data, database } = status;
  return page({
    title: `Status: ${status.status} · Geo reference`,
    description: 'Version, data and database of this service.',
    path: '/status',
    main: html`<section class="card status-card" aria-labelledby="status-title">
<h1 id="status-title"><span class="light ${status.status === 'ready' ? 'good' : 'bad'}"></span>${sentence(status)}</h1>
<dl class="facts">
<div><dt>Service</dt><dd>${status.version}</dd></div>
<div><dt>Up for</dt><dd>${duration(status.uptime_seconds)}</dd></div>
<div><dt>Database</dt><dd>${database.home === 'embedded' ? 'embedded' : 'PostgreSQL'}, ${database.reachable ? 'reachable' : 'out of reach'}</dd></div>
${
  data
    ? html`${
        data.date === null
          ? undefined
          : html`<div><dt>Data of</dt><dd>${data.date}</dd></div>
`
      }<div><dt>Loaded</dt><dd>${data.loaded_at.slice(0, 16).replace('T', ' ')} UTC</dd></div>
<div><dt>Source</dt><dd>${[data.source, data.source_version].filter(Boolean).join(' ')}</dd></div>
<div><dt>Data version</dt><dd><code>${data.version}</code></dd></div>
<div><dt>Search</dt><dd>${searchSentence(data)}</dd></div>
<div><dt>GeoNames</dt><dd>${geonamesSentence(data.geonames_rows)}</dd></div>`
    : undefined
}
<div><dt>Licence of the data</dt><dd><a href="${status.licence.url}" rel="license">${status.licence.name}</a></dd></div>
</dl>
${data ? rowTable(data.rows) : undefined}
<p class="muted">The same for programs: <code>curl -H 'Accept: application/json' …/status</code>. Probes: <a href="/livez">/livez</a>, <a href="/readyz">/readyz</a>.</p>
</section>`,
  });
}

function rowTable(rows: Readonly<Record<string, number>>): Html {
  return html`<table class="rows"><caption>Records</caption><thead><tr><th scope="col">Table</th><th scope="col">Rows</th></tr></thead>
<tbody>${Object.entries(rows)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => html`<tr><th scope="row">${name}</th><td>${grouped(count)}</td></tr>`)}</tbody></table>`;
}

function sentence({ status }: ServiceStatus): string {
  return {
    ready: 'Everything answers',
    loading: 'Loading the data',
    degraded: 'The database is out of reach',
    stopping: 'Going away',
  }[status];
}

function searchSentence(data: NonNullable<ServiceStatus['data']>): string {
  const { search_index_bytes: bytes, search_index_limit_bytes: limit, search_by: by } = data;
  if (bytes === null) return 'by the database, until its index is built';
  const size = `${(bytes / 1e6).toFixed(1)} of at most ${limit / 1e6} MB`;
  return by === 'memory' ? `from memory, ${size}` : `places from memory, ${size}; similar names by the database`;
}

function searchesFromMemory({ findIndex }: DataSet): boolean {
  return findIndex !== undefined && openedIndex(findIndex).cities.trigrams !== undefined;
}

function geonamesSentence(rows: number | null): string {
  if (rows === null) return 'not joined yet: that is done with the index of search';
  return rows === 0
    ? 'not there: its package is not installed, or nothing in it fits'
    : `names and sizes for ${grouped(rows)} cities (CC BY 4.0)`;
}

function duration(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

/** Folders of the machine are nobody's business: of a path only its last name is told. */
function withoutFolders(source: string): string {
  const start = source.search(/(?<=^|\s)(?:[A-Za-z]:)?[/\\]/);
  if (start === -1) return source;
  const end = source.length - 2; // A path may end with a separator.
  return (
    source.slice(0, start) + source.slice(Math.max(source.lastIndexOf('/', end), source.lastIndexOf('\\', end)) + 1)
  );
}

/** What PostgreSQL writes (`2026-07-29 10:00:00+00`) as ISO 8601 in UTC. */
function isoTime(written: string): string {
  const full = written.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  const time = new Date(full);
  return Number.isNaN(time.getTime()) ? written : time.toISOString();
}
