import { REDIS_URL_RULE } from '../src/redis-address.ts';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleDotEnv } from '../src/config/documents.ts';
import { OF_OTHERS } from '../src/config/sources.ts';
import { SETTABLE_NAMES, VARIABLE_NAMES, VARIABLES, variable } from '../src/config/variables.ts';
import { type Config, ConfigError, readConfig, readSettings } from '../src/config.ts';
import { DEFAULT_GRAPHQL_LIMITS } from '../src/graphql/limits.ts';

let empty: string;
beforeAll(() => {
  empty = mkdtempSync(join(tmpdir(), 'geo-config-'));
});
afterAll(() => rmSync(empty, { recursive: true }));

/** A folder with these files; each call a new one. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(empty, 'case-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function config(
  env: Readonly<Record<string, string>>,
  { flags = {}, folder = empty }: { flags?: Readonly<Record<string, string>>; folder?: string } = {},
): Config {
  return readConfig({ env, folder, flags: { values: flags } });
}

function faultsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('where a value comes from', () => {
  it('is the default where nothing is set, and an empty variable is not set', () => {
    expect(config({ PORT: '', GEO_PORT: '  ' })).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      quotas: {},
      notes: [],
    });
  });

  it('is the flag before GEO_X before X before .env before the default', () => {
    const folder = folderWith({ '.env': 'PORT=5\nCACHE_MB=6\nGEO_HOST=dot.env\nHOST=other\n' });
    const env = { GEO_PORT: '2', PORT: '2', LOG_LEVEL: 'warn' };
    expect(config(env, { flags: { PORT: '1' }, folder }).port).toBe(1);
    expect(config(env, { folder }).port).toBe(2);
    expect(config({ PORT: '3' }, { folder }).port).toBe(3);
    const fromFile = config({}, { folder });
    expect(fromFile).toMatchObject({ port: 5, cacheBytes: 6 * 1024 * 1024, host: 'dot.env' });
    expect(fromFile.logLevel).toBe('info');
  });

  it('names two variables that contradict each other, without their values where those are secret', () => {
    const notes = config({
      GEO_PORT: '1',
      PORT: '2',
      GEO_DATABASE_URL: 'postgres://a:hush@b/c',
      DATABASE_URL: 'postgres://d/e',
    }).notes;
    expect(notes).toEqual([
      'GEO_PORT and PORT differ: GEO_PORT is used',
      'GEO_DATABASE_URL and DATABASE_URL differ: GEO_DATABASE_URL is used',
    ]);
  });

  it('reads .env with quotes, comments and export, as Node does', () => {
    const folder = folderWith({ '.env': `# a note\nexport PORT=7 # why\nQUOTAS='{"starter":{"daily":9}}'\n` });
    expect(config({}, { folder })).toMatchObject({ port: 7, quotas: { Starter: { daily: 9 } } });
  });

  it('reads a secret from the file that X_FILE names, from the working folder, without its line end', () => {
    const folder = folderWith({ url: 'postgresql://u:hush@h/d\n' });
    expect(config({ DATABASE_URL_FILE: 'url' }, { folder }).databaseUrl).toBe('postgresql://u:hush@h/d');
    expect(config({}, { folder, flags: { DATABASE_URL_FILE: join(folder, 'url') } }).databaseUrl).toContain('hush');
    // A flag stands above the environment, whichever of the two forms each takes.
    const flags = { DATABASE_URL: 'postgres://flag/d' };
    expect(config({ DATABASE_URL_FILE: 'url' }, { folder, flags }).databaseUrl).toBe('postgres://flag/d');
  });

  it('takes DATA_DIR from the working folder', () => {
    expect(config({ DATA_DIR: 'here' }).dataDir).toBe(join(empty, 'here'));
  });
});

describe('a fault', () => {
  it('is named together with all others, each with what is wrong and what is right', () => {
    const folder = folderWith({ '.env': 'CACHE_MB=lots\nGEO_CASHE_MB=1\n' });
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'blank'), '\n');
    const faults = faultsOf(() =>
      readConfig({
        folder,
        flags: { values: { PORT: '70000' }, unknown: ['--prot', '--wholly-new'], unexpected: ['4000'] },
        env: {
          GEO_LOG_LEVEL: 'loud',
          GEO_PROT: '1',
          // What the examples want is no fault.
          GEO_URL: 'http://127.0.0.1:4000',
          GEO_KEY: 'geo_0',
          GEO_SEARCHES: '1',
          HOST: '0.0.0.0',
          DATABASE_URL: 'mysql://u:hush@h/d',
          DATABASE_REPLICA_URLS_FILE: 'missing',
          REDIS_URL_FILE: 'sub',
          QUOTAS_FILE: 'blank',
          TRUST_PROXY: '11',
          UPGRADE_URL: 'nowhere',
          SHUTDOWN_SECONDS: '-1',
        },
      }),
    );
    expect(faults).toEqual([
      'there is no flag --prot (did you mean --port?)',
      'there is no flag --wholly-new',
      'there is no place for the argument "4000"',
      'there is no variable GEO_PROT (did you mean GEO_PORT?)',
      'there is no variable GEO_CASHE_MB in .env (did you mean GEO_CACHE_MB?)',
      `DATABASE_REPLICA_URLS_FILE must name a file that can be read: there is no ${join(folder, 'missing')}`,
      `REDIS_URL_FILE must name a file, not the folder ${join(folder, 'sub')}`,
      `QUOTAS_FILE must name a file with a value in it: ${join(folder, 'blank')} is empty`,
      '--port must be a whole number from 0 to 65535, not "70000"',
      'DATABASE_URL must be a postgresql:// URL',
      'CACHE_MB in .env must be a whole number from 1 to 65536, not "lots"',
      'TRUST_PROXY must be a number of proxies from 1 to 10, or addresses and networks such as 10.0.0.0/8,::1, not "11"',
      'UPGRADE_URL must be an http:// or https:// URL, not "nowhere"',
      'GEO_LOG_LEVEL must be one of: fatal, error, warn, info, debug, silent, not "loud"',
      'SHUTDOWN_SECONDS must be a whole number from 1 to 600, not "-1"',
    ]);
  });

  it('never shows a secret, wherever it stands', () => {
    const folder = folderWith({ url: 'redis:/hush' });
    const text = faultsOf(() =>
      config({ DATABASE_URL: 'hush', DATABASE_REPLICA_URLS: 'postgres://x,hush', REDIS_URL_FILE: 'url' }, { folder }),
    ).join();
    expect(text).toContain('DATABASE_REPLICA_URLS must be postgresql:// URLs');
    expect(text).toContain('REDIS_URL_FILE must be redis://HOST:6379/0');
    expect(text).not.toContain('hush');
  });

  it('is named by its place in a list', () => {
    expect(
      faultsOf(() => config({ DATABASE_URL: 'postgres://h/d', DATABASE_REPLICA_URLS: 'postgres://a/d,b,c' })),
    ).toEqual(['DATABASE_REPLICA_URLS must be postgresql:// URLs with commas between them: number 2 of 3 is none']);
  });

  it.each(['postgresql://u:50%@h/d', 'postgresql://u:%zz@h/d', 'postgresql://h/d%', 'postgresql://%ff@h/d'])(
    'is an escape that there is not: %s',
    (DATABASE_URL) => {
      expect(faultsOf(() => config({ DATABASE_URL }))).toEqual([
        'DATABASE_URL must have %25 for each % that is not part of an escape, as in %40 for @',
      ]);
    },
  );

  it.each(['postgresql://u:hush@h', 'postgresql://u:hush@h/', 'postgresql://u:hush@h?sslmode=require'])(
    'a URL without a database is refused (%s)',
    (DATABASE_URL) => {
      expect(faultsOf(() => config({ DATABASE_URL }))).toEqual([
        'DATABASE_URL must name a database, as in postgresql://user@host/geo',
      ]);
    },
  );

  it('is a way of TLS that there is not', () => {
    const DATABASE_URL = 'postgresql://u:hush@h/d?sslmode=prefer';
    expect(faultsOf(() => config({ DATABASE_URL, DATABASE_REPLICA_URLS: `postgresql://h/d,${DATABASE_URL}` }))).toEqual(
      [
        'DATABASE_URL must have sslmode=disable, require, verify-ca, verify-full or none',
        'DATABASE_REPLICA_URLS must have sslmode=disable, require, verify-ca, verify-full or none',
      ],
    );
    expect(config({ DATABASE_URL: 'postgresql://h/d?sslmode=require' }).databaseUrl).toContain('require');
  });

  it.each([
    'redis://h',
    'rediss://user:p%40ss@h:6380/2',
    'redis+sentinel://a,b:26380/counts',
    'rediss+sentinel://u:p@a:1,[::1]:2/counts/3?sentinelPassword=x',
    'redis+cluster://:p@a:1,b:2',
  ])('takes %s for an address of Redis', (url) => {
    expect(config({ REDIS_URL: url }).redisUrl).toBe(url);
  });

  it.each([
    'http://h',
    'redis://',
    'redis://h/first',
    'redis+sentinel://a,b',
    'redis+sentinel://a:1,,b/counts',
    'redis+sentinel://a:99999/counts',
    'redis+sentinel://u:%zz@a/counts',
    'redis+sentinel://a/counts/first',
    'redis+cluster://a/1',
    'redis+other://a',
  ])('refuses %s as an address of Redis, and says which are right', (url) => {
    expect(faultsOf(() => config({ REDIS_URL: url }))).toEqual([`REDIS_URL ${REDIS_URL_RULE}`]);
  });

  it('refuses an address with a password where it would be shown, and does not repeat it', () => {
    const secret = 'https://user:hush@collector.example.com';
    for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'PUBLIC_URL', 'UPGRADE_URL']) {
      expect(faultsOf(() => config({ [name]: secret }))).toEqual([`${name}: must be a URL without user and password`]);
      // Nor where it is no address.
      const faults = faultsOf(() => config({ [name]: `${secret}:99999` }));
      expect(faults).toEqual([`${name} must be an http:// or https:// URL`]);
    }
  });

  it('does not repeat a file that was named by mistake', () => {
    const folder = folderWith({ passwords: 'root:hush' });
    expect(faultsOf(() => config({ QUOTAS_FILE: 'passwords' }, { folder })).join()).toMatch(
      /^QUOTAS_FILE.* must be a JSON object such as (?!.*hush)/,
    );
  });

  it('refuses headers for a collector that are none, and says how they are written', () => {
    for (const headers of ['authorization=Bearer%20a', 'a=b, c=d=e']) {
      expect(
        faultsOf(() => config({ OTEL_EXPORTER_OTLP_HEADERS: headers })),
        headers,
      ).toEqual([]);
    }
    for (const headers of ['hush', 'a=hush,', '=hush', 'a=%zz', 'a b=hush', 'a=%0Ahush']) {
      expect(
        faultsOf(() => config({ OTEL_EXPORTER_OTLP_HEADERS: headers })),
        headers,
      ).toEqual(['OTEL_EXPORTER_OTLP_HEADERS must be name=value with commas between them, values percent-encoded']);
    }
  });

  it('is a value given twice at one place, or replicas without their database', () => {
    const folder = folderWith({ url: 'redis://a' });
    expect(faultsOf(() => config({ REDIS_URL: 'redis://b', REDIS_URL_FILE: 'url' }, { folder }))).toEqual([
      'REDIS_URL and REDIS_URL_FILE are both set: set one of them',
    ]);
    expect(faultsOf(() => config({ DATABASE_REPLICA_URLS: 'postgres://a' }))).toEqual([
      'DATABASE_REPLICA_URLS is set and DATABASE_URL is not: name the database that they are replicas of',
    ]);
  });

  it('is a port that two listeners are to have, once for all that name it', () => {
    const database = { DATABASE_URL: 'postgres://a/b', WORKERS: '2' };
    expect(faultsOf(() => config({ ...database, HEALTH_PORT: '4000' }))).toEqual([
      'PORT and HEALTH_PORT are the same port, 4000: give each its own',
    ]);
    expect(faultsOf(() => config({ PORT: '5', HEALTH_PORT: '5', METRICS_PORT: '5' }))).toEqual([
      'PORT and HEALTH_PORT and METRICS_PORT are the same port, 5: give each its own',
    ]);
    expect(faultsOf(() => config({ PORT: '0', HEALTH_PORT: '0', METRICS_PORT: '0' }))).toEqual([]);
    expect(faultsOf(() => config({ PORT: '1', HEALTH_PORT: '2', METRICS_PORT: '3' }))).toEqual([]);
  });

  it('is no variable that the tests, the tools and the examples read for themselves, and each such is still read', () => {
    const root = join(import.meta.dirname, '..');
    const sources = globSync(['{test,tools,examples}/**/*.{ts,js,sh,py}', 'vitest.config.ts'], {
      cwd: root,
      exclude: ['**/node_modules/**', 'test/dist/**'],
    });
    const asked = /(?:env(?:\['|\.)|environ(?:\.get\(|\[)["']|\$\{?|\bVARIABLE = ')(GEO_\w+)/g;
    const found = sources.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(asked)]);
    expect([...new Set(found.map(([, name]) => name))].sort()).toEqual([...OF_OTHERS].sort());
  });

  it('says how Kubernetes comes to set a variable of ours', () => {
    const faults = faultsOf(() => config({ GEO_SERVICE_HOST: '10.0.0.1', GEO_PORT_80_TCP_ADDR: '10.0.0.1' }));
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toContain('enableServiceLinks: false');
  });

  it.each([
    ['[]', 'must be a JSON object'],
    ['{', 'is not JSON'],
    ['{"platinum":{}}', 'there is no plan "platinum"; plans are: community, starter'],
    ['{"legcy":{}}', 'there is no plan "legcy" (did you mean legacy?)'],
    ['{"starter":{},"Starter":{}}', 'plan "Starter" stands twice'],
    ['{"starter":5}', '"starter" must be an object such as {"daily":100}'],
    ['{"starter":{"daly":5}}', '"starter" has no period "daly" (did you mean daily?)'],
    ['{"starter":{"hourly":5}}', 'periods are: second, daily, monthly'],
    ['{"starter":{"daily":0}}', '"starter.daily" must be a whole number from 1 to 1000000000, not 0'],
    ['{"starter":{"daily":"5"}}', '"starter.daily" must be a whole number from 1 to 1000000000, not "5"'],
  ])('in QUOTAS %s is told', (text, fault) => {
    expect(faultsOf(() => config({ QUOTAS: text }))).toEqual([expect.stringMatching(/^QUOTAS: /)]);
    expect(faultsOf(() => config({ QUOTAS: text }))[0]).toContain(fault);
  });

  it.each(['0', '11', 'proxy.internal', '10.0.0.0/33', '::1/129', '1.2.3.4,', '10.0.0.0/8/8'])(
    'in TRUST_PROXY %s is told',
    (text) => expect(faultsOf(() => config({ TRUST_PROXY: text }))).toHaveLength(1),
  );
});

