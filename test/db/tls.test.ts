import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isDatabaseUnavailable, isNotLetIn } from '../../src/db/faults.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { read, readBatch } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';
import { PATIENT_LIMITS } from '../service.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'tls');
const CERTIFICATE = join(FOLDER, 'cert.pem');
const SSL_REQUEST = 80_877_103;

/** A database that speaks TLS, and counts the connections that asked for it: TLS ends here, the database is behind. */
async function tlsDatabase() {
  const [home] = inject('homes');
  if (!home) throw new Error('no database');
  const behind = await databaseProxy(home.target);
  const { port, user, database } = behind.target as { port: number; user: string; database: string };
  const context = createSecureContext({
    cert: readFileSync(CERTIFICATE),
    key: readFileSync(join(FOLDER, 'key.pem')),
  });
  const secured: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const pass = (from: Socket) => {
      from.pipe(upstream).pipe(from);
      for (const each of [from, upstream]) each.on('error', () => undefined).on('close', () => from.destroy());
    };
    client.on('error', () => undefined);
    client.once('data', (bytes) => {
      if (bytes.length !== 8 || bytes.readInt32BE(4) !== SSL_REQUEST) {
        upstream.write(bytes);
        return pass(client);
      }
      secured.push(client);
      client.write('S');
      pass(new TLSSocket(client, { isServer: true, secureContext: context }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address');
  return {
    url: (host: string, query: string) => `postgresql://${user}@${host}:${address.port}/${database}${query}`,
    secured,
    async close() {
      server.close();
      await behind[Symbol.asyncDispose]();
    },
  };
}

/** A server that answers with these bytes when it is asked for TLS. */
async function answering(bytes: string): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((client) => {
    client.on('error', () => undefined).once('data', () => client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // As a TCP server has.
  return {
    url: `postgresql://somebody@127.0.0.1:${port}/some?sslmode=require`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

describe('TLS to the database, by the URL', () => {
  let server: Awaited<ReturnType<typeof tlsDatabase>>;
  beforeAll(async () => {
    server = await tlsDatabase();
  });
  afterAll(() => server.close());

  async function ask(host: string, query: string) {
    const before = server.secured.length;
    const database = await openDatabase('postgresql', { url: server.url(host, query) }, PATIENT_LIMITS);
    try {
      const rows = await read<{ n: number }>(database.em, 'SELECT $1::int AS n', [7]);
      const batch = await readBatch<{ n: number }>(
        database.em,
        'SELECT n FROM generate_series(1, $1::int) n',
        [20_000],
      );
      return { rows, length: batch.length, last: batch.at(-1), isSecured: server.secured.length > before };
    } finally {
      await database.close();
    }
  }
  const whole = { rows: [{ n: 7 }], length: 20_000, last: { n: 20_000 } };

  it.each([
    ['', false],
    ['?sslmode=disable', false],
    ['?sslmode=require', true],
    [`?sslmode=verify-full&sslrootcert=${encodeURIComponent(CERTIFICATE)}`, true],
  ])('%j', async (query, isSecured) => {
    expect(await ask('localhost', query)).toEqual({ ...whole, isSecured });
  });

  it('refuses a certificate that nobody it trusts has signed, and one of another host', async () => {
    await expect(ask('localhost', '?sslmode=verify-full')).rejects.toThrow(/self-signed certificate/);
    const trusted = `&sslrootcert=${encodeURIComponent(CERTIFICATE)}`;
    await expect(ask('127.0.0.1', `?sslmode=verify-full${trusted}`)).rejects.toThrow(/does not match certificate/);
    expect(await ask('127.0.0.1', `?sslmode=verify-ca${trusted}`)).toEqual({ ...whole, isSecured: true });
  });

  it('that cannot be had is a database that lets nobody in, whatever is wrong with it', async () => {
    const trusted = `&sslrootcert=${encodeURIComponent(CERTIFICATE)}`;
    const faultOf = (url: string) => {
      const failed = (error: unknown) => ({ error });
      const asked = openDatabase('postgresql', { url }).then((database) =>
        read(database.em, 'SELECT 1', []).finally(() => database.close()),
      );
      return asked.then(() => ({ error: undefined }), failed);
    };
    await using without = await answering('N');
    await using broken = await answering('Sno TLS at all');
    const urls = [
      server.url('localhost', '?sslmode=verify-full'),
      server.url('127.0.0.1', `?sslmode=verify-full${trusted}`),
      without.url,
      broken.url,
    ];
    for (const url of urls) {
      const { error } = await faultOf(url);
      expect([url, isNotLetIn(error), isDatabaseUnavailable(error)]).toEqual([url, true, true]);
    }
  });

  it('says what is wrong with a parameter', async () => {
    await expect(ask('localhost', '?sslmode=prefer')).rejects.toThrow(
      "the database's URL must have sslmode=disable, require, verify-ca, verify-full or none",
    );
    await expect(ask('localhost', '?sslmode=verify-full&sslrootcert=/none.pem')).rejects.toThrow(
      /the database's URL cannot be used: ENOENT.*none\.pem/,
    );
  });
});
