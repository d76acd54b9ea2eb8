/** The files that pages load, under names that change with their content, so that browsers keep them for good. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Answer } from '../http/answer.ts';

export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly answer: Answer;
}

function load(file: string, type: string): Asset {
  const bytes = readFileSync(new URL(`./assets/${file}`, import.meta.url));
  const [name, extension] = file.split('.');
  const mark = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  return { path: `/assets/${name}.${mark}.${extension}`, type, answer: new Answer(bytes, 'asset') };
}

export const STYLES = load('site.css', 'text/css; charset=utf-8');
export const FIND_SCRIPT = load('find.js', 'text/javascript; charset=utf-8');
export const MAP_SCRIPT = load('map.js', 'text/javascript; charset=utf-8');
export const TRY_SCRIPT = load('try.js', 'text/javascript; charset=utf-8');
export const ICON = load('icon.svg', 'image/svg+xml');

const BY_PATH: ReadonlyMap<string, Asset> = new Map(
  [STYLES, FIND_SCRIPT, MAP_SCRIPT, TRY_SCRIPT, ICON].map((asset) => [asset.path, asset]),
);

/** The asset of a path; undefined for a name that no page of this version refers to. */
export function assetAt(path: string): Asset | undefined {
  return path === '/favicon.ico' ? ICON : BY_PATH.get(path);
}
