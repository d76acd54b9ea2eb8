/** A command loses its connection to the database behind each of its answers in turn. */
import { describe, expect, inject, it } from 'vitest';
import { listKeys } from '../../src/db/api-key.queries.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { databaseProxy } from '../database-proxy.ts';
import { ownDatabase } from '../own-database.ts';
import { answerOf, geo } from './geo.ts';

const AT_ONCE = 4;
const NAME = 'made here';
const LOST = {
  error: 'the connection to the database was lost (Connection terminated unexpectedly)',
  exitCode: 1,
};

const shared = inject('homes').find(({ home }) => home === 'postgresql');

describe.skipIf(!shared)(`geo keys create${shared ? '' : ' (skipped: no PostgreSQL)'}`, () => {
  it('says so and ends with 1, or has made the key all the same; and none is stored that was not told', async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    await using database = await ownDatabase(shared);
    const told: string[] = [];
    /** Resolves to the code that it left with, and how often the database has said something. */
    const cutBehind = async (answer: number) => {
      let answers = 0;
      await using proxy = await databaseProxy(database.target, {
        onSaid() {
          answers += 1;
          if (answers === answer) proxy.drop();
        },
      });
      const env = { DATABASE_URL: proxy.url };
      const run = await geo(['keys', 'create', '--plan', 'community', '--name', NAME, '--json'], { env });
      if (run.out !== '') told.push(answerOf<{ readonly key: string }>(run).key);
      expect([run.code, run.err && JSON.parse(run.err)]).toEqual(run.code === 0 ? [0, ''] : [1, LOST]);
      return { code: run.code, answers };
    };
    const { answers } = await cutBehind(Number.POSITIVE_INFINITY);
    const codes: (number | null)[] = [];
    for (let from = 1; from <= answers; from += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, offset) => cutBehind(from + offset));
      codes.push(...(await Promise.all(some)).map(({ code }) => code));
    }
    // What it reads before is read again on another connection, what it writes is not.
    expect(new Set(codes)).toEqual(new Set([0, 1]));

    const { em, close } = await openDatabase('postgresql', database.target);
    const stored = (await listKeys(em).finally(close)).filter(({ name }) => name === NAME);
    expect(stored.length).toBeGreaterThanOrEqual(codes.filter((code) => code === 0).length);
    expect(stored.filter(({ prefix }) => !told.some((key) => key.startsWith(prefix)))).toEqual([]);
  });
});
