import { describe, expect, inject, it } from 'vitest';
import { listKeys } from '../../src/db/api-key.queries.ts';
import { findCurrentDataSet, loadDataSet } from '../../src/db/data-set.queries.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { noteRefusal, STARTUP_OPTIONS } from '../../src/db/refused-connections.ts';
import { ownDatabase } from '../own-database.ts';
import { PATIENT_LIMITS, someHome } from '../service.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');

describe.skipIf(!shared)('statements (skipped where no PostgreSQL is reachable)', () => {
  async function setting(parameters: string): Promise<unknown> {
    const { target } = shared ?? {};
    if (!target || !('url' in target)) throw new Error('skipped without PostgreSQL');
    const database = await openDatabase('postgresql', { url: `${target.url}${parameters}` }, PATIENT_LIMITS);
    try {
      const [row] = await read<{ jit: string }>(database.em, 'SHOW jit', []);
      return row?.jit;
    } finally {
      await database.close();
    }
  }

  it('are answered with dates and numbers as they are read, whatever the database has set', async () => {
    await using own = await ownDatabase(shared ?? someHome());
    const admin = await openDatabase('postgresql', own.target, PATIENT_LIMITS);
    const name = new URL(own.target.url).pathname.slice(1);
    await read(admin.em, `ALTER DATABASE "${name}" SET datestyle = 'SQL, DMY'`, []);
    await read(admin.em, `ALTER DATABASE "${name}" SET extra_float_digits = -15`, []);
    await admin.close();
    const database = await openDatabase('postgresql', own.target, PATIENT_LIMITS);
    try {
      const [key] = await listKeys(database.em);
      expect(key?.createdAt.getTime()).toBeGreaterThan(Date.UTC(2026, 0));
      const { id = 0 } = (await findCurrentDataSet(database.em)) ?? {};
      expect((await loadDataSet(database.em, id)).activatedAt).toMatch(/^\d{4}-\d\d-\d\d /);
      expect(await read(database.em, 'SELECT 1234567890.125::float8 AS number', [])).toEqual([
        { number: 1_234_567_890.125 },
      ]);
    } finally {
      await database.close();
    }
  });

  it('are not compiled by the server, unless its URL says so', async () => {
    expect(await setting('')).toBe('off');
    expect(await setting('?options=-c%20jit%3Don')).toBe('on');
  });
});

describe('a connection that is refused for its startup parameters', () => {
  const afterRefusal = (options: string, message: string, code: string) => {
    const asked = { options, statement_timeout: 850 as number | false };
    noteRefusal(asked, Object.assign(new Error(message), { code }));
    return asked;
  };

  it.each([
    ['unsupported startup parameter: statement_timeout', '08P01'],
    ['unsupported startup parameter in options: jit', '08P01'],
    ['command-line options are not supported', '0A000'],
  ])('is asked for without ours: %s', (message, code) => {
    expect(afterRefusal(STARTUP_OPTIONS, message, code)).toEqual({ statement_timeout: false });
  });

  it('keeps what an operator asks for, and everything where the refusal is another', () => {
    const own = '-c search_path=geo';
    expect(afterRefusal(own, 'unsupported startup parameter: options', '08P01').options).toBe(own);
    const asked = { options: STARTUP_OPTIONS, statement_timeout: 850 };
    expect(afterRefusal(STARTUP_OPTIONS, 'password authentication failed', '28P01')).toEqual(asked);
  });
});
