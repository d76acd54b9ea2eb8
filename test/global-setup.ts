/** Prepares the databases that the whole test run shares: the fixture data set in each home, one key a plan. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { generateKey } from '../src/auth/key-format.ts';
import { PLAN_NAMES, type Plan } from '../src/auth/plans.ts';
import { releaseFolder } from '../src/db/import/release-folder.ts';
import type { Home } from '../src/db/orm.ts';
import { fullDataDir, postgresUrl } from './environment.ts';
import {
  type FullHome,
  homeWith,
  type Prepared,
  prepareEmbedded,
  preparePostgres,
  type Run,
  type TestHome,
} from './prepared.ts';
import { useBuiltProgram } from './program.ts';

/** The usual cause, of which no test could tell: none runs without the fixture. */
const NEW_COLUMN =
  'Was a column added? Its migration, and the migration’s import and entry in src/db/migrations.ts, have to go with src/db/*.entity.ts.';

declare module 'vitest' {
  interface ProvidedContext {
    homes: readonly TestHome[];
    prepared: Prepared;
    /** Where `fullHome` asks for a home with the full data set; undefined but in `npm run test:release` where there is one. */
    fullHomeUrl: string | undefined;
    keys: Readonly<Record<Plan, string>>;
    /** The inner loop: one home, fewer draws. */
    isQuick: boolean;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const keys = Object.fromEntries(PLAN_NAMES.map((plan) => [plan, generateKey()])) as Record<Plan, string>;
  const run: Run = { keys, closers: [] };
  const isQuick = project.vite.config.mode === 'quick';
  const url = await postgresUrl();
  const close = async () => {
    for (const closer of run.closers.reverse()) await closer();
  };
  const building = isQuick ? undefined : useBuiltProgram();
  const preparing = [...(isQuick && url ? [] : [prepareEmbedded(run)]), ...(url ? [preparePostgres(url, run)] : [])];
  await Promise.allSettled([...preparing, building]); // None is left at work when one has failed.
  const made = await Promise.all(preparing).catch(async (error: unknown) => {
    await close();
    throw new Error(`the fixture cannot be imported: ${error instanceof Error ? error.message : error}\n${NEW_COLUMN}`);
  });
  await Promise.resolve(building).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const full = project.vite.config.mode === 'release' ? fullDataDir() : undefined;
  const makeFull = (folder: string, kind: Home) =>
    homeWith(releaseFolder(folder), kind === 'postgresql' ? url : undefined, run);
  project.provide(
    'homes',
    made.map(({ home }) => home),
  );
  project.provide('prepared', Object.assign({}, ...made.map(({ prepared }) => prepared)));
  project.provide('fullHomeUrl', full && (await onDemand((kind) => makeFull(full, kind), run.closers)));
  project.provide('keys', keys);
  project.provide('isQuick', isQuick);
  return close;
}

/**
 * Makes each home when the first test asks for it, since a run of one file may want one of them; the address at which all processes ask, again and
 * again while the answer is 202.
 */
async function onDemand(make: (kind: Home) => Promise<FullHome>, closers: (() => Promise<void>)[]): Promise<string> {
  const answers = new Map<Home, { readonly status: number; readonly text: string }>();
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const kind = request.url === '/embedded' ? 'embedded' : 'postgresql';
    if (!answers.has(kind)) {
      answers.set(kind, { status: 202, text: '' });
      // One at a time: an import alone keeps two processors busy.
      last = last
        .then(() => make(kind))
        .then(
          (home) => answers.set(kind, { status: 200, text: JSON.stringify(home) }),
          (error: unknown) => answers.set(kind, { status: 500, text: String(error) }),
        );
    }
    const { status = 500, text } = answers.get(kind) ?? {};
    response.writeHead(status).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address');
  return `http://127.0.0.1:${address.port}`;
}
