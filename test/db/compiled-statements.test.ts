import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { noteRefusal, STARTUP_OPTIONS } from '../../src/db/refused-connections.ts';

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
