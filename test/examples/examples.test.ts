/** Every example runs against a running service and says what its reader is promised. */
import { execFile, execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, type TestService } from '../service.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..', '..');

const SAID = [
  'Andorra: capital Andorra la Vella, currency EUR',
  'states with "sant": Sant Julià de Lòria',
  'best match of "Andora la Vela": Andorra la Vella',
  'again: 304',
  'XX: 404 Country not found.',
];

const EXAMPLES: readonly [file: string, needs: readonly string[], said: readonly string[]][] = [
  [
    'curl.sh',
    ['bash', 'curl'],
    [
      '{"id":6,"name":"Andorra","capital":"Andorra la Vella","currency":"EUR"}',
      '[{"id":490,"name":"Sant Julià de Lòria"}]',
      '[{"id":1,"name":"Andorra la Vella",',
      'again: 304',
      '{"error":"Country not found."} 404',
    ],
  ],
  ['fetch.mjs', [process.execPath], SAID],
  ['urllib_request.py', ['python3'], SAID],
  ['graphql.mjs', [process.execPath], [...SAID.slice(0, 3), 'XX: null']],
  ['typed-client.ts', [process.execPath], SAID],
];

/** The first of the commands that is not on this machine. */
function missing(commands: readonly string[]): string | undefined {
  return commands.find((command) => {
    try {
      execFileSync(command, ['--version'], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

describe('the examples', () => {
  let service: TestService;
  let server: RunningServer;
  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no home');
    service = await openService(home);
    server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.stop(0);
    await service.close();
  });

  it.for([
    ['fetch.mjs', process.execPath],
    ['urllib_request.py', 'python3'],
  ] as const)('%s says what a wrong key is told', async ([file, command], { skip }) => {
    skip(missing([command]) !== undefined, `no ${command} on this machine`);
    const env = { ...process.env, GEO_URL: `http://127.0.0.1:${server.port}`, GEO_KEY: 'wrong' };
    const failure: unknown = await run(command, [join(ROOT, 'examples', file)], { env }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining("401 Unauthorized. You shouldn't be here."),
    });
  });

  for (const [file, needs, said] of EXAMPLES) {
    const absent = missing(needs);
    it.skipIf(absent !== undefined)(
      absent === undefined ? file : `${file} (no ${absent} on this machine)`,
      async () => {
        const env = {
          ...process.env,
          GEO_URL: `http://127.0.0.1:${server.port}`,
          GEO_KEY: inject('keys').Professional,
        };
        const { stdout } = await run(needs[0] ?? '', [join(ROOT, 'examples', file)], { env });
        expect(stdout.trimEnd().split('\n')).toEqual(said);
      },
    );
  }
});
