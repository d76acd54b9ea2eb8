/** GraphiQL at `/graphql` for browsers: a page and static files, all from the service itself. */
import type { DemoKeys } from '../auth/demo-keys.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import { chooseEncoding } from '../http/negotiate.ts';
import { isOnThisMachine } from '../http/on-this-machine.ts';
import { type GraphiqlAssets, graphiqlAssets } from './graphiql-assets.ts';
import { keyHeader, tour } from './graphiql-tour.ts';

export interface GraphiqlOptions {
  /** The demo keys; empty where there are none. Shown only to a browser on this machine. */
  demoKeys(): DemoKeys;
}

export const ASSETS_PATH = '/graphql/assets/';

/** The page's policy: everything comes from here, and no script stands in the page. Monaco sets styles by itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers the page and its files; undefined for a request that is GraphQL. */
export function createGraphiql(options: GraphiqlOptions): (request: HttpRequest) => Promise<HttpResponse | undefined> {
  const assets = graphiqlAssets();
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = request.target.split('?', 1)[0] ?? '';
    if (path.startsWith(ASSETS_PATH)) return file(request, await assets());
    if (!/\btext\/html\b/i.test(request.header('accept') ?? '')) return undefined;
    return page(request, await assets(), isOnThisMachine(request) ? options.demoKeys() : {});
  };
}

function file(request: HttpRequest, assets: GraphiqlAssets): HttpResponse {
  const found = assets.get(request.target.slice(ASSETS_PATH.length));
  if (!found) return { status: 404, headers: { 'Content-Length': '0', 'Cache-Control': 'no-store' }, body: undefined };
  const encoding = chooseEncoding(request.header('accept-encoding'));
  return withBody(
    request,
    Buffer.from(found[encoding].buffer, found[encoding].byteOffset, found[encoding].byteLength),
    {
      'Content-Type': found.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    },
  );
}

function page(request: HttpRequest, assets: GraphiqlAssets, keys: DemoKeys): HttpResponse {
  const url = (role: string) => ASSETS_PATH + assets.nameOf(role);
  const workers = Object.fromEntries(['editorWorkerService', 'json', 'graphql'].map((role) => [role, url(role)]));
  const graphiqlOptions = {
    title: 'Geo reference · GraphiQL',
    endpoint: '/graphql',
    credentials: 'omit',
    defaultHeaders: keyHeader(keys['professional']),
    defaultTabs: tour(keys),
    // A browser keeps the demo key, which the page holds anyway, and never a key that was typed in.
    shouldPersistHeaders: keys['professional'] !== undefined,
  };
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${graphiqlOptions.title}</title>
<link rel="icon" href="${url('icon')}">
<link rel="stylesheet" href="${url('style')}">
</head>
<body id="body" class="no-focus-outline">
<noscript>GraphiQL needs JavaScript. The API does not: POST /graphql.</noscript>
<div id="root"></div>
<script type="application/json" id="graphiql-workers">${inScript(workers)}</script>
<script type="application/json" id="graphiql-options">${inScript(graphiqlOptions)}</script>
<script src="${url('script')}"></script>
</body>
</html>
`;
  return withBody(request, Buffer.from(html), {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: 'Accept',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
  });
}

/** JSON that may stand between script tags. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function withBody(request: HttpRequest, body: Buffer, headers: Readonly<Record<string, string>>): HttpResponse {
  return {
    status: 200,
    headers: { ...headers, 'Content-Length': String(body.length), 'X-Content-Type-Options': 'nosniff' },
    body: request.method === 'HEAD' ? undefined : body,
  };
}
