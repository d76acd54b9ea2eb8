/** A real Chromium that can reach nothing but this machine. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Chromium is: CHROMIUM_PATH or the usual place; undefined when there is none. */
export const CHROMIUM = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

/** Why browser tests are skipped where there is no Chromium. */
export const NO_CHROMIUM = 'no Chromium on this machine (set CHROMIUM_PATH)';

/**
 * What Chromium leaves out. Its address bar has windows of suggestions that are pages with a process of their own, loaded with every
 * window: half of what a visit takes, and no test looks at them. Chromium heeds one such list alone, so the rest is what
 * Playwright's own has that concerns a machine which reaches nothing.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${LEFT_OUT.join(',')}`,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

export interface WatchedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything that went wrong in the page: console errors, exceptions, failed requests, requests to elsewhere. */
  readonly faults: readonly string[];
}

/** A page in a context of its own that writes down whatever a careful visitor would find in the developer tools. */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  // A machine that others use too draws a page in a minute.
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      faults.push(`outside: ${request.url()}`);
  });
  return { context, page, faults };
}
