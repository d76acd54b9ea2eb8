/** Every way in which we hide a request in another. */
import { both, codings, lengths, oddCodings, oddLengths } from './smuggling-bodies.ts';
import { chunks, lastChunks, oddChunks } from './smuggling-chunks.ts';
import { methods, targets, versions } from './smuggling-first-lines.ts';
import { behindHosts, bodies, ends, hosts, lasts } from './smuggling-heads.ts';
import type { Shape } from './smuggling-request.ts';

export const FAMILIES: Readonly<Record<string, readonly Shape[]>> = {
  'transfer codings': codings,
  'transfer codings with something odd': oddCodings,
  'a length and a coding': both,
  lengths,
  'lengths with something odd': oddLengths,
  chunks,
  'chunks with something odd': oddChunks,
  'last chunks and trailers': lastChunks,
  'ends of lines': ends,
  hosts,
  'behind hosts': behindHosts,
  'behind a last request': lasts,
  versions,
  methods,
  targets,
  bodies,
};
