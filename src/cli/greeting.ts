/** What a start says to the person who typed it. */
import type { DemoKeys } from '../auth/demo-keys.ts';
import { ConfigError } from '../config.ts';

export interface GreetingOptions {
  readonly host: string;
  readonly port: number;
  readonly home: 'postgresql' | 'embedded';
  readonly demoKeys: DemoKeys;
  readonly dataSet: { readonly version: string; readonly rowCounts: Readonly<Record<string, number>> } | undefined;
}

export function greeting({ host, port, home, demoKeys, dataSet }: GreetingOptions): string {
  const base = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [
    '',
    `Geo reference is listening on ${base} (${home === 'embedded' ? 'embedded database' : 'PostgreSQL'})`,
  ];
  if (dataSet) {
    const { countries = 0, states = 0, cities = 0 } = dataSet.rowCounts;
    lines.push(`Data set ${dataSet.version.slice(0, 12)}: ${countries} countries, ${states} states, ${cities} cities`);
  } else {
    lines.push('No data set is loaded yet: npm run import -- --from FOLDER');
  }
  const professional = demoKeys['professional'];
  if (professional) {
    lines.push('', 'Demo keys, one a plan:');
    for (const [plan, key] of Object.entries(demoKeys)) lines.push(`  ${plan.padEnd(13)} ${key}`);
    lines.push('', 'Try:', `  curl -H 'X-SVCAPI-KEY: ${professional}' '${base}/v1/search/fuzzy?q=Tokio'`);
  }
  lines.push(`  GraphiQL: ${base}/graphql`, '');
  return `${lines.join('\n')}\n`;
}

/** One clear line (or one a fault) for a start that failed. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'EADDRINUSE') return `cannot listen: the port is taken (${message}); set PORT to a free one`;
  if (code === 'EACCES') return `cannot listen: no permission (${message}); set PORT to 1024 or above`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `cannot listen: this machine has no such address (${message}); set HOST`;
  return `cannot start: ${message}`;
}
