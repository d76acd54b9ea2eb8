import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Inflow } from '../../../src/http/load/inflow.ts';

const KB = 1024;
const MB = 1024 * KB;

/** A connection that somebody listens to, and what that has heard. */
function connection(inflow: Inflow): { readonly socket: Duplex; readonly heard: Buffer[] } {
  const heard: Buffer[] = [];
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  socket.on('data', (chunk: Buffer) => void heard.push(chunk));
  inflow.watch(socket);
  return { socket, heard };
}

describe('what comes on connections', () => {
  it('is taken so much in a turn, the rest in the next ones in its order, and what is short at once', async () => {
    const inflow = new Inflow();
    const large = Array.from({ length: 40 }, () => connection(inflow));
    const small = connection(inflow);
    await turn();
    const taken = () => large.filter(({ heard }) => heard.length > 0).length;
    const pushed = large.map(({ socket }, at) => socket.push(Buffer.alloc(64 * KB, at)));
    small.socket.push('GET / HTTP/1.1\r\n\r\n');
    expect([taken(), small.heard.length]).toEqual([16, 1]);
    // Those who wait take nothing more from below.
    expect(pushed.filter((goesOn) => goesOn)).toHaveLength(16);
    const seen: number[] = [];
    while (taken() < 40) {
      seen.push(taken());
      expect(seen.length).toBeLessThan(10);
      await turn();
    }
    expect(new Set(seen)).toEqual(new Set([16, 32]));
    for (const [at, { heard }] of large.entries()) expect(Buffer.concat(heard)).toEqual(Buffer.alloc(64 * KB, at));
  });

  it('is read piece by piece, and no more of a connection that waits for answers until they have left', async () => {
    const inflow = new Inflow();
    const heard: Buffer[] = [];
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    socket.on('data', (chunk: Buffer) => void heard.push(chunk));
    let goOn = () => {};
    const isFull = () => heard.length % 4 === 3 && !goesOn;
    let goesOn = false;
    inflow.watch(socket, {
      isFull,
      whenFewer: (go) => {
        goOn = go;
      },
    });
    await turn();
    const sent = Buffer.from(Array.from({ length: 10 * KB }, (_, at) => at % 251));
    socket.push(sent);
    await turn();
    expect([heard.map(({ length }) => length), socket.isPaused()]).toEqual([[2 * KB, 2 * KB, 2 * KB], true]);
    socket.push(Buffer.from('behind'));
    goesOn = true;
    goOn();
    await turn();
    expect(Buffer.concat(heard)).toEqual(Buffer.concat([sent, Buffer.from('behind')]));
  });

  it('goes on by itself where who listens has stopped it', async () => {
    const inflow = new Inflow();
    const heard: Buffer[] = [];
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    socket.on('data', (chunk: Buffer) => {
      if (heard.push(chunk) === 2) socket.pause();
    });
    inflow.watch(socket);
    await turn();
    socket.push(Buffer.alloc(7 * KB, 1));
    await turn();
    expect(heard).toHaveLength(2);
    socket.resume();
    await turn();
    expect(Buffer.concat(heard)).toEqual(Buffer.alloc(7 * KB, 1));
  });

  it('waits while it is held, and goes on in its order', async () => {
    const inflow = new Inflow();
    const { socket, heard } = connection(inflow);
    const goOn = inflow.hold();
    socket.push(Buffer.from('first, '));
    await turn();
    socket.push(Buffer.alloc(64 * KB, 1));
    await turn();
    await turn();
    expect(heard).toEqual([]);
    goOn();
    await turn();
    await turn();
    expect(Buffer.concat(heard)).toEqual(Buffer.concat([Buffer.from('first, '), Buffer.alloc(64 * KB, 1)]));
    socket.push(Buffer.from('last'));
    await turn();
    expect(heard.at(-1)?.toString()).toBe('last');
  });

  describe('over sockets', () => {
    const opened: Server[] = [];
    afterEach(() => {
      for (const server of opened.splice(0)) server.close().closeAllConnections();
    });

    it('arrives whole, so much of it in a turn, whether it is wanted or not', async () => {
      const inflow = new Inflow();
      let [received, inTurn, most] = [0, 0, 0];
      const server = createServer((incoming, outgoing) => {
        incoming.on('data', (chunk: Buffer) => {
          received += chunk.length;
          if (inTurn === 0) setImmediate(() => (inTurn = 0));
          inTurn += chunk.length;
          most = Math.max(most, inTurn);
        });
        incoming.once('end', () => outgoing.end());
      });
      opened.push(server);
      server.on('connection', (socket) => inflow.watch(socket));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo; // It listens on TCP.
      const post = () =>
        new Promise<number>((resolve, reject) => {
          const sent = request({ port, host: '127.0.0.1', method: 'POST' }, (response) => {
            response.resume().once('end', () => resolve(response.statusCode ?? 0));
          });
          sent.once('error', reject).end(Buffer.alloc(3 * MB));
        });
      expect(await Promise.all(Array.from({ length: 24 }, post))).toEqual(Array.from({ length: 24 }, () => 200));
      expect(received).toBe(72 * MB);
      // What is a turn here may hold the end of one and the beginning of the next; without a bound some 40 MB come in one.
      expect(most).toBeLessThan(3 * MB);
    });
  });
});
