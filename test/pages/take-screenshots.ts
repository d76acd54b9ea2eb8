/**
 * Takes pictures from a running service with the full data: those of the README, or with a folder every kind of page as it is
 * seen on a desk, a tablet and a telephone, to be looked at.
 * `node test/pages/take-screenshots.ts http://127.0.0.1:4000 [FOLDER]`.
 */
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  /** Undefined for all of the page. */
  readonly height?: number;
  readonly typed?: string;
}

const IMAGES = resolve(import.meta.dirname, '..', '..', 'docs', 'images');
const MUMBAI = '/c/IN/MH/133024';
const README: readonly Picture[] = [
  { name: 'front-page', path: '/', width: 1200, height: 1226 },
  { name: 'country-page', path: '/c/JP', width: 1200, height: 1010 },
  { name: 'city-page', path: MUMBAI, width: 1200, height: 860, typed: 'bomb' },
];
const PAGES = {
  front: '/',
  country: '/c/US',
  state: '/c/JP/13',
  city: MUMBAI,
  find: '/find?q=springfield',
  status: '/status',
};
const LOOKED_AT = Object.entries(PAGES).flatMap(([name, path]) =>
  [1440, 768, 390].map((width): Picture => ({ name: `${name}-${width}`, path, width })),
);

const [origin = 'http://127.0.0.1:4000', folder] = process.argv.slice(2);
const browser = await openBrowser();
for (const picture of folder === undefined ? README : LOOKED_AT) {
  for (const colorScheme of ['dark', 'light'] as const) {
    const viewport = { width: picture.width, height: picture.height ?? 900 };
    const page = await browser.newPage({ colorScheme, viewport });
    await take(page, picture, join(folder ?? IMAGES, `${picture.name}${colorScheme === 'dark' ? '' : '-light'}.png`));
    await page.close();
  }
}
await browser.close();

async function take(page: Page, { path, height, typed }: Picture, file: string): Promise<void> {
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  if (typed !== undefined) {
    await page.getByRole('combobox', { name: 'Find a place' }).pressSequentially(typed);
    await page.locator('.finder [role=option]').first().waitFor();
  }
  await page.screenshot({ path: file, fullPage: height === undefined });
}
