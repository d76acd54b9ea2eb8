/** The commands that find places, as an operator runs them beside a service. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { appendLines } from '../../src/cli/csv-output.ts';
import { claimOutput } from '../../src/cli/output-claim.ts';
import { claimDataFolder, type DataFolder, prepareDataFolder } from '../../src/db/embedded/data-folder.ts';
import { answerOf, geo } from './geo.ts';

const ROWS = [
  ['Andorre-la-Vieille', 'AD'],
  ['"London, the one\nin England"', 'gb'],
  ['Nowhere at all', 'Japan'],
  ['', ''],
];

/** A process that has an output and does not end. */
async function holderOf(output: string) {
  const claim = JSON.stringify(new URL('../../src/cli/output-claim.ts', import.meta.url));
  const claimed = `await (await import(${claim})).claimOutput(${JSON.stringify(output)})`;
  const code = `globalThis.claim = ${claimed}; console.log('claimed'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(holder.stdout, 'data');
  return holder;
}

describe('beside a running embedded database', () => {
  let folder: string;
  let held: DataFolder;
  const options = () => ({ env: { DATA_DIR: folder, TMPDIR: tmpdir() } });
  const file = (name: string, text: string | Buffer) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  beforeAll(() => {
    // Nothing here writes to the database: the run's own is found as that of a service is, by the record of who holds the folder.
    folder = mkdtempSync(join(tmpdir(), 'geo-places-'));
    const embedded = inject('homes').find(({ home }) => home === 'embedded');
    if (!embedded || !('host' in embedded.target))
      throw new Error('every run but the inner loop has an embedded database');
    held = claimDataFolder(prepareDataFolder(folder));
    held.record(embedded.target.host);
  });
  afterAll(() => {
    held.release();
    rmSync(folder, { recursive: true });
  });

  it('find names the place that is meant, near those around a point', async () => {
    const found = await geo(['find', 'andorre la vieille', '--type', 'city', '--json'], options());
    expect(answerOf<object[]>(found)).toMatchObject([{ id: 1, match: 'exact', matched_name: 'Andorre-la-Vieille' }]);
    expect((await geo(['find', 'Andorra la Vella'], options())).out).toMatch(/^TYPE +ID +PLACE .*\n(?:city|state) /);
    const near = await geo(['near', '42.5', '1.5', '--limit', '2', '--json'], options());
    expect(answerOf<{ id: number }[]>(near).map(({ id }) => id)).toContain(1);
    const south = await geo(['near', '-89.5', '0'], options());
    expect([south.code, south.out]).toEqual([0, 'nothing lies so near; try a larger --radius\n']);
    const wrong = await geo(['near', '91', '0'], options());
    expect([wrong.code, wrong.err]).toEqual([2, 'lat: must be a number from -90 to 90\n']);
  });

  it('reconcile puts what rows mean beside them, and goes on where it was interrupted', async () => {
    const rows = file('places.csv', `\ufeffOrt;Country\n${ROWS.map((row) => row.join(';')).join('\n')}\n`);
    const command = ['reconcile', rows, '--column', 'city=Ort', '--json'];
    const whole = answerOf(await geo(command, options()));
    const output = join(folder, 'places.reconciled.csv');
    expect(whole).toMatchObject({ rows: 4, before: 0, errors: 1, output, verdicts: { city: { none: 1 } } });
    const written = read('places.reconciled.csv');
    expect(written.split('\n')[0]).toMatch(/^Ort,Country,geo_country_id,.*,geo_alternatives,geo_error$/);
    expect(written).toMatch(
      /\nAndorre-la-Vieille,AD,6,Andorra,[\d.]+,exact,,\d+,[^,]+,,,,1,Andorra la Vella,0\.9\d?,alias,,/,
    );
    expect(written).toContain('country, state, city or a point: one of them is required');
    // Cut in the middle of a row, within its quotes, and in the line of names.
    for (const length of [written.length - 30, written.indexOf('\nin England') + 3, 20, 0]) {
      file('places.reconciled.csv', written.slice(0, length));
      expect(answerOf(await geo(command, options()))).toMatchObject({ rows: 4, output });
      expect(read('places.reconciled.csv')).toBe(written);
    }
    expect(answerOf(await geo(command, options()))).toMatchObject({ rows: 4, before: 4 });
  });

  it.each<[name: string, text: string | Buffer, said: string]>([
    ['names.csv', 'a,b\n1,2\n', 'has no column country, state or city; it has: a, b.'],
    ['twice.csv', 'City,state,city\nParis,,Rome\n', 'has more than one column City: which one is meant cannot be told'],
    ['latin.csv', Buffer.from('city\nZ\xfcrich\n', 'latin1'), 'is not in UTF-8'],
    ['empty.csv', '', 'is empty'],
  ])('a bad file is told with what is wrong: %s', async (name, text, said) => {
    const path = file(name, text);
    const { code, out, err } = await geo(['reconcile', path], options());
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`${path} ${said}`);
  });

  it('only one process writes a file, by whichever name, and one that was killed keeps nobody out', async () => {
    const rows = file('claimed.csv', 'city\nLondon\n');
    const output = join(folder, 'claimed.reconciled.csv');
    const [link, hard] = [join(folder, 'link.csv'), join(folder, 'hard.csv')];
    // There is nothing yet at its end.
    symlinkSync(output, link);
    const claim = await claimOutput(link);
    linkSync(output, hard);
    for (const name of [output, link, hard]) {
      const busy = await geo(['reconcile', rows, '--output', name], options());
      const advice = 'wait for it, or name another file with --output';
      expect([busy.code, busy.err]).toEqual([3, `${name} is being written by another process: ${advice}\n`]);
    }
    expect(read('claimed.reconciled.csv')).toBe('');
    claim.close();
    const holder = await holderOf(output);
    expect((await geo(['reconcile', rows], options())).code).toBe(3);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const runs = await Promise.all([1, 2, 3].map(() => geo(['reconcile', rows], options())));
    expect(runs.map(({ code }) => code)).toContain(0);
    expect(runs.every(({ code }) => code === 0 || code === 3)).toBe(true);
    expect(read('claimed.reconciled.csv').split('\n')).toHaveLength(3);
    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith('claimed'))
        .sort(),
    ).toEqual(['claimed.csv', 'claimed.reconciled.csv']);
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk is that of the output', async () => {
    await expect(appendLines('/dev/full', 'city\n')).rejects.toThrow(
      'the disk is full where /dev/full is: free some of it, and run this again, which goes on from here',
    );
  });

  it('neither a pipe nor a folder is waited for or written, nor the file that the rows come from', async () => {
    const rows = file('plain.csv', 'city');
    const [pipe, inner] = [join(folder, 'pipe.csv'), join(folder, 'inner.csv')];
    execFileSync('mkfifo', [pipe]);
    mkdirSync(inner);
    const refusal = async (...words: string[]) => {
      const { code, err } = await geo(['reconcile', ...words], { ...options(), folder });
      return [code, err];
    };
    expect(await refusal(pipe)).toEqual([2, `${pipe} is no file: name a CSV file\n`]);
    expect(await refusal(inner)).toEqual([2, `${inner} is a folder: name a CSV file\n`]);
    expect(await refusal(rows, '--output', pipe)).toEqual([2, `${pipe} is no file: name a CSV file\n`]);
    expect(await refusal(rows, '--output', '/dev/null')).toEqual([2, '/dev/null is no file: name a CSV file\n']);
    const same = 'the rows cannot go into the file that they come from\n';
    expect(await refusal('plain.csv', '--output', './plain.csv')).toEqual([2, same]);
    expect(read('plain.csv')).toBe('city');
    for (const sign of ['', '"', '\n']) {
      const [code, said] = await refusal('plain.csv', '--delimiter', sign);
      expect([code, said]).toEqual([2, expect.stringContaining('Say a sign that is no quote')]);
    }
  });

  it('a row with more or fewer cells than there are names is told with its line, and the others go on', async () => {
    const rows = file('ragged.csv', 'city,country\nTokyo\n\nAndorra la Vella,AD\n"a\nb",AD,more\n');
    const told = answerOf(await geo(['reconcile', rows, '--json'], options()));
    expect(told).toMatchObject({ rows: 3, errors: 2, verdicts: { city: { exact: 1 } } });
    const lines = read('ragged.reconciled.csv').split('\n');
    expect(lines[1]).toMatch(/^Tokyo,,,.*,"?line 2 has 1 cells, the line of names has 2"?$/);
    expect(lines[2]).toMatch(/^Andorra la Vella,AD,6,Andorra,/);
    expect(lines.at(-2)).toMatch(/line 6 has 3 cells, the line of names has 2"?$/);
    expect(answerOf(await geo(['reconcile', rows, '--json'], options()))).toMatchObject({ rows: 3, before: 3 });
  });

  it('a quote within a cell is a sign like any other', async () => {
    const rows = file('stray.csv', 'city,note\n=HYPERLINK("x"),1\nTokyo,12" x\n"Tokyo" x,2\n"To""kyo",3\n');
    expect(answerOf(await geo(['reconcile', rows, '--json'], options()))).toMatchObject({ rows: 4, errors: 0 });
    const lines = read('stray.reconciled.csv').split('\n');
    expect(lines[1]).toMatch(/^"=HYPERLINK\(""x""\)",1,/);
    expect(lines[2]).toMatch(/^Tokyo,"12"" x",/);
    expect(lines[3]).toMatch(/^"""Tokyo"" x",2,/);
    expect(lines[4]).toMatch(/^"To""kyo",3,/);
    expect(answerOf(await geo(['reconcile', rows, '--json'], options()))).toMatchObject({ rows: 4, before: 4 });
  });

  it('a quote that nothing closes is told with the line of its row, and the rows before it are written', async () => {
    const start = 'city,country\nTokyo,JP\n\nAndorra la Vella,AD\n';
    const rows = file('open.csv', `${start}"Lyon,FR\nParis,FR\nNice,FR\n`);
    for (let run = 0; run < 2; run += 1) {
      const { code, err } = await geo(['reconcile', rows], options());
      expect([code, err]).toEqual([2, expect.stringContaining('has a quote in the row from line 5 on')]);
      expect(read('open.reconciled.csv').match(/\n/g)).toHaveLength(3);
    }
    file('open.csv', `${start}"Lyon",FR\nTokyo,JP\n`);
    expect(answerOf(await geo(['reconcile', rows, '--json'], options()))).toMatchObject({ rows: 4, before: 2 });
    // The next row's quotes seem to close it: its own row is told, those behind it go on.
    const swallowed = file('swallowed.csv', `${start}"Lyon,FR\n"Paris",FR\nTokyo,JP\n`);
    const told = answerOf(await geo(['reconcile', swallowed, '--json'], options()));
    expect(told).toMatchObject({ rows: 4, errors: 1 });
    expect(read('swallowed.reconciled.csv')).toContain('a quote in the row from line 5 to 6 seems not to be closed');
  });

  it('a row that is longer than any is told with its line before all of it is in memory', async () => {
    const rows = file('long.csv', `city,country\nTokyo,JP\n"Lyon,FR\n${'Paris,FR\n'.repeat(2_000_000)}`);
    const { code, err } = await geo(['reconcile', rows], options());
    expect([code, err]).toEqual([2, expect.stringContaining('has a row from line 3 on of more than 16 MB')]);
    expect(read('long.reconciled.csv').match(/\n/g)).toHaveLength(2);
  });

  it('a column that is named is that one, whatever another is called in other letters', async () => {
    const rows = file('names.csv', 'Name,name\nTokyo,Andorra la Vella\n');
    const command = ['reconcile', rows, '--column', 'city=name', '--json'];
    expect(answerOf(await geo(command, options()))).toMatchObject({ rows: 1, verdicts: { city: { exact: 1 } } });
    expect(read('names.reconciled.csv')).toContain('Tokyo,Andorra la Vella,6,Andorra,');
  });

  it('goes on where the line of names or a row was cut off within a letter', async () => {
    const rows = file('letters.csv', 'city,größe\nTokyo,1\n東京,2\n');
    await geo(['reconcile', rows, '--json'], options());
    const whole = read('letters.reconciled.csv');
    for (const [until, before] of [
      ['ö', 0],
      ['東', 1],
    ] as const) {
      const bytes = Buffer.from(whole);
      file('letters.reconciled.csv', bytes.subarray(0, bytes.indexOf(until) + 1));
      expect(answerOf(await geo(['reconcile', rows, '--json'], options()))).toMatchObject({ rows: 2, before });
      expect(read('letters.reconciled.csv')).toBe(whole);
    }
  });

  it('a row that has changed since an earlier run is told, wherever it stands, and nothing is written', async () => {
    const before = 'city,note\nTokyo,"a ""b""\nc"\nAndorra la Vella,\nTokyo,\n';
    const rows = file('changed.csv', before);
    const command = ['reconcile', rows, '--json'];
    await geo(command, options());
    const written = read('changed.reconciled.csv');
    for (const [row, text] of [
      [1, before.replace('Tokyo', 'Kyoto')],
      [2, before.replace('Andorra la Vella', 'Ordino')],
      [3, before.slice(0, before.lastIndexOf('Tokyo'))],
    ] as const) {
      file('changed.csv', text);
      const { code, err } = await geo(command, options());
      const other = `${join(folder, 'changed.reconciled.csv')} is there and does not belong to ${rows}, whose row ${row} is another`;
      expect([code, JSON.parse(err)]).toEqual([
        2,
        { error: `${other}: name another file with --output, or remove it`, exitCode: 2 },
      ]);
      expect(read('changed.reconciled.csv')).toBe(written);
    }
    file('changed.csv', `${before}Ordino,\n`);
    // Half a row, and a line that an editor left.
    file('changed.reconciled.csv', `${written}\n"Ord`);
    expect(answerOf(await geo(command, options()))).toMatchObject({ rows: 4, before: 3 });
  });

  it('an output that belongs to another file is left as it is', async () => {
    const rows = file('rows.csv', 'city\nTokyo\n');
    for (const text of ['something,else\n', 'something,else', 'a,b\nc', '{"no": "line"}', 'an "odd" quote\n']) {
      const other = file('other.csv', text);
      const { code, err } = await geo(['reconcile', rows, '--output', other], options());
      expect([code, err]).toEqual([2, expect.stringContaining(`${other} is there and does not belong to ${rows}`)]);
      expect(read('other.csv')).toBe(text);
    }
    const nowhere = join(folder, 'nowhere', 'ids.csv');
    const lost = await geo(['reconcile', rows, '--output', nowhere], options());
    expect([lost.code, lost.err]).toEqual([2, expect.stringContaining(`${nowhere}: there is no such file or folder`)]);
    const same = await geo(['reconcile', rows, '--output', rows], options());
    expect(same.err).toContain('cannot go into the file that they come from');
  });
});
