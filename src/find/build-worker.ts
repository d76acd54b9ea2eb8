/** Runs in a worker thread: takes the rows of a data set and builds its indexes, so that no request waits meanwhile. */
import { parentPort } from 'node:worker_threads';
import { buildFindIndex, type LetterEvidence } from './find-index.ts';
import { geonamesFile, readGeonames } from './geonames-file.ts';
import type { BuildAnswer, BuildOrder } from './index-builder.ts';
import { PackedRows } from './packed-rows.ts';
import { PartMaker } from './part-maker.ts';
import { sourceRows } from './source-rows.ts';

/** A part is read in one turn of the event loop. */
const PART_BYTES = 1024 * 1024;

if (parentPort === null) throw new Error('build-worker.ts only runs as a worker thread');
const port = parentPort;
const tables = { countries: new PackedRows(), states: new PackedRows(), cities: new PackedRows() };
const evidence: { -readonly [Kind in keyof LetterEvidence]: LetterEvidence[Kind][number][] } = {
  blocks: [],
  words: [],
};

port.on('message', (order: BuildOrder) => {
  if (order.kind === 'build') return build(order);
  if (order.kind === 'rows') addRows(order);
  else addLetters(order);
  port.postMessage({ taken: true } satisfies BuildAnswer);
});

function build({ withGeonames, stored }: Extract<BuildOrder, { kind: 'build' }>): void {
  /** One piece at a time is on its way: what is built is not to pile up before whoever stores it. */
  const hand = (answer: BuildAnswer) => {
    const before = Atomics.load(stored, 0);
    port.postMessage(answer);
    Atomics.wait(stored, 0, before);
  };
  const parts = new PartMaker(new Uint8Array(new SharedArrayBuffer(PART_BYTES)), (part) => hand({ part }));
  const texts = new SharedText();
  const taker = {
    addBytes: (bytes: Uint8Array) => parts.add(bytes),
    addGeonames: (json: string) => hand({ geonames: texts.put(json) }),
  };
  const built = buildFindIndex(tables, evidence, taker, withGeonames ? listedPlaces : undefined);
  parts.finish();
  port.postMessage({ built } satisfies BuildAnswer, [built.head.buffer]);
}

/** A text as bytes in shared memory, in the place of the one before: as a text it would leave garbage in the thread that answers. */
class SharedText {
  #memory = new SharedArrayBuffer(0);

  put(text: string): Uint8Array {
    const length = Buffer.byteLength(text);
    if (length > this.#memory.byteLength) this.#memory = new SharedArrayBuffer(2 * length);
    Buffer.from(this.#memory).write(text);
    return new Uint8Array(this.#memory, 0, length);
  }
}

/** Undefined where the package that brings them was left out. */
function listedPlaces() {
  const file = geonamesFile();
  const codes = new Set(sourceRows(tables).countries.map(({ iso2 }) => iso2));
  return file === undefined ? undefined : readGeonames(file, codes);
}

function addRows({ table, columns, json }: Extract<BuildOrder, { kind: 'rows' }>): void {
  tables[table].add(columns, JSON.parse(json) as unknown[][]); // The shape that the order promises.
}

function addLetters({ json }: Extract<BuildOrder, { kind: 'letters' }>): void {
  const { blocks, words } = JSON.parse(json) as LetterEvidence; // The shape that the order promises.
  evidence.blocks.push(...blocks);
  evidence.words.push(...words);
}
