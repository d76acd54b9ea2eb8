/**
 * Takes the pictures of the README from a running service with the full data:
 * `node test/pages/take-screenshots.ts http://127.0.0.1:4000`.
 */
import { join, resolve } from 'node:path';
import { openBrowser } from '../browser.ts';

const FOLDER = resolve(import.meta.dirname, '..', '..', 'docs', 'images');
const PICTURES = [
  { name: 'front-page', path: '/', height: 1226 },
  { name: 'country-page', path: '/c/JP', height: 1010 },
];

const origin = process.argv[2] ?? 'http://127.0.0.1:4000';
const browser = await openBrowser();
for (const { name, path, height } of PICTURES) {
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height } });
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(FOLDER, `${name}${colorScheme === 'dark' ? '' : '-light'}.png`) });
    await page.close();
  }
}
await browser.close();
