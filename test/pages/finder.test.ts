/** The box that finds places, in a browser: by the keyboard, by the pointer, and when answers are late. */
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startServer } from '../../src/server.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser, watchedPage } from '../browser.ts';
import { fullHome } from '../full-home.ts';
import type { TestHome } from '../prepared.ts';
import { openService } from '../service.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe.skipIf(CHROMIUM === undefined)(`the box that finds places (else skipped: ${NO_CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** The front page of a service on a home, with the box in focus. */
  async function openOn(home: TestHome, options: Parameters<typeof watchedPage>[2] = {}) {
    const service = await openService(home);
    const server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${server.port}`;
    const { context, page, faults } = await watchedPage(browser, origin, options);
    await page.goto(origin, { waitUntil: 'networkidle' });
    const close = async () => {
      await context.close();
      await server.stop(1_000);
      await service.close();
    };
    return { page, origin, faults, [Symbol.asyncDispose]: close };
  }
  const small = (options = {}) => openOn(inject('homes')[0] ?? expect.fail('no home'), options);
  const box = (page: Page) => page.getByRole('combobox', { name: 'Find a place' });
  const options = (page: Page) => page.locator('.finder [role=option]');

  async function tabTo(page: Page, id: string): Promise<void> {
    for (let stop = 0; stop < 10; stop++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.id')) === id) return;
    }
    expect.fail(`no way to ${id} by the keyboard`);
  }

  it.skipIf(!inject('fullHomeUrl'))(
    'leads from Bombay to Mumbai by the keyboard alone (skipped without the full data)',
    async () => {
      await using at = await openOn(await fullHome());
      await tabTo(at.page, 'find');
      await at.page.keyboard.type('Bombay');
      const best = options(at.page).first();
      await best.waitFor();
      expect(await best.textContent()).toContain('Mumbai Maharashtra, India Bombay');
      await at.page.keyboard.press('Enter');
      await at.page.waitForURL(/\/c\/IN\/MH\/\d+$/);
      expect(await at.page.textContent('h1')).toBe('Mumbai');
      expect(at.faults).toEqual([]);
    },
    // It may be the first that asks for the full data, which is then imported.
    300_000,
  );

  it('shows what matched, and is a combobox that says where one is', async () => {
    await using at = await small();
    await tabTo(at.page, 'find');
    expect(await box(at.page).getAttribute('aria-expanded')).toBe('false');
    await at.page.keyboard.type('東京');
    await options(at.page).first().waitFor();
    expect(await box(at.page).getAttribute('aria-expanded')).toBe('true');
    expect(await options(at.page).first().textContent()).toContain('東京');
    expect(await at.page.locator('.finder [role=status]').first().textContent()).toMatch(/^\d+ places?$/);
    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('ArrowDown');
    const active = await box(at.page).getAttribute('aria-activedescendant');
    expect(await at.page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    expect(await at.page.locator('[aria-selected=true]').count()).toBe(1);
    const chosen = await at.page.locator(`#${active}`).getAttribute('data-path');
    await at.page.keyboard.press('Enter');
    await at.page.waitForURL(`${at.origin}${chosen}`);
    expect(at.faults).toEqual([]);
  });

  it.each(['dark', 'light'])(
    'has nothing that axe-core objects to while its list is open (%s)',
    async (colorScheme) => {
      // axe-core is put in from outside: the page's own policy would refuse it.
      await using at = await small({ colorScheme, bypassCSP: true });
      await box(at.page).fill('tok');
      await options(at.page).first().waitFor();
      await at.page.keyboard.press('ArrowDown');
      await at.page.addScriptTag({ path: AXE });
      const { violations } = (await at.page.evaluate('axe.run()')) as AxeResults;
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
      expect(await options(at.page).first().isVisible()).toBe(true);
    },
  );

  it('goes round by the arrows, and closes on Escape with the text left', async () => {
    await using at = await small();
    await box(at.page).fill('tok');
    await options(at.page).first().waitFor();
    await at.page.keyboard.press('ArrowUp');
    expect(await options(at.page).last().getAttribute('aria-selected')).toBe('true');
    await at.page.keyboard.press('ArrowDown');
    expect(await at.page.locator('[aria-selected=true]').count()).toBe(0);
    await at.page.keyboard.press('Escape');
    expect(await box(at.page).getAttribute('aria-expanded')).toBe('false');
    expect(await box(at.page).inputValue()).toBe('tok');
    await at.page.keyboard.press('ArrowDown');
    expect(await box(at.page).getAttribute('aria-expanded')).toBe('true');
    await options(at.page).first().click();
    await at.page.waitForURL(/\/c\/JP/);
  });

  it('goes to the best match when Enter comes before the list does', async () => {
    await using at = await small();
    await box(at.page).focus();
    await at.page.keyboard.type('jap');
    await at.page.keyboard.press('Enter');
    await at.page.waitForURL(`${at.origin}/c/JP`);
  });

  it('says so where nothing is found, and leads to a page that says so', async () => {
    await using at = await small();
    await box(at.page).fill('qqqqqqqq');
    await at.page.locator('.finder [role=status]', { hasText: 'No place found' }).waitFor();
    expect(await options(at.page).count()).toBe(0);
    await at.page.keyboard.press('Enter');
    await at.page.waitForURL(`${at.origin}/find?q=qqqqqqqq`);
    expect(await at.page.textContent('h1')).toContain('No place is called');
  });

  it('waits with asking until typing pauses, and shows the last answer only', async () => {
    await using at = await small();
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await at.page.route('**/find?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? '';
      asked.push(q);
      if (q === 'osaka') await held;
      // What the page has given up cannot be answered any more.
      await route.continue().catch(() => undefined);
    });
    await box(at.page).fill('osaka');
    await expect.poll(() => asked).toEqual(['osaka']);
    await box(at.page).fill('tokyo');
    await options(at.page).first().waitFor();
    release();
    await at.page.waitForLoadState('networkidle');
    expect(asked).toEqual(['osaka', 'tokyo']);
    expect(await options(at.page).first().textContent()).toContain('Tokyo');
  });

  it('finds countries only in the box of the countries', async () => {
    await using at = await small();
    await at.page.locator('#find-country').fill('日本');
    await options(at.page).first().waitFor();
    expect(await options(at.page).allTextContents()).toEqual([expect.stringContaining('Japan Country in Asia')]);
  });
});
