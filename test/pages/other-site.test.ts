/** A page of another site that asks `/v1` from its script, in a browser: with the headers that tracing and clients of GraphQL add. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startServer } from '../../src/server.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser } from '../browser.ts';
import { openService } from '../service.ts';

const HEADERS = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  baggage: 'shop=1',
  'apollographql-client-name': 'shop',
  'X-Requested-With': 'XMLHttpRequest',
  'Cache-Control': 'no-cache',
};

describe.skipIf(CHROMIUM === undefined)(`another site in Chromium (else skipped: ${NO_CHROMIUM})`, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof openService>>;
  let server: Awaited<ReturnType<typeof startServer>>;
  const shop = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>A shop</title>'),
  );

  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no home');
    service = await openService(home);
    server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    shop.close();
    await server?.stop(1_000);
    await service?.close();
  });

  /** What the script of the shop reads: status and body, or the error that the browser gives it. */
  async function asks(path: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const page = await browser.newPage();
    // The shop has an address of node's own making: a TCP server has one.
    await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
    const request = JSON.stringify([`http://127.0.0.1:${server.port}${path}`, { headers }]);
    const read = await page.evaluate(
      `fetch(...${request}).then(async (answer) => [answer.status, await answer.json()], (error) => String(error))`,
    );
    await page.close();
    return read;
  }

  it.each(['/v1/countries/JP', '/v1/places/suggest?q=tokyo&type=country'])('reads %s with its key', async (path) => {
    const key = inject('keys').Community;
    const own = await service.get(path, 'Community');
    expect(await asks(path, { ...HEADERS, 'X-SVCAPI-KEY': key })).toEqual([200, await own.json()]);
  });

  it('reads why it is refused', async () => {
    expect(await asks('/v1/countries/JP', HEADERS)).toEqual([
      401,
      expect.objectContaining({ error: expect.any(String) }),
    ]);
  });

  it('reads no page of ours', async () => {
    expect(await asks('/find?q=tokyo', { Accept: 'text/html' })).toBe('TypeError: Failed to fetch');
  });
});
