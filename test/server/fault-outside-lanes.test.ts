import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { startServer } from '../../src/server.ts';
import { openService } from '../service.ts';

it('a fault outside the lanes is that request’s alone: 500, a line in the log, and the next is answered', async () => {
  const [home] = inject('homes');
  if (!home) throw new Error('no database');
  const lines: string[] = [];
  let isBroken = false;
  await using service = await openService(home, {
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  });
  const { whole } = service.dataSets;
  Object.assign(service.dataSets, {
    whole: () => {
      if (isBroken) throw new Error('broken on purpose');
      return whole();
    },
  });
  const server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
  try {
    const url = `http://127.0.0.1:${server.port}`;
    isBroken = true;
    const response = await fetch(`${url}/readyz`, { headers: { 'X-Request-Id': 'this-one' } });
    expect([response.status, await response.text()]).toEqual([500, '{"error":"Internal server error."}']);
    expect(lines.join()).toContain('broken on purpose');
    const written = lines.map((line) => JSON.parse(line));
    expect(written.map(({ msg, id, status }) => [msg, id, status])).toEqual([
      ['fault outside the lanes', 'this-one', undefined],
      [undefined, 'this-one', 500],
    ]);
    lines.length = 0;
    const id = (await fetch(`${url}/readyz`)).headers.get('x-request-id'); // One that the service drew.
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([id, id]);
    isBroken = false;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  } finally {
    await server.stop(1_000);
  }
});

it('so is one of who goes along with requests', async () => {
  const [home] = inject('homes');
  if (!home) throw new Error('no database');
  const accompany = () => {
    throw new Error('broken on purpose');
  };
  await using service = await openService(home, { accompany });
  const response = await service.gateway.fetch(new Request('http://geo.test/livez'));
  expect([response.status, await response.text()]).toEqual([500, '{"error":"Internal server error."}']);
});
