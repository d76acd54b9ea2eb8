/** The thread that makes GraphiQL's static files: 9 MB of text, hashed and compressed beside the event loop. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import {
  css,
  editorWorkerService,
  favicon,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';
import type { GraphiqlFile } from './graphiql-assets.ts';

/**
 * Starts the page from the options that stand in it as JSON: no inline script, so its policy can forbid those. Where a demo
 * key is filled in, the first visit shows an answer at once: the operation runs as soon as the editors hold it and the key.
 */
const BOOT = `
;(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const workers = read('graphiql-workers');
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_moduleId, label) => workers[label] };
  const options = read('graphiql-options');
  const returning = Object.keys(localStorage).some((name) => name.startsWith('graphiql:'));
  const root = document.querySelector('#root');
  YogaGraphiQL.renderYogaGraphiQL(root, options);
  if (returning || JSON.parse(options.defaultHeaders)['X-SVCAPI-KEY'] === '') return;
  let looks = 0;
  const timer = setInterval(() => {
    const button = root.querySelector('.graphiql-execute-button');
    const ready = button && root.textContent.includes('X-SVCAPI-KEY') && root.querySelector('.graphiql-query-editor .view-line');
    if (ready) button.click();
    if (ready || ++looks === 200) clearInterval(timer);
  }, 100);
})();
`;

const SCRIPT = 'text/javascript; charset=utf-8';

parentPort?.postMessage([
  file('script', 'graphiql', 'js', SCRIPT, js + BOOT),
  file('style', 'graphiql', 'css', 'text/css; charset=utf-8', css),
  file('editorWorkerService', 'editor-worker', 'js', SCRIPT, editorWorkerService),
  file('json', 'json-worker', 'js', SCRIPT, jsonWorker),
  file('graphql', 'graphql-worker', 'js', SCRIPT, graphqlWorker),
  file('icon', 'graphiql', 'ico', 'image/x-icon', Buffer.from(favicon.slice(favicon.indexOf(',') + 1), 'base64')),
]);

function file(role: string, name: string, extension: string, type: string, content: string | Buffer): GraphiqlFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  return { role, name: `${name}-${hash}.${extension}`, type, bytes };
}
