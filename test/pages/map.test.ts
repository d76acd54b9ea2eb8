/** The maps in a browser: nearer and farther by every means, names that never cover each other, what lights up. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startServer } from '../../src/server.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser, watchedPage } from '../browser.ts';
import { openService } from '../service.ts';

describe.skipIf(CHROMIUM === undefined)(`a map in Chromium (else skipped: ${NO_CHROMIUM})`, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof openService>>;
  let server: Awaited<ReturnType<typeof startServer>>;
  let origin: string;

  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no home');
    service = await openService(home);
    server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${server.port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop(1_000);
    await service?.close();
  });

  async function open(path: string, options: Parameters<typeof watchedPage>[2] = {}) {
    const watched = await watchedPage(browser, origin, options);
    await watched.page.goto(origin + path, { waitUntil: 'networkidle' });
    return { ...watched, [Symbol.asyncDispose]: () => watched.context.close() };
  }
  /** The part of the map that is shown: left, top, width, height. */
  async function viewOf(page: Page): Promise<number[]> {
    return ((await page.locator('svg.map').getAttribute('viewBox')) ?? '').split(' ').map(Number);
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('comes nearer and goes back by its buttons, which say when they can do no more', async () => {
    await using at = await open('/c/JP');
    expect(await viewOf(at.page)).toEqual([0, 0, 7200, 5600]);
    expect(await button(at.page, 'Zoom out').isDisabled()).toBe(true);
    await button(at.page, 'Zoom in').click();
    const [x = 0, y = 0, width = 0, height = 0] = await viewOf(at.page);
    expect(width).toBeLessThan(7200);
    expect([x + width / 2, y + height / 2]).toEqual([3600, 2800]);
    for (let times = 0; !(await button(at.page, 'Zoom in').isDisabled()) && times < 20; times++) {
      await button(at.page, 'Zoom in').press('Enter');
    }
    expect((await viewOf(at.page))[2]).toBe(900);
    expect(await at.page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Zoom out');
    await button(at.page, 'Whole map').click();
    expect(await viewOf(at.page)).toEqual([0, 0, 7200, 5600]);
    expect(at.faults).toEqual([]);
  });

  it('is moved by the arrows, and never beyond its edge', async () => {
    await using at = await open('/c/JP');
    await button(at.page, 'Zoom in').focus();
    for (const key of ['+', '+', 'ArrowRight']) await at.page.keyboard.press(key);
    const [before = 0] = await viewOf(at.page);
    await at.page.keyboard.press('ArrowRight');
    expect((await viewOf(at.page))[0]).toBeGreaterThan(before);
    for (let times = 0; times < 30; times++) await at.page.keyboard.press('ArrowRight');
    const [x = 0, , width = 0] = await viewOf(at.page);
    expect(x + width).toBeCloseTo(7200, 5);
  });

  it('comes nearer under the wheel where the pointer is, and lets the page scroll when it is whole', async () => {
    await using at = await open('/c/JP');
    const box = (await at.page.locator('svg.map').boundingBox()) ?? expect.fail('no map');
    await at.page.mouse.move(box.x + box.width / 4, box.y + box.height / 4);
    await at.page.mouse.wheel(0, -200);
    await expect.poll(async () => (await viewOf(at.page))[2]).toBeLessThan(7200);
    const [x = 0, y = 0, width = 0, height = 0] = await viewOf(at.page);
    // A pixel of the screen is some ten units.
    expect(Math.abs(x + width / 4 - 1800)).toBeLessThan(12);
    expect(Math.abs(y + height / 4 - 1400)).toBeLessThan(12);
    for (let times = 0; times < 6; times++) await at.page.mouse.wheel(0, 200);
    await expect.poll(() => at.page.evaluate('window.scrollY')).toBeGreaterThan(0);
    expect(await viewOf(at.page)).toEqual([0, 0, 7200, 5600]);
  });

  it('comes nearer by two fingers', async () => {
    await using at = await open('/c/JP', { hasTouch: true, viewport: { width: 390, height: 800 } });
    await at.page.locator('svg.map').scrollIntoViewIfNeeded();
    const box = (await at.page.locator('svg.map').boundingBox()) ?? expect.fail('no map');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touches = await at.context.newCDPSession(at.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          apart === undefined
            ? []
            : [
                { x: x - apart, y, id: 1 },
                { x: x + apart, y, id: 2 },
              ],
      });
    await touch('touchStart', 20);
    for (const apart of [30, 40, 50, 60]) await touch('touchMove', apart);
    await touch('touchEnd');
    const [, , width = 0] = await viewOf(at.page);
    expect(7200 / width).toBeGreaterThan(2);
    expect(at.page.url()).toBe(`${origin}/c/JP`);
  });

  it('is moved by dragging, which opens nothing', async () => {
    await using at = await open('/c/JP');
    await button(at.page, 'Zoom in').click();
    const [before = 0] = await viewOf(at.page);
    const ring = (await at.page.locator('.states a circle').first().boundingBox()) ?? expect.fail('no ring');
    await at.page.mouse.move(ring.x + 3, ring.y + 3);
    await at.page.mouse.down();
    await at.page.mouse.move(ring.x - 40, ring.y + 3, { steps: 4 });
    await at.page.mouse.up();
    expect((await viewOf(at.page))[0]).toBeGreaterThan(before);
    expect(at.page.url()).toBe(`${origin}/c/JP`);
  });

  it.each([1200, 390])('has names that never cover each other, however near (%i pixels wide)', async (width) => {
    for (const path of ['/c/JP', '/c/JP/13']) {
      await using at = await open(path, { viewport: { width, height: 900 } });
      let shown = 0;
      for (let nearer = 0; nearer < 5; nearer++) {
        const boxes = (await at.page.evaluate(`[...document.querySelectorAll('svg.map > .labels')]
          .filter((group) => getComputedStyle(group).display !== 'none')
          .flatMap((group) => [...group.querySelectorAll('text')])
          .map((text) => [text.textContent, text.getBoundingClientRect()])
          .map(([name, { left, right, top, bottom }]) => ({ name, left, right, top: top + 2, bottom: bottom - 2 }))`)) as {
          readonly name: string;
          readonly left: number;
          readonly right: number;
          readonly top: number;
          readonly bottom: number;
        }[];
        shown += boxes.length;
        const covering = boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .filter(
              (other) =>
                one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
            )
            .map((other) => [nearer, one.name, other.name]),
        );
        expect(covering).toEqual([]);
        if (nearer < 4) await button(at.page, 'Zoom in').click();
      }
      expect(shown).toBeGreaterThan(5);
    }
  });

  it('shows where a place is that is pointed at or has the focus in a list', async () => {
    await using at = await open('/c/JP');
    const link = at.page.locator('#states a', { hasText: 'Tokyo' });
    await link.focus();
    expect(await at.page.locator('.states a.lit').getAttribute('href')).toBe('/c/JP/13');
    expect(await at.page.locator('.tip').textContent()).toBe('Tokyo');
    await at.page.locator('.brand').focus();
    expect(await at.page.locator('.lit').count()).toBe(0);
    expect(await at.page.locator('.tip').isVisible()).toBe(false);
    await at.page.locator('.states a[href="/c/JP/27"] circle').hover();
    expect(await at.page.locator('.tip').textContent()).toBe('Ōsaka');
  });

  it('is whole and has its names without scripts', async () => {
    await using at = await open('/c/JP', { javaScriptEnabled: false });
    expect(await at.page.locator('.labels.z1 text', { hasText: 'Tokyo' }).isVisible()).toBe(true);
    expect(await at.page.locator('.labels.z2').isVisible()).toBe(false);
    expect(await button(at.page, 'Zoom in').count()).toBe(0);
  });
});
