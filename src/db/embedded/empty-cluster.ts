/** A database cluster as initdb leaves it, made beforehand: initdb in WebAssembly takes a gigabyte and several seconds. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

// The files of one version of PGlite are no use to another.
const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8'),
) as { readonly version: string };

/** Where the cluster of the installed PGlite lies; `npm run generate:cluster` writes it. */
export const EMPTY_CLUSTER_FILE = fileURLToPath(
  new URL(`../../../generated/cluster-${version}.tar.br`, import.meta.url),
);

/** What PGlite takes as `loadDataDir`; undefined when there is none for the installed version, and initdb has to run. */
export function emptyCluster(): Blob | undefined {
  return existsSync(EMPTY_CLUSTER_FILE)
    ? new Blob([brotliDecompressSync(readFileSync(EMPTY_CLUSTER_FILE))])
    : undefined;
}
