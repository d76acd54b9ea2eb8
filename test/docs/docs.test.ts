/** The reference at /docs in a real browser, and the explanations of errors. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ERROR_KINDS } from '../../src/http/errors.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser, watchedPage } from '../browser.ts';
import { openService, type TestService } from '../service.ts';
import { visitorCookie, visitorState } from '../visit.ts';

const BROWSER = { Accept: 'text/html' };

describe('the documentation', () => {
  let service: TestService;
  let server: RunningServer;
  let origin: string;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no home');
    service = await openService(home, { demoKeys: () => ({ professional: inject('keys').Professional }) });
    server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${server.port}`;
    browser = CHROMIUM === undefined ? undefined : await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop(0);
    await service.close();
  });

  it('explains every kind of error where its Link header leads', async () => {
    const page = await (await service.get('/docs/errors', null, BROWSER)).text();
    for (const kind of Object.keys(ERROR_KINDS)) expect(page).toContain(`<section id="${kind}"`);
    for (const path of ['/v1/nothing', '/v1/countries/XX', '/v1/phone?code=', '/v1/countries/%zz']) {
      const link = (await service.get(path, 'Business')).headers.get('link') ?? '';
      const [, target, kind] = /^<(\/docs\/errors)#(\w+)>; rel="help"$/.exec(link) ?? [];
      expect([path, target]).toEqual([path, '/docs/errors']);
      expect(page).toContain(`<section id="${kind}"`);
    }
    expect(page).toMatch(/bulkCities: \/v1\/cities(<[^>]*>\s*)+Professional/);
    const text = await (await service.get('/docs/errors', null)).text();
    for (const { error } of Object.values(ERROR_KINDS)) expect(text).toContain(error);
  });

  it('shows the demo key to whoever came by the link of the start, and to others where keys come from', async () => {
    const key = inject('keys').Professional;
    const cookie = visitorCookie({ professional: key });
    expect(await (await fetch(`${origin}/docs`, { headers: { ...BROWSER, Cookie: cookie } })).text()).toContain(key);
    const without = await (await fetch(`${origin}/docs`, { headers: BROWSER })).text();
    expect(without).not.toContain(key);
    expect(without).toContain('npm run keys');
  });

  it('loads nothing but files of its own, which are kept for good', async () => {
    const response = await fetch(`${origin}/docs`, { headers: BROWSER });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; ");
    const page = await response.text();
    const paths = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const file = await fetch(`${origin}${path}`);
      expect([path, path.startsWith('/'), file.status]).toEqual([path, true, 200]);
      if (/\.[0-9a-f]{10}\./.test(path)) expect(file.headers.get('cache-control')).toContain('immutable');
    }
    expect((await fetch(`${origin}/docs/nothing`)).status).toBe(404);
  });

  it('tells programs the operations as text', async () => {
    const text = await (await service.get('/docs', null)).text();
    expect(text).toContain('GET /v1/countries/{ciso}\n    One country\n');
  });

  describe.skipIf(CHROMIUM === undefined)(
    CHROMIUM === undefined ? `in Chromium (${NO_CHROMIUM})` : 'in Chromium',
    () => {
      const visit = (options = {}) => {
        if (!browser) throw new Error(NO_CHROMIUM);
        return watchedPage(browser, origin, options);
      };

      it.each(['light', 'dark'] as const)(
        'the %s reference shows an answer and tries a request, with no fault',
        async (colorScheme) => {
          const { context, page, faults } = await visit({
            colorScheme,
            ...visitorState({ professional: inject('keys').Professional }),
          });
          await page.goto(`${origin}/docs#tag/countries/GET/v1/countries/{ciso}`);
          await page.getByRole('heading', { name: 'One country' }).waitFor();
          await page.getByText('"Andorra la Vella"').first().waitFor();
          await page.getByRole('button', { name: /test request.*\{ciso\}/i }).click();
          const answered = page.waitForResponse((response) => response.url().includes('/v1/countries/'));
          await page.getByRole('button', { name: /^send/i }).first().click();
          const response = await answered;
          expect([response.url(), response.status()]).toEqual([`${origin}/v1/countries/AD`, 200]);
          expect(faults).toEqual([]);
          await context.close();
        },
      );

      it('the errors page has no fault', async () => {
        const { context, page, faults } = await visit();
        await page.goto(`${origin}/docs/errors#forbidden`);
        await page.getByRole('heading', { name: '403 · The plan is too low' }).waitFor();
        expect(faults).toEqual([]);
        await context.close();
      });
    },
  );
});
