/** The frame of every page: head, banner with the ways to the other pages, and the attribution that the data asks for. */
import { FIND_SCRIPT, ICON, STYLES } from './assets.ts';
import { finder } from './finder.ts';
import { type Html, html } from './html.ts';

export interface PageFrame {
  readonly title: string;
  readonly description: string;
  /** The path of the page, to mark it in the navigation. */
  readonly path: string;
  /** What stands beside the name in the banner. */
  readonly badges?: Html;
  readonly main: Html;
  /** True where the page has the box itself that finds places. */
  readonly isFinder?: boolean;
  /** Paths of scripts that make the page live; the page reads without them. */
  readonly scripts?: readonly string[];
  readonly refreshSeconds?: number;
  /** What stands in the head of this page alone. */
  readonly head?: Html;
  /** Where the browser goes on to at once. */
  readonly goTo?: string;
}

const LINKS = [
  { path: '/docs', name: 'API docs' },
  { path: '/graphql', name: 'GraphiQL' },
  { path: '/status', name: 'Status' },
];

export function page({
  title,
  description,
  path,
  badges,
  main,
  scripts = [],
  refreshSeconds,
  head,
  goTo,
  isFinder = false,
}: PageFrame): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="dark light">
${refreshSeconds === undefined ? undefined : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
${head}
${goTo === undefined ? undefined : html`<meta http-equiv="refresh" content="0;url=${goTo}">`}
<link rel="icon" href="${ICON.path}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLES.path}">
${[FIND_SCRIPT.path, ...scripts].map((path) => html`<script type="module" src="${path}"></script>`)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="banner${path === '/' ? ' front' : ''}">
<a class="brand" href="/"${path === '/' ? html` aria-current="page"` : undefined}>Geo reference</a>
${badges}
${isFinder ? undefined : finder({ id: 'find', label: 'Find a place', placeholder: 'Find a place: Bombay, 東京, paris tx, san fr…' })}
<nav aria-label="Main">${LINKS.map(
    (link) =>
      html`<a href="${link.path}"${link.path === path ? html` aria-current="page"` : undefined}>${link.name}</a>`,
  )}</nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer>
<p>Data: <a href="https://github.com/dr5hn/countries-states-cities-database">Countries States Cities Database</a>, <a href="https://opendatacommons.org/licenses/odbl/1-0/" rel="license">ODbL 1.0</a> · borders: <a href="https://www.naturalearthdata.com/">Natural Earth</a>, public domain</p>
<p><a href="/openapi.json">/openapi.json</a> · <a href="/status">/status</a> · <code>GET /v1</code> · <code>/graphql</code></p>
</footer>
</body>
</html>
`;
}

/** A part of a page that scrolls by itself and can be reached by the keyboard. */
export function codeBlock(label: string, content: Html | string, className = ''): Html {
  return html`<pre class="code ${className}" tabindex="0" role="region" aria-label="${label}"><code>${content}</code></pre>`;
}

/** Text in which backquotes mark code. */
export function coded(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** 152970 as `152,970`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
