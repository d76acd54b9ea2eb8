import { randomInt } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { steadyPort } from '../../deploy/processes/steady-port.ts';

vi.mock('node:crypto', { spy: true });

const LAST_REFUSED = 10_080;

it('a steady port is drawn from those that fetch takes', async () => {
  await expect(fetch(`http://127.0.0.1:${LAST_REFUSED}`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
  await steadyPort();
  expect(vi.mocked(randomInt).mock.lastCall?.[0]).toBeGreaterThan(LAST_REFUSED);
});
