import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');

describe.skipIf(!shared)('statements (skipped where no PostgreSQL is reachable)', () => {
  async function setting(parameters: string): Promise<unknown> {
    const { target } = shared ?? {};
    if (!target || !('url' in target)) throw new Error('skipped without PostgreSQL');
    const database = await openDatabase('postgresql', { url: `${target.url}${parameters}` });
    try {
      const [row] = await read<{ jit: string }>(database.em, 'SHOW jit', []);
      return row?.jit;
    } finally {
      await database.close();
    }
  }

  it('are not compiled by the server, unless its URL says so', async () => {
    expect(await setting('')).toBe('off');
    expect(await setting('?options=-c%20jit%3Don')).toBe('on');
  });
});
