/** The documentation as a lane: reference, errors, OpenAPI document, and the files that the reference loads. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DemoKeys } from '../auth/demo-keys.ts';
import { ICON } from '../html/assets.ts';
import { type PageHeaders, pageAnswer, pageReply, wantsHtml } from '../html/page-reply.ts';
import { Answer } from '../http/answer.ts';
import { type Lane, onlyRead } from '../http/lane.ts';
import { HTML, JSON_TYPE, TEXT } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { readOnly } from '../http/read-only.ts';
import type { DocumentedOperation } from './documented-operation.ts';
import { errorPage, errorText } from './error-page.ts';
import { createOpenApiFiles, once } from './openapi-files.ts';
import { referencePage, referenceText } from './reference-page.ts';

export interface DocsOptions {
  /** Makes the OpenAPI document. */
  openApi(): unknown;
  /** Every operation of `/v1`. */
  operations(): readonly DocumentedOperation[];
  /** The demo keys for a reader who may see them; empty for everybody else. */
  demoKeysFor(request: HttpRequest): DemoKeys;
}

/** Whose demo key is filled in: one that every operation answers. */
const DEMO_PLAN = 'professional';
const VARY = 'Accept, Accept-Encoding';
const FRESH = 'private, no-cache';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const YAML = 'application/yaml; charset=utf-8';
/** As on the other pages, but that the reference writes styles into the page. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

interface File {
  readonly path: string;
  readonly type: string;
  readonly answer: Answer;
}

/** What lies at a path: its name for the log, and the work to do. */
interface Entry {
  readonly route: string;
  reply(request: HttpRequest): Reply;
}

export function createDocsLane(options: DocsOptions): Lane {
  const files = once(loadFiles);
  const entries = entriesOf(options, files);

  function at(path: string): Entry | undefined {
    const entry = entries.get(path);
    if (entry || !path.startsWith('/docs/')) return entry;
    const file = Object.values(files()).find((each) => each.path === path);
    return file && { route: 'docs:file', reply: () => sent(file.answer, file.type, { cacheControl: FOR_GOOD }) };
  }

  return {
    owns: (path) => at(path) !== undefined,
    methodsOf: onlyRead,
    async handle(request, path) {
      const entry = at(path);
      return { route: entry?.route ?? 'docs', vary: VARY, reply: await readOnly(request, () => entry?.reply(request)) };
    },
  };
}

function entriesOf(options: DocsOptions, files: () => Files): ReadonlyMap<string, Entry> {
  const documents = createOpenApiFiles(options.openApi);
  const operations = once(options.operations);
  const errorsHtml = once(() => pageAnswer(errorPage(operations())));
  const errorsText = once(() => pageAnswer(errorText()));
  const reference: Entry = {
    route: 'docs:reference',
    reply: (request) =>
      wantsHtml(request)
        ? referenceReply(files(), options.demoKeysFor(request))
        : sent(pageAnswer(referenceText(operations())), TEXT),
  };
  const errors: Entry = {
    route: 'docs:errors',
    reply: (request) => (wantsHtml(request) ? sent(errorsHtml(), HTML) : sent(errorsText(), TEXT)),
  };
  return new Map([
    ['/openapi.json', { route: 'docs:openapi', reply: () => sent(documents.json(), JSON_TYPE) }],
    ['/openapi.yaml', { route: 'docs:openapi', reply: () => sent(documents.yaml(), YAML) }],
    ['/docs', reference],
    ['/docs/', reference],
    ['/docs/errors', errors],
  ]);
}

function referenceReply({ script, start, styles }: Files, keys: DemoKeys): Reply {
  const paths = { script: script.path, start: start.path, styles: styles.path, icon: ICON.path };
  const key = keys[DEMO_PLAN];
  const extra = { 'Content-Security-Policy': REFERENCE_POLICY, Vary: `${VARY}, Cookie` };
  const cacheControl = key === undefined ? FRESH : 'no-store';
  return sent(pageAnswer(referencePage(paths, key)), HTML, { extra, cacheControl, isOpen: false });
}

/** Programs of other origins read the documentation too, where it holds no key. */
function sent(answer: Answer, type: string, headers: Partial<PageHeaders> = {}): Reply {
  return pageReply(answer, { type, cacheControl: FRESH, isOpen: true, ...headers });
}

type Files = ReturnType<typeof loadFiles>;

function loadFiles() {
  return {
    script: loadFile('../../generated/reference.js', 'reference.js', JAVASCRIPT),
    start: loadFile('./assets/start.js', 'start.js', JAVASCRIPT),
    styles: loadFile('./assets/reference.css', 'reference.css', CSS),
  };
}

function loadFile(file: string, name: string, type: string): File {
  const bytes = readFileSync(new URL(file, import.meta.url));
  const mark = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  return { path: `/docs/${name.replace('.', `.${mark}.`)}`, type, answer: Answer.ofFile(bytes, `docs-${mark}`) };
}
