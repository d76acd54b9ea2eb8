/** The documentation by path: reference, errors, OpenAPI document, and the files that the reference loads. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DemoKeys } from '../auth/demo-keys.ts';
import { ICON } from '../html/assets.ts';
import { type PageHeaders, pageAnswer, pageResponse, wantsHtml } from '../html/page-response.ts';
import { Answer } from '../http/answer.ts';
import { HTML, JSON_TYPE, TEXT } from '../http/media-types.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import { isOnThisMachine } from '../http/on-this-machine.ts';
import type { Outcome } from '../http/outcome.ts';
import type { DocumentOptions } from '../rest/openapi/document.ts';
import { errorPage, errorText } from './error-page.ts';
import { createOpenApiFiles, once } from './openapi-files.ts';
import { referencePage, referenceText } from './reference-page.ts';

export interface DocsOptions extends DocumentOptions {
  /** The demo keys; empty where there are none. Shown only to a client on this machine. */
  demoKeys(): DemoKeys;
}

export interface DocsLane {
  /** Answers a path of the documentation; undefined for every other path. */
  handle(request: HttpRequest, path: string): Promise<Outcome> | undefined;
}

/** Whose demo key is filled in: one that every operation answers. */
const DEMO_PLAN = 'professional';
const FRESH = 'private, no-cache';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
/** As on the other pages, but that the reference writes styles into the page. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
/** Programs of other origins read the document too. */
const OPEN = { 'Access-Control-Allow-Origin': '*' };

interface File {
  readonly path: string;
  readonly type: string;
  readonly answer: Answer;
}

export function createDocsLane(options: DocsOptions): DocsLane {
  const documents = createOpenApiFiles(options);
  const files = once(() => ({
    script: loadFile('../../generated/reference.js', 'reference.js', JAVASCRIPT),
    start: loadFile('./assets/start.js', 'start.js', JAVASCRIPT),
    styles: loadFile('./assets/reference.css', 'reference.css', CSS),
  }));
  const errors = { html: once(() => pageAnswer(errorPage(options.routes))), text: once(() => pageAnswer(errorText())) };

  function reference(request: HttpRequest): Promise<HttpResponse> {
    if (!wantsHtml(request)) {
      return pageResponse(request, pageAnswer(referenceText(options.routes)), { type: TEXT, cacheControl: FRESH });
    }
    const { script, start, styles } = files();
    const keys = isOnThisMachine(request) ? options.demoKeys() : {};
    const paths = { script: script.path, start: start.path, styles: styles.path, icon: ICON.path };
    return pageResponse(request, pageAnswer(referencePage(paths, keys[DEMO_PLAN])), {
      type: HTML,
      cacheControl: FRESH,
      extra: { 'Content-Security-Policy': REFERENCE_POLICY },
    });
  }

  /** What lies at a path: its name for the log, and the work to do. */
  function at(request: HttpRequest, path: string): [string, () => Promise<HttpResponse>] | undefined {
    const sent = (answer: Answer, headers: PageHeaders) => () => pageResponse(request, answer, headers);
    if (path === '/openapi.json') {
      return ['docs:openapi', sent(documents.json(), { type: JSON_TYPE, cacheControl: FRESH, extra: OPEN })];
    }
    if (path === '/openapi.yaml') {
      const type = 'application/yaml; charset=utf-8';
      return ['docs:openapi', sent(documents.yaml(), { type, cacheControl: FRESH, extra: OPEN })];
    }
    if (path === '/docs' || path === '/docs/') return ['docs:reference', () => reference(request)];
    if (path === '/docs/errors') {
      return wantsHtml(request)
        ? ['docs:errors', sent(errors.html(), { type: HTML, cacheControl: FRESH })]
        : ['docs:errors', sent(errors.text(), { type: TEXT, cacheControl: FRESH })];
    }
    if (!path.startsWith('/docs/')) return undefined;
    const file = Object.values(files()).find((each) => each.path === path);
    return file && ['docs:file', sent(file.answer, { type: file.type, cacheControl: FOR_GOOD })];
  }

  return {
    handle(request, path) {
      if (!path.startsWith('/docs') && !path.startsWith('/openapi.')) return undefined;
      const found = at(request, path);
      if (!found) return undefined;
      const [route, work] = found;
      const answer = request.method === 'GET' || request.method === 'HEAD' ? work() : Promise.resolve(refused());
      return answer.then((response): Outcome => ({ response, route, caller: undefined }));
    },
  };
}

function loadFile(file: string, name: string, type: string): File {
  const bytes = readFileSync(new URL(file, import.meta.url));
  const mark = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  return { path: `/docs/${name.replace('.', `.${mark}.`)}`, type, answer: new Answer(bytes, 'docs') };
}

function refused(): HttpResponse {
  return {
    status: 405,
    headers: { Allow: 'GET, HEAD', 'Cache-Control': 'no-store', 'Content-Length': '0' },
    body: undefined,
  };
}
