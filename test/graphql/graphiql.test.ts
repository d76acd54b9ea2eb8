import { parse, validate } from 'graphql';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { tour } from '../../src/graphql/graphiql-tour.ts';
import { visitTarget } from '../../src/http/visit.ts';
import { schema } from '../../src/schema/schema.ts';
import { CHROMIUM, openBrowser } from '../browser.ts';
import { openService } from '../service.ts';
import { visitorCookie } from '../visit.ts';
import { type RemoteServer, startRemote } from './remote-server.ts';

const [home] = inject('homes');
const keys = inject('keys');
const demoKeys = { professional: keys.Professional, community: keys.Community };
let server: RemoteServer;

beforeAll(async () => {
  if (!home) throw new Error('no database');
  server = await startRemote({ home, demoKeys });
});
afterAll(() => server.stop());

const page = (headers: Record<string, string> = {}) =>
  fetch(server.url, { headers: { Accept: 'text/html', ...headers } });

describe('the GraphiQL page', () => {
  it('opens with five tabs that fit the schema', () => {
    const tabs = tour(demoKeys);
    expect(tabs).toHaveLength(5);
    for (const { query } of [...tabs, ...tour({})]) expect(validate(schema, parse(query))).toEqual([]);
  });

  it('holds no script of its own and forbids those', async () => {
    const answer = await page();
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
    for (const [tag] of (await answer.text()).matchAll(/<script[^>]*>/g))
      expect(tag).toMatch(/src="|application\/json/);
  });

  it('names static files that a browser may keep for ever, compressed once', async () => {
    const names = [...(await (await page()).text()).matchAll(/\/graphql\/assets\/[\w.-]+/g)].map(([name]) => name);
    expect(new Set(names).size).toBe(6);
    for (const name of new Set(names)) {
      const answer = await fetch(new URL(name, server.url), { headers: { 'Accept-Encoding': 'br' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-encoding')).toBe('br');
      await answer.arrayBuffer();
    }
    expect((await fetch(new URL('/graphql/assets/graphiql-0.js', server.url))).status).toBe(404);
  });

  it('shows the demo keys to whoever came by the link of the start, and to others where keys come from', async () => {
    const seen = await page({ Cookie: visitorCookie(demoKeys) });
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(await seen.text()).toContain(keys.Professional);
    const without = await (await page()).text();
    expect(without).not.toContain('geo_');
    expect(without).toContain('npm run keys -- create');
  });

  it('can be switched off', async () => {
    if (!home) throw new Error('no database');
    await using service = await openService(home, { graphiql: false });
    const answer = await service.gateway.fetch(
      new Request('http://geo.test/graphql', { headers: { Accept: 'text/html,*/*' } }),
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8']);
  });
});

describe.skipIf(CHROMIUM === undefined)('in Chromium without a network (needs CHROMIUM_PATH)', () => {
  let browser: Browser;
  let tab: Page;
  const errors: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    tab = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    tab.on('pageerror', (error) => errors.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    tab.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(server.url).origin)
        foreign.push(request.url());
    });
    await tab.goto(new URL(visitTarget(demoKeys) ?? '', server.url).href);
    await tab.waitForURL(new URL('/', server.url).href);
    await tab.goto(server.url);
    await tab.waitForSelector('.graphiql-execute-button');
  });
  afterAll(() => browser.close());

  /** The text of the result; the editor writes blanks as such that do not break. */
  const result = async () => ((await tab.locator('.result-window').textContent()) ?? '').replace(/\s+/g, ' ');

  it('shows an answer before anything is typed or pressed', async () => {
    await expect.poll(result, { timeout: 20_000, interval: 300 }).toContain('"Japan"');
  });

  it.each([
    ['Country', '"Japan"'],
    ['Graph', '"totalCount"'],
    ['Search', '"searchCities"'],
    ['Manual', '"description"'],
    ['Refused', '"FORBIDDEN"'],
  ])('the tab %s runs and shows %s', async (title, text) => {
    // The tabs slide into place; a click by position could land on a neighbour.
    await tab.locator(`.graphiql-tab-button[title="${title}"]`).evaluate((button) => (button as HTMLElement).click());
    await tab.waitForSelector(`.graphiql-tab-active:has-text("${title}")`);
    const shown = async () => {
      // GraphiQL takes a moment to read the operation of the tab; until then it runs the one before.
      await tab.locator('.graphiql-execute-button').click();
      await tab.waitForTimeout(300);
      return result();
    };
    await expect.poll(shown, { timeout: 20_000, interval: 300 }).toContain(text);
  });

  it('the refusal names the field and the plan that unlocks it', async () => {
    const shown = await result();
    expect(shown).toContain('"field": "Country.translationsJson"');
    expect(shown).toContain('"plan": "Professional"');
  });

  it('has the Explorer and the documentation', async () => {
    expect(await tab.locator('button[aria-label$="GraphiQL Explorer"]').count()).toBe(1);
    await tab.locator('button[aria-label*="Documentation"]').click();
    await tab.waitForSelector('.graphiql-doc-explorer-title');
  });

  it('asked nobody else and complained of nothing but the refusal', () => {
    expect(foreign).toEqual([]);
    // Chromium reports every answer above 399 to the console: the refused tab's are meant to be there.
    expect(errors.filter((text) => !text.includes('status of 403'))).toEqual([]);
  });
});
