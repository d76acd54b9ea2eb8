import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/cli/examples.ts';
import { createProgram } from '../../src/cli/program.ts';
import { cliReference } from '../../src/cli/reference.ts';
import { program } from '../program.ts';
import { geo } from './geo.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const SOURCES = join(ROOT, 'src', 'cli', 'geo.ts');

function leaves(command: Command, path: readonly string[] = []): [string, Command][] {
  return command.commands.length === 0
    ? [[path.join(' '), command]]
    : command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

const LEAVES = leaves(createProgram());

describe('the commands', () => {
  it('are these', () => {
    expect(LEAVES.map(([path]) => path)).toEqual([
      'serve',
      'import',
      'keys create',
      'keys list',
      'keys revoke',
      'keys rotate',
      'search',
      'lookup',
      'find',
      'near',
      'reconcile',
      'doctor',
      'openapi',
      'schema',
      'config',
    ]);
  });

  it.each(LEAVES)('%s takes --json and has examples that it would understand', async (path, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--json');
    const examples = examplesOf(command).filter((line) => line.startsWith('geo '));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(example.startsWith(`geo ${path}`)).toBe(true);
      const program = createProgram();
      for (const [, leaf] of leaves(program)) leaf.action(() => undefined);
      const words = example.replace(/ >.*/, '').match(/"[^"]*"|\S+/g) ?? [];
      await program.parseAsync(
        words.slice(1).map((word) => word.replaceAll('"', '')),
        { from: 'user' },
      );
    }
  });

  it.each(['start', 'import', 'keys', 'geo'])('npm run %s tells a Node.js that is too old what to do', async (name) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } })`;
    const child = spawn('sh', ['-c', scripts[name]], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}` },
    });
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(err).toMatch(/^geo needs Node\.js 24 or newer; .*\n.*`npm start`.*\n.*`npm install`.*\n$/);
    expect(code).toBe(1);
  });

  it('load neither the database nor GraphQL before they are to run', async () => {
    const hook = `import { registerHooks } from 'node:module';
      const load = (url, context, next) => (console.log(url), next(url, context));
      registerHooks({ load });`;
    const child = spawn(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(hook)}`, SOURCES, '--version'],
      { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const loaded = (await text(child.stdout)).split('\n').filter((line) => line.startsWith('file:'));
    expect(loaded.length).toBeGreaterThan(20);
    expect(loaded.filter((url) => /node_modules\/(?:@mikro-orm|kysely|pg|graphql)\//.test(url))).toEqual([]);
  });

  it('are described in docs/cli.md as they are', () => {
    expect(readFileSync(join(ROOT, 'docs', 'cli.md'), 'utf8')).toBe(cliReference());
  });
});

describe('wrong usage', () => {
  it.each([
    [['srch', 'x'], 'Did you mean search?'],
    [['keys', 'lst'], 'Did you mean list?'],
    [['keys', 'list', '--jsn'], 'Did you mean --json?'],
    [['keys', 'create', '--plan', 'profesional'], 'did you mean professional?'],
    [['keys', 'create', '--pln', 'starter'], "unknown option '--pln'\n(Did you mean --plan?)"],
    [['keys', 'create'], "required option '--plan <plan>' not specified"],
    [['keys', 'revoke', 'x'], 'An id is a positive whole number.'],
    [['keys', 'create', '--plan', 'starter', '--expires', '2001-01-01'], 'That is in the past.'],
    [
      ['keys', 'create', '--plan', 'starter', '--expires', '2099-02-30'],
      'There is no 2099-02-30: 2099-02 ends on the 28.',
    ],
    [['keys', 'create', '--plan', 'starter', '--expires', '2099-04-31T12:00Z'], '2099-04 ends on the 30.'],
    [['keys', 'create', '--plan', 'starter', '--only', 'reconcile'], 'say --plan professional'],
    [['keys', 'create', '--plan', 'business', '--only', 'reconcile', '--operations-only'], 'leave one of them out'],
    [['keys', 'create', '--plan', 'starter', '--name', '\u001b[2Jshop'], 'without control characters.'],
    [['search', 'Tokio', '--type', 'river'], 'Allowed choices are city, state, country.'],
    [['reconcile', 'x.csv', '--column', 'city'], 'Say it as --column city=Town.'],
    [['reconcile', 'no-such.csv'], 'there is no file no-such.csv'],
    [['import'], 'give either --from FOLDER or --default'],
    [['import', '--from', ''], '--from is empty: give the folder of the data set'],
    [['lookup', '!'], 'codes are such as JP'],
    [['serve', '--prot', '4000'], 'there is no flag --prot (did you mean --port?)'],
    [['serve', '4000'], 'there is no place for the argument "4000"'],
    [['doctor', '--data-dri=x'], undefined],
  ] as const)('geo %j leaves 2 and says what is meant', async (args, said) => {
    const { code, out, err } = await geo(args);
    if (said === undefined) {
      // The doctor examines what it is given, a wrong flag too.
      expect([code, out]).toEqual([1, expect.stringContaining('did you mean --data-dir?')]);
      return;
    }
    expect(err).toContain(said);
    expect([code, out]).toEqual([2, '']);
  });

  it.each([
    [['x'.repeat(5_000)]],
    [[`--${'x'.repeat(5_000)}`]],
    [['keys', 'create', '--plan', 'x'.repeat(5_000)]],
    [['keys', 'create', '--plan', 'starter', '--name', '\u001b[31mred'.repeat(500)]],
    [['lookup', '\u001b[31mred'.repeat(500)]],
    [['reconcile', 'package.json', '--column', `${'\u001b[31mred'.repeat(500)}=x`]],
  ])('repeats an argument neither whole nor so that a terminal obeys it', async (args) => {
    const { code, err } = await geo(args);
    expect([code, err.length < 700, err.includes('\u001b')]).toEqual([2, true, false]);
  });

  it('repeats the columns of a file neither whole nor so that a terminal obeys them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'geo-usage-'));
    const column = '\u001b[31mred'.repeat(100);
    const files = { 'strange.csv': `${column},${column}x\n`, 'twice.csv': `city,"${column}","${column}"\n` };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}1,2,3\n`);
    for (const args of [
      ['strange.csv'],
      ['strange.csv', '--column', `city=${column}y`],
      ['twice.csv', '--column', `country=${column}`],
    ]) {
      const { code, err } = await geo(['reconcile', ...args], { folder });
      expect([code, err.length < 700, err.includes('\u001b'), err.includes('\\u001b[31mred')]).toEqual([
        2,
        true,
        false,
        true,
      ]);
    }
    rmSync(folder, { recursive: true });
  });

  it('is one line of JSON with --json, with every fault of the configuration', async () => {
    const { code, out, err } = await geo(['keys', 'list', '--json'], { env: { GEO_PROT: '1', LOG_LEVEL: 'loud' } });
    expect([code, out]).toEqual([2, '']);
    expect(JSON.parse(err)).toEqual({
      error: expect.stringContaining('GEO_PROT'),
      exitCode: 2,
      faults: [
        'there is no variable GEO_PROT (did you mean GEO_PORT?)',
        'LOG_LEVEL must be one of: fatal, error, warn, info, debug, silent, not "loud"',
      ],
    });
  });

  it('without a command shows the help', async () => {
    const { code, err } = await geo([]);
    expect([code, err]).toEqual([2, expect.stringContaining('Usage: geo')]);
  });
});

