import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, someHome, type TestService } from '../service.ts';

/** What is on its way comes: a busy machine takes longer for it than the second that `expect.poll` waits by itself. */
const PATIENT = { timeout: 20_000 };
let service: TestService;
let server: RunningServer;
beforeAll(async () => {
  service = await openService(someHome());
  server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop(0);
  await service.close();
});

it('a request that waits to be looked at is not looked at when its client goes', async () => {
  const { reception } = service.gateway.load;
  const waiting: (() => void)[] = [];
  vi.spyOn(reception, 'isFree').mockReturnValue(false);
  vi.spyOn(reception, 'wait').mockImplementation((_owner, answer) => void waiting.push(answer));
  const answered = vi.spyOn(service.gateway.load.delivery, 'end');
  try {
    const ask = () => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return socket;
    };
    const [gone, here] = [ask(), ask()];
    const text = new Promise<string>((resolve) => here.once('data', (data) => resolve(String(data))));
    await expect.poll(() => waiting.length, PATIENT).toBe(2);
    gone.resetAndDestroy();
    await expect.poll(() => server.connections.size, PATIENT).toBe(1);
    for (const answer of waiting) answer();
    expect(await text).toContain('200 OK');
    await nextTurn();
    expect(answered.mock.calls.map(([outgoing]: [ServerResponse, ...unknown[]]) => outgoing.statusCode)).toEqual([200]);
  } finally {
    vi.restoreAllMocks();
  }
});
