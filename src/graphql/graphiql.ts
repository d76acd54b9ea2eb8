/** GraphiQL at `/graphql` for browsers: a page and static files, all from the service itself. */
import type { DemoKeys } from '../auth/demo-keys.ts';
import { ApiError, errorReply } from '../http/errors.ts';
import { HTML } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { type GraphiqlAssets, graphiqlAssets } from './graphiql-assets.ts';
import { keyHeader, tour } from './graphiql-tour.ts';

export interface GraphiqlOptions {
  /** The demo keys for a reader who may see them; empty for everybody else. */
  demoKeysFor(request: HttpRequest): DemoKeys;
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
export function createGraphiql(options: GraphiqlOptions): (request: HttpRequest) => Promise<Reply | undefined> {
  const assets = graphiqlAssets();
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = request.target.split('?', 1)[0] ?? '';
    if (path.startsWith(ASSETS_PATH)) return file(request, await assets());
    if (!/\btext\/html\b/i.test(request.header('accept') ?? '')) return undefined;
    return page(await assets(), options.demoKeysFor(request));
  };
}

function file({ target }: HttpRequest, assets: GraphiqlAssets): Reply {
  const found = assets.get(target.slice(ASSETS_PATH.length));
  if (!found) return errorReply(new ApiError('notFound'));
  return {
    status: 200,
    type: found.type,
    cacheControl: 'public, max-age=31536000, immutable',
    headers: { Vary: 'Accept-Encoding' },
    body: found.answer,
  };
}

function page(assets: GraphiqlAssets, keys: DemoKeys): Reply {
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
  return {
    status: 200,
    type: HTML,
    cacheControl: 'no-store',
    headers: { Vary: 'Accept, Cookie', 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' },
    body: Buffer.from(html),
    ownSiteOnly: true,
  };
}

/** JSON that may stand between script tags. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