describe('a note', () => {
  it.each([
    [{ MEMORY_MB: '512' }, '512, of which the process takes 400 and CACHE_MB 256', 'set MEMORY_MB to 848 or more'],
    [
      { MEMORY_MB: '847' },
      '847, of which the process takes 400 and CACHE_MB 256',
      '848 or more, or CACHE_MB to 255 or less',
    ],
  ])('tells %j, which leaves no room for answers', (env, wrong, right) => {
    const [note, ...others] = config(env).notes;
    expect(others).toEqual([]);
    expect(note).toContain(`MEMORY_MB is ${wrong}`);
    expect(note).toMatch(new RegExp(`${right}$`));
  });

  it('tells of a control group without room for a first start with the embedded database', () => {
    const allows = vi.spyOn(process, 'constrainedMemory').mockReturnValue(400 * 1024 * 1024);
    try {
      expect(config({}).notes).toEqual([
        expect.stringMatching(/^the control group allows 400 MiB, .* takes 700 while/),
      ]);
      expect(config({ DATABASE_URL: 'postgresql://geo@127.0.0.1/geo' }).notes).toEqual([]);
      allows.mockReturnValue(700 * 1024 * 1024);
      expect(config({}).notes).toEqual([]);
    } finally {
      allows.mockRestore();
    }
  });

  it('is not made of memory that is enough', () => {
    for (const env of [{}, { MEMORY_MB: '848' }, { MEMORY_MB: '600', CACHE_MB: '8' }])
      expect(config(env).notes).toEqual([]);
  });
});

