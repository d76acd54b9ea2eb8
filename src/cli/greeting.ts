/** What a start says: to the person who typed it, and to programs, which are never told a key. */
import { type DemoKeys, demoKeysFile } from '../auth/demo-keys.ts';
import type { DataSet } from '../db/data-set.queries.ts';
import { visitTarget } from '../http/visit.ts';

type GreetedDataSet = Pick<DataSet, 'version' | 'source' | 'sourceVersion' | 'sourceDate' | 'rowCounts'>;

export interface GreetingOptions {
  readonly host: string;
  readonly port: number;
  readonly home: 'postgresql' | 'embedded';
  readonly graphiql: boolean;
  readonly demoKeys: DemoKeys;
  readonly dataDir: string;
  readonly dataSet: GreetedDataSet | undefined;
  /** Why Redis is not used although it was asked for; undefined where all is well. */
  readonly redisFault: string | undefined;
}

/** What programs are told: where the service is, what it has, and the file of its demo keys when there are any. */
export function readyLine({ home, demoKeys, dataDir, dataSet, host, port }: GreetingOptions) {
  return {
    url: urlOf({ host, port }),
    database: home,
    dataSet: dataSet ? { version: dataSet.version, rows: dataSet.rowCounts } : null,
    demoKeysFile: Object.keys(demoKeys).length > 0 ? demoKeysFile(dataDir) : null,
  };
}

/** What a person at a terminal is told. */
export function greeting({ host, port, home, graphiql, demoKeys, dataSet, redisFault }: GreetingOptions): string {
  const base = urlOf({ host, port });
  const lines = [
    '',
    `Geo reference is listening on ${base} (${home === 'embedded' ? 'embedded database' : 'PostgreSQL'})`,
  ];
  if (dataSet) {
    const { countries = 0, states = 0, cities = 0 } = dataSet.rowCounts;
    lines.push(`Data set ${dataSet.version.slice(0, 12)}: ${countries} countries, ${states} states, ${cities} cities`);
    const { source, sourceVersion, sourceDate } = dataSet;
    lines.push(`From ${[source, sourceVersion, sourceDate && `of ${sourceDate}`].filter(Boolean).join(' ')}`);
  } else {
    lines.push('No data set is loaded yet: npm run import -- --default');
  }
  if (redisFault !== undefined) {
    lines.push(`Redis is out of reach (${redisFault}): until it is back, this process counts requests for itself`);
  }
  const professional = demoKeys['professional'];
  if (professional) {
    lines.push('', 'Demo keys, one a plan:');
    for (const [plan, key] of Object.entries(demoKeys)) lines.push(`  ${plan.padEnd(13)} ${key}`);
    lines.push('', 'Try:', `  curl -H 'X-SVCAPI-KEY: ${professional}' '${base}/v1/search/fuzzy?q=Tokio'`);
  }
  const pages = [
    `front page  ${base}${visitTarget(demoKeys) ?? '/'}`,
    `reference   ${base}/docs`,
    ...(graphiql ? [`GraphiQL    ${base}/graphql`] : []),
  ];
  const filledIn = professional ? ' (the first link fills the demo keys in, on all pages; keep it to yourself)' : '';
  lines.push('', `In a browser${filledIn}:`, ...pages.map((page) => `  ${page}`), '');
  return `${lines.join('\n')}\n`;
}

function urlOf({ host, port }: Pick<GreetingOptions, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
