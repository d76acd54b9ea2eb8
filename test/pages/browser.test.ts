import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startServer } from '../../src/server.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser, watchedPage } from '../browser.ts';
import { openService } from '../service.ts';
import { visitorState } from '../visit.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const STYLES = fileURLToPath(new URL('../../src/html/assets/site.css', import.meta.url));
/** The rules about colours of those that axe-core applies by itself: WCAG's AAA it does not. */
const COLOURS = { runOnly: ['cat.color'], rules: { 'color-contrast-enhanced': { enabled: false } } };
const PATHS = ['/', '/c/JP', '/c/JP/13', '/c/JP/13/272', '/c/Qqqqqqq', '/find?q=tokyo', '/status', '/docs/errors'];

describe.skipIf(CHROMIUM === undefined)(`the pages in Chromium (else skipped: ${NO_CHROMIUM})`, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof openService>>;
  let withKeys: Awaited<ReturnType<typeof startServer>>;
  let origin: string;
  let visitor: ReturnType<typeof visitorState>;

  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no home');
    const keys = Object.fromEntries(Object.entries(inject('keys')).map(([plan, key]) => [plan.toLowerCase(), key]));
    visitor = visitorState(keys);
    service = await openService(home, { demoKeys: () => keys });
    withKeys = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${withKeys.port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await withKeys?.stop(1_000);
    await service?.close();
  });

  async function open(path: string, options: Parameters<typeof watchedPage>[2] = {}) {
    const watched = await watchedPage(browser, origin, { ...visitor, ...options });
    await watched.page.goto(origin + path, { waitUntil: 'networkidle' });
    return watched;
  }

  it.each(PATHS)(
    '%s has nothing that axe-core objects to, wide and narrow, dark and light, with every part open',
    async (path) => {
      // axe-core is put in from outside: the page's own policy would refuse it.
      const { context, page } = await watchedPage(browser, origin, { ...visitor, bypassCSP: true });
      for (const width of [1200, 390]) {
        // Loaded anew, in the same window: one of its own for each width takes longer than all the rest.
        await page.setViewportSize({ width, height: 900 });
        await page.goto(origin + path, { waitUntil: 'networkidle' });
        await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        await page.addScriptTag({ path: AXE });
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          const options = colorScheme === 'dark' ? {} : COLOURS;
          const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
          const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
          expect([colorScheme, width, found]).toEqual([colorScheme, width, []]);
          expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        }
      }
      await context.close();
    },
  );

  it('light and dark differ in colours alone, so that only those are examined twice', () => {
    const [, light = ''] = readFileSync(STYLES, 'utf8').split('@media (prefers-color-scheme: light) {');
    const rules = light.slice(0, light.indexOf('\n}\n'));
    expect(rules).toMatch(/^\s*:root \{\n(?: +(?:color-scheme: light|--[a-z0-9-]+: #[0-9a-f]{6});\n)+ +\}$/);
    expect(light).not.toContain('prefers-color-scheme');
  });

  it.each(PATHS)('%s loads without a word in the console and asks nobody else', async (path) => {
    const { context, faults } = await open(path);
    // The answer to an unknown country is a 404, which Chromium reports.
    expect(faults.filter((fault) => !(path === '/c/Qqqqqqq' && fault.includes('404')))).toEqual([]);
    await context.close();
  });

  it('shows a first answer without typing, with its status, time and plan', async () => {
    const { context, page, faults } = await open('/');
    await page.locator('#try-note', { hasText: 'professional' }).waitFor();
    expect(await page.textContent('#try-code')).toBe('200');
    expect(await page.textContent('#try-time')).toMatch(/^\d+ ms$/);
    expect(JSON.parse((await page.textContent('#try-body')) ?? '')).toBeInstanceOf(Array);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('answers each plan as /v1 does, and shows the curl line that says the same', async () => {
    const { context, page } = await open('/');
    await page.selectOption('#try-type', 'record');
    await shows(page, 'JP', 29);
    await page.selectOption('#try-key', { label: 'Community' });
    await shows(page, 'JP', 16);
    expect(await page.textContent('#try-curl')).toBe(
      `curl -H 'X-SVCAPI-KEY: ${inject('keys').Community}' \\\n  '${origin}/v1/countries/JP'`,
    );
    await page.selectOption('#try-type', 'city');
    await page.locator('#try-code', { hasText: '403' }).waitFor();
    expect(await page.textContent('#try-body')).toContain('"feature": "fuzzySearch"');
    await context.close();
  });

  it('can be used by the keyboard alone', async () => {
    const { context, page } = await open('/');
    await page.keyboard.press('Tab');
    expect(await page.textContent(':focus')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Tab');
    expect(await page.getAttribute(':focus', 'aria-label')).toBe('Zoom in');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('try-q');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Osaca');
    await page.keyboard.press('Enter');
    await page.locator('#try-target', { hasText: 'q=Osaca' }).waitFor();
    const stops: string[] = [];
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const [id, outline] = (await page.evaluate(
        '[document.activeElement.id || document.activeElement.textContent.trim(), getComputedStyle(document.activeElement).outlineStyle]',
      )) as [string, string];
      stops.push(id);
      expect(outline).not.toBe('none');
      if (id === 'find-country') break;
    }
    expect(stops).toContain('try-copy');
    await page.keyboard.type('japan');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/c/JP`);
    await context.close();
  });

  it('leads from a country on the map to its page', async () => {
    const { context, page } = await open('/');
    await page.locator('.land a[href="/c/JP"] path').dispatchEvent('click');
    await page.waitForURL(`${origin}/c/JP`);
    expect(await page.textContent('h1')).toContain('Japan');
    await context.close();
  });

  it.each([true, false])(
    'is browsed from the world to a neighbour by clicks, with scripts: %s',
    async (javaScriptEnabled) => {
      const { context, page } = await open('/', { javaScriptEnabled });
      await page.locator('summary', { hasText: 'Asia' }).click();
      await page.getByRole('link', { name: 'Japan', exact: true }).click();
      await page.waitForURL(`${origin}/c/JP`);
      await page.getByRole('link', { name: 'Tokyo', exact: true }).click();
      await page.waitForURL(`${origin}/c/JP/13`);
      await page.getByRole('link', { name: 'Shibuya', exact: true }).first().click();
      await page.waitForURL(/\/c\/JP\/13\/\d+$/);
      await page.locator('.near').getByRole('link', { name: 'Shinjuku', exact: true }).click();
      await page.locator('h1', { hasText: 'Shinjuku' }).waitFor();
      await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'Japan' }).click();
      await page.waitForURL(`${origin}/c/JP`);
      await context.close();
    },
  );

  it('reads without scripts: answer, curl line, plans, and the way to every country', async () => {
    const { context, page } = await open('/', { javaScriptEnabled: false });
    expect(await page.locator('#try-code').textContent()).toBe('200');
    expect(await page.locator('#try-curl').textContent()).toContain('/v1/places/suggest?q=');
    expect(await page.locator('noscript').textContent()).toContain('Scripts are off');
    expect(await page.locator('.plans').textContent()).toContain('Professional');
    await page.locator('#find-country').fill('JPN');
    await page.locator('#countries .finder button').click();
    await page.waitForURL(`${origin}/find?q=JPN&type=country`);
    await page.locator('.found').getByRole('link', { name: 'Japan', exact: true }).click();
    await page.waitForURL(`${origin}/c/JP`);
    await context.close();
  });

  /** Waits until the try box shows a country with this many fields. */
  async function shows(page: Page, iso2: string, fields: number): Promise<void> {
    await expect
      .poll(async () => {
        const shown: unknown = JSON.parse((await page.textContent('#try-body')) ?? 'null');
        return Array.isArray(shown) ? [] : [(shown as { iso2?: string }).iso2, Object.keys(shown as object).length];
      })
      .toEqual([iso2, fields]);
  }
});