describe('the result', () => {
  it('has the limits of /graphql, and the defaults that the lane itself has', () => {
    const { cost: _cost, ...defaults } = DEFAULT_GRAPHQL_LIMITS;
    expect(config({}).graphql).toEqual({ ...defaults, cost: {} });
    expect(config({})).toMatchObject({ graphiql: true, operationsDir: undefined });
    const set = config({
      GRAPHQL_DEPTH: '3',
      GRAPHQL_COST: '{"community":10}',
      GRAPHQL_INTROSPECTION: 'supporter',
      GRAPHIQL: 'off',
      OPERATIONS_DIR: 'ops',
    });
    expect(set).toMatchObject({
      graphql: { depth: 3, cost: { Community: 10 }, introspection: 'Supporter' },
      graphiql: false,
      operationsDir: join(empty, 'ops'),
    });
    expect(
      faultsOf(() => config({ GRAPHQL_COST: '{"starter":"1"}', GRAPHQL_INTROSPECTION: 'legacy', GRAPHIQL: 'yes' })),
    ).toEqual([
      'GRAPHQL_COST: "starter" must be a whole number from 1 to 1000000000, not "1"',
      'GRAPHQL_INTROSPECTION must be one of: all, off, community, starter, supporter, professional, business, not "legacy"',
      'GRAPHIQL must be one of: on, off, not "yes"',
    ]);
  });

  it('has the trusted proxies as a number or as addresses', () => {
    expect(config({ TRUST_PROXY: '2' }).trustedProxies).toEqual({ hops: 2 });
    expect(config({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustedProxies).toEqual({ addresses: ['10.0.0.0/8', '::1'] });
  });

  it('has the public address as an origin, and refuses what is more than one', () => {
    expect(config({ PUBLIC_URL: 'https://Geo.example.com:443/' }).publicOrigin).toBe('https://geo.example.com');
    expect(config({ PUBLIC_URL: 'http://127.0.0.1:4000' }).publicOrigin).toBe('http://127.0.0.1:4000');
    for (const url of [
      'geo.example.com',
      'ftp://geo',
      'https://geo/api',
      'https://a:b@geo',
      'https://geo?x',
      'https://',
    ]) {
      expect(
        faultsOf(() => config({ PUBLIC_URL: url })),
        url,
      ).toHaveLength(1);
    }
  });

  it('is frozen through and through', () => {
    const frozen = config({ QUOTAS: '{"starter":{"daily":5}}' });
    expect(Object.isFrozen(frozen)).toBe(true);
    expect(Object.isFrozen(frozen.quotas.Starter)).toBe(true);
    expect(Object.isFrozen(frozen.replicaUrls)).toBe(true);
  });

  it('is shown with its origins and without its secrets', () => {
    const shown = readSettings({
      folder: empty,
      env: { PORT: '1', REDIS_URL: 'redis://:hush@h' },
      flags: { values: {} },
    });
    expect(JSON.stringify(shown)).not.toContain('hush');
    expect(shown).toContainEqual({ name: 'PORT', value: '1', isSet: true, origin: 'PORT' });
    expect(shown).toContainEqual({ name: 'REDIS_URL', value: undefined, isSet: true, origin: 'REDIS_URL' });
    expect(shown).toContainEqual({ name: 'HOST', value: '127.0.0.1', isSet: false, origin: 'default' });
  });
});

describe('the documents', () => {
  it('give every variable a default or an example that its own rule accepts', () => {
    for (const name of VARIABLE_NAMES) {
      const { rule, default: fallback, example } = variable(name);
      expect(rule.safeParse(fallback ?? example), name).toMatchObject({ success: true });
    }
  });

  it('hold, with every comment mark taken away, a .env that is read without a fault', () => {
    const text = exampleDotEnv().replaceAll(/^#(?=[A-Z_]+=)/gm, '');
    const names = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names).toEqual(SETTABLE_NAMES);
    const folder = folderWith({ '.env': text.replaceAll(/^[A-Z_]+_FILE=.*$/gm, '') });
    expect(config({}, { folder })).toMatchObject({ quotas: { Community: VARIABLES.QUOTAS.example && { daily: 100 } } });
  });
});
