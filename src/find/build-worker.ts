/** Runs in a worker thread: takes the rows of a data set and builds its indexes, so that no request waits meanwhile. */
import { parentPort } from 'node:worker_threads';
import { buildFindIndex, type FoundTable, type LetterEvidence, type TableRows } from './find-index.ts';
import { geonamesFile, readGeonames } from './geonames-file.ts';
import type { BuildAnswer, BuildOrder } from './index-builder.ts';

if (parentPort === null) throw new Error('build-worker.ts only runs as a worker thread');
const port = parentPort;
const tables: Record<FoundTable, TableRows> = { countries: empty(), states: empty(), cities: empty() };
const evidence: { -readonly [Kind in keyof LetterEvidence]: LetterEvidence[Kind][number][] } = {
  blocks: [],
  words: [],
};

port.on('message', (order: BuildOrder) => {
  if (order.kind === 'build') {
    const built = buildFindIndex(tables, evidence, order.withGeonames ? listedPlaces : undefined);
    port.postMessage({ built } satisfies BuildAnswer, [built.bytes.buffer]);
    return;
  }
  if (order.kind === 'rows') addRows(order);
  else addLetters(order);
  port.postMessage({ taken: true } satisfies BuildAnswer);
});

/** Undefined where the package that brings them was left out. */
function listedPlaces() {
  const file = geonamesFile();
  const { properties, rows } = tables.countries;
  const code = properties.indexOf('iso2');
  return file === undefined ? undefined : readGeonames(file, new Set(rows.map((row) => String(row[code]))));
}

function addRows({ table, properties, json }: Extract<BuildOrder, { kind: 'rows' }>): void {
  const { rows } = tables[table];
  for (const row of JSON.parse(json) as unknown[][]) rows.push(row); // The shape that the order promises.
  tables[table] = { properties, rows };
}

function addLetters({ json }: Extract<BuildOrder, { kind: 'letters' }>): void {
  const { blocks, words } = JSON.parse(json) as LetterEvidence; // The shape that the order promises.
  evidence.blocks.push(...blocks);
  evidence.words.push(...words);
}

function empty(): TableRows {
  return { properties: [], rows: [] };
}