describe('help, version and documents', () => {
  it('leave 0', async () => {
    const help = await geo(['keys', 'rotate', '--help']);
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('Examples:\n  geo keys rotate 7')]);
    const version = await geo(['--version']);
    expect([version.code, version.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
  });

  it('print the schema and the OpenAPI document that are checked in', async () => {
    const schema = await geo(['schema']);
    expect(schema.out.trimEnd()).toBe(readFileSync(join(ROOT, 'generated', 'schema.graphql'), 'utf8').trimEnd());
    const openapi = await geo(['openapi']);
    expect(openapi.out).toBe(readFileSync(join(ROOT, 'generated', 'openapi.json'), 'utf8'));
    const yaml = await geo(['openapi', '--yaml', '--upgrade-url', 'https://plans.example']);
    expect(yaml.out).toMatch(/^openapi: 3\.1\.\d/);
    expect(yaml.out).toContain('https://plans.example');
  });

  it('survive a reader that stops early', async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" "${program()}" schema | head -n 1; echo done`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    await once(child, 'close');
    expect(err).toBe('');
  });

  it.skipIf(!existsSync('/dev/full'))('say that an answer could not be written (needs /dev/full)', async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" "${program()}" schema --json >/dev/full`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [err] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(child.exitCode).toBe(1);
    expect(JSON.parse(err)).toEqual({ error: expect.stringContaining('cannot write the answer'), exitCode: 1 });
  });
});
