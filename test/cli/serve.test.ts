import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { geo, start } from './geo.ts';

const NO_POSTGRES = 'no PostgreSQL on this machine';
const sound = inject('homes').find(({ home }) => home === 'postgresql')?.target;
const databaseUrl = sound && 'url' in sound ? sound.url : undefined;
const keys = inject('keys');

const children: ChildProcess[] = [];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'geo-serve-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(join(folder, '.env'), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote to standard output after its greeting. */
  readonly lines: string[];
}

/** A service that answers. */
async function serve(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Served> {
  const child = start(['serve', '--json', ...args], { env, folder });
  children.push(child);
  if (!child.stdout) throw new Error('no output');
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it left ${code}`)));
    reader.on('line', (line) => {
      const { url: said } = JSON.parse(line) as { readonly url?: string };
      if (said !== undefined) resolve(said);
      else lines.push(line);
    });
  });
  return { url, child, lines };
}

const ask = (url: string, path: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${url}${path}`, { headers: { 'X-SVCAPI-KEY': key, ...headers } });

describe.skipIf(databaseUrl === undefined)(`geo serve${databaseUrl === undefined ? ` (${NO_POSTGRES})` : ''}`, () => {
  it('writes lines of JSON to what is no terminal, and neither greeting nor key', async () => {
    const env = { DATABASE_URL: databaseUrl ?? '', PORT: '0', LOG_LEVEL: 'info' };
    const child = start(['serve'], { env, folder });
    children.push(child);
    if (!child.stdout || !child.stderr) throw new Error('no output');
    let told = '';
    child.stderr.on('data', (chunk) => (told += chunk));
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      // It greets when it is ready, not before.
      if (line.includes('"ready"')) child.kill('SIGTERM');
    }
    expect(lines.filter((line) => /"(listening|ready)"/.test(line))).toHaveLength(2);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
    expect(told).not.toContain('geo_');
  });

  it('does what each variable says, from a flag, the environment, .env and a file', async () => {
    writeFileSync(join(folder, 'url'), `${databaseUrl}\n`);
    const settings = [
      'UPGRADE_URL=https://plans.example/buy',
      'LOG_LEVEL=fatal',
      'GRAPHIQL=off',
      'GRAPHQL_DEPTH=3',
      'GRAPHQL_BODY_BYTES=1024',
      'GRAPHQL_COST={"supporter":1}',
      'GRAPHQL_INTROSPECTION=professional',
      'OPERATIONS_DIR=operations',
      'SHUTDOWN_SECONDS=1',
      'CACHE_MB=1',
      'DATABASE_POOL_SIZE=1',
    ];
    writeFileSync(join(folder, '.env'), settings.join('\n'));
    mkdirSync(join(folder, 'operations'), { recursive: true });
    writeFileSync(join(folder, 'operations', 'Mine.graphql'), 'query Mine { country(code: "JP") { name } }');
    const { url, child, lines } = await serve(['--port', '0', '--quotas', '{"community":{"daily":1}}'], {
      GEO_DATABASE_URL_FILE: 'url',
      HOST: '127.0.0.2',
      LOG_LEVEL: 'silent',
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:[1-9]\d+$/);
    const refused = await ask(url, '/v1/search/fuzzy?q=To', keys.Community);
    expect(await refused.json()).toMatchObject({ feature: 'fuzzySearch', upgradeUrl: 'https://plans.example/buy' });
    expect((await ask(url, '/v1/countries/JP', keys.Community)).status).toBe(429);
    expect((await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } })).status).not.toBe(200);
    const graphql = async (key: string, query: string) => {
      const response = await ask(url, `/graphql?query=${encodeURIComponent(query)}`, key);
      const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
      return errors?.[0]?.extensions.code ?? response.status;
    };
    expect(await graphql(keys.Business, '{ country(code: "JP") { states { nodes { name } } } }')).toBe(
      'QUERY_TOO_DEEP',
    );
    expect(await graphql(keys.Supporter, '{ countries(first: 50) { nodes { name } } }')).toBe('QUERY_TOO_COSTLY');
    expect(await graphql(keys.Supporter, '{ __schema { __typename } }')).toBe('INTROSPECTION_DISABLED');
    expect(await graphql(keys.Business, '{ __schema { __typename } }')).toBe(200);
    const mine = await ask(url, '/graphql?operation=Mine', keys.Business);
    expect(await mine.json()).toMatchObject({ data: { country: { name: 'Japan' } } });
    const large = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': keys.Business },
      body: JSON.stringify({ query: `{ country(code: "JP") { name } } # ${'x'.repeat(1100)}` }),
    });
    expect(large.status).toBe(413);
    expect(lines).toEqual([]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('says in the log which of two variables it used', async () => {
    const { lines, child } = await serve([], { GEO_PORT: '0', PORT: '1', DATABASE_URL: databaseUrl ?? '' });
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(lines.join()).toContain('GEO_PORT and PORT differ: GEO_PORT is used');
    expect(lines.join()).not.toContain(databaseUrl);
  });

  it('leaves 3 with one clear line where the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const run = await geo(['serve', '--port', port], { env: { DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'silent' } });
    taken.close();
    expect([run.code, run.err]).toEqual([
      3,
      `cannot listen on 127.0.0.1:${port}: the port is taken; set PORT to a free one\n`,
    ]);
  });

  it('leaves 2 where the stored operations are wrong', async () => {
    const env = { DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'silent', OPERATIONS_DIR: join(folder, 'nowhere') };
    const run = await geo(['serve', '--port', '0'], { env });
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^operations: .*nowhere cannot be read/)]);
  });
});
