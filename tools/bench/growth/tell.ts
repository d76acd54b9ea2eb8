/** The figures of a run as tables of Markdown. */
import type { CitiesFigures } from './cities.ts';
import type { ConnectionsFigures } from './connections.ts';
import type { KeysFigures } from './keys.ts';
import type { QueriesFigures } from './queries.ts';
import type { Cost } from './service.ts';

/** What one run has measured; a part that was left out is undefined. */
export interface Growth {
  /** Of the machine before and after, over a minute. */
  readonly load: { readonly before: number; after: number };
  cities?: CitiesFigures[];
  connections?: ConnectionsFigures[];
  queries?: QueriesFigures[];
  keys?: KeysFigures[];
}

export function tell({ load, cities, connections, queries, keys }: Growth): string {
  const intro = `Processor time a request, service and database together: least (median) of the slices. Load ${load.before.toFixed(0)} to ${load.after.toFixed(0)}.`;
  const tables = [
    cities &&
      table(
        ['', ...cities.map(({ times, cities: count }) => `${times}× (${count.toLocaleString('en')} cities)`)],
        [
          ['import, wall', ...cities.map((each) => `${each.import.seconds.toFixed(0)} s`)],
          ['import, processor', ...cities.map((each) => `${each.import.processorSeconds.toFixed(0)} s`)],
          ['import, memory at most', ...cities.map((each) => `${each.import.memoryMb} MiB`)],
          ['database', ...cities.map((each) => `${each.databaseMb.toFixed(0)} MiB`)],
          [
            'indexes',
            ...cities.map((each) => (each.indexMb > 0 ? `${each.indexMb.toFixed(0)} MiB` : each.import.told)),
          ],
          ['service, memory', ...cities.map(({ memoryMb }) => `${memoryMb.start} to ${memoryMb.end} MiB`)],
          ...Object.keys(cities[0]?.costs ?? {}).map((name) => [
            name,
            ...cities.map(({ costs }) => (costs[name] ? told(costs[name]) : '–')),
          ]),
        ],
      ),
    connections &&
      table(
        ['Connections', 'Cost', 'p50', 'p99', 'Memory'],
        connections.map(({ connections: count, cost, latency: { p50, p99 }, memoryMb }) => [
          `${count}`,
          told(cost),
          `${p50.toFixed(2)} ms`,
          `${p99.toFixed(2)} ms`,
          `${memoryMb} MiB`,
        ]),
      ),
    queries &&
      table(
        ['Distinct queries', 'Drawn', 'Hits', 'Cost', 'Cache', 'Memory'],
        queries.map(({ queries: count, drawn, hitShare, cost, cacheMb, cacheLimitMb, memoryMb }) => [
          `${count}`,
          drawn,
          `${(hitShare * 100).toFixed(1)} %`,
          told(cost),
          `${cacheMb.toFixed(1)} of ${cacheLimitMb} MiB`,
          `${memoryMb} MiB`,
        ]),
      ),
    keys &&
      table(
        ['Keys', 'Cost', 'Memory'],
        keys.map(({ keys: count, cost, memoryMb }) => [`${count}`, told(cost), `${memoryMb} MiB`]),
      ),
  ];
  return `${[intro, ...tables.filter((each) => each !== undefined)].join('\n\n')}\n`;
}

function told({ least, median }: Cost): string {
  const time = (us: number) => (us < 1000 ? `${us.toFixed(0)} µs` : `${(us / 1000).toFixed(1)} ms`);
  return `${time(least)} (${time(median)})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
