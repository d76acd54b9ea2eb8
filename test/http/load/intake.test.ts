import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Intake } from '../../../src/http/load/intake.ts';

const MB = 1024 * 1024;
const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close().closeAllConnections();
});

async function serving(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<number> {
  const server = createServer(handle);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // It listens on TCP.
}

/** Posts so many bytes; resolves to the status. */
function post(port: number, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST' }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(Buffer.alloc(bytes));
  });
}

describe('bodies of requests', () => {
  it('are kept as far as there is room, the first one in any case, until their answers have left', async () => {
    const intake = new Intake(MB);
    const outcomes: string[] = [];
    const held: ServerResponse[] = [];
    const port = await serving((incoming, outgoing) => {
      intake
        .read(incoming, outgoing, 4 * MB)
        .then((body) => outcomes.push(String(body?.length)))
        .catch((error: unknown) => outcomes.push(String(error)))
        .finally(() => held.push(outgoing));
    });
    const first = post(port, 2 * MB);
    await expect.poll(() => outcomes).toEqual([String(2 * MB)]);
    const second = post(port, 1_000);
    await expect.poll(() => outcomes).toHaveLength(2);
    expect(outcomes[1]).toContain('NotNowError');
    expect(intake.bytes).toBe(2 * MB);
    for (const outgoing of held) outgoing.end();
    expect(await Promise.all([first, second])).toEqual([200, 200]);
    await expect.poll(() => intake.bytes).toBe(0);
    const longer = post(port, 5 * MB);
    await expect.poll(() => outcomes[2]).toBe('undefined');
    expect(intake.bytes).toBe(0);
    held[2]?.end();
    expect(await longer).toBe(200);
  });

  it('give their room to others once they have been read, though their answers have not left', async () => {
    const intake = new Intake(2 * MB);
    const held: ServerResponse[] = [];
    const port = await serving((incoming, outgoing) => {
      void intake.read(incoming, outgoing, 4 * MB).then(() => {
        intake.release(incoming);
        held.push(outgoing);
      });
    });
    const answers: Promise<number>[] = [];
    for (let each = 1; each <= 5; each++) {
      answers.push(post(port, 2 * MB));
      await expect.poll(() => held).toHaveLength(each);
      expect(intake.bytes).toBe(0);
    }
    for (const outgoing of held) outgoing.end();
    await Promise.all(answers);
    expect(intake.bytes).toBe(0);
  });

  it('that end before they are whole are told, also when that was before anybody asked', async () => {
    const intake = new Intake(MB);
    const seen: Promise<string>[] = [];
    let late: (() => void) | undefined;
    let came = 0;
    const port = await serving((incoming, outgoing) => {
      came += 1;
      const read = () => void seen.push(intake.read(incoming, outgoing, MB).then(String, String));
      const note = () => {
        late = read;
      };
      if (incoming.url === '/late') incoming.once('close', note);
      else read();
    });
    for (const [at, path] of ['/', '/late'].entries()) {
      const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers: { 'Content-Length': 10 } });
      sent.once('error', () => undefined).write('half');
      await expect.poll(() => came).toBe(at + 1);
      sent.destroy();
    }
    await expect.poll(() => late).toBeDefined();
    late?.();
    expect(await Promise.all(seen)).toEqual([
      expect.stringMatching(/^Error: (aborted|the connection closed)/),
      'Error: the connection closed before the body was whole',
    ]);
  });
});
