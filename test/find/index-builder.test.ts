/** The thread that builds the indexes ends where there is too much for it; the process, and whoever waits, go on. */
import { expect, onTestFinished, test } from 'vitest';
import { grown } from '../../src/find/column.ts';
import { explained, startIndexBuilder } from '../../src/find/index-builder.ts';
import { packSections } from '../../src/find/pack-sections.ts';

test('a thread that runs out of memory says so to whoever waits', async () => {
  const builder = startIndexBuilder({ heapMib: 24 });
  onTestFinished(() => builder.stop());
  const rows = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => [id, `place ${id}`]));
  const columns = [
    { name: 'id', kind: 'integer' },
    { name: 'name', kind: 'text' },
  ] as const;
  const fill = async () => {
    for (let batch = 0; batch < 100; batch++) await builder.addRows('cities', columns, rows);
  };
  await expect(fill()).rejects.toThrow(
    'building the indexes of this data takes more than the 24 MiB that are left for it: import it on a machine with more memory',
  );
  const never = () => Promise.reject(new Error('nothing is built'));
  await expect(builder.finish({ addPart: never, addGeonames: never })).rejects.toThrow('24 MiB');
});

test('more than the indexes can hold is told as that, and what else goes wrong as it is', () => {
  const half = new Uint8Array(2 ** 29);
  const reasons = [
    () => packSections(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((at) => [`half ${at}`, half]))),
    () => new Uint8Array(-1),
    () => grown(grown(new Uint8Array(0), 1), 2 ** 33),
    () => JSON.parse('{'),
    () => (1).toFixed(101),
    function deeper(): unknown {
      return deeper();
    },
  ].map((fail) => {
    try {
      return fail();
    } catch (error) {
      return String(explained(error, 1024));
    }
  });
  expect(reasons).toEqual([
    "Error: the indexes can't hold as many places and names as this data has: they would take 4096 MiB, and can take 4095 at most",
    expect.stringMatching(/^Error: the indexes can't hold as many .*: Invalid typed array length/),
    expect.stringMatching(/^Error: the indexes can't hold as many .*: ArrayBuffer.prototype.resize: Invalid length/),
    expect.stringMatching(/^SyntaxError: /),
    expect.stringMatching(/^RangeError: toFixed/),
    expect.stringMatching(/^RangeError: Maximum call stack size exceeded/),
  ]);
});
