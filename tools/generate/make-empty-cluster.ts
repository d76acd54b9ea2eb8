/** `npm run generate:cluster`: runs initdb and keeps what it made, for src/db/embedded/empty-cluster.ts. Once for each version of PGlite. */
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { EMPTY_CLUSTER_FILE } from '../../src/db/embedded/empty-cluster.ts';

const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS, BROTLI_PARAM_SIZE_HINT } = constants;

const database = await PGlite.create();
await database.exec('CHECKPOINT');
const tar = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer());
await database.close();
const folder = dirname(EMPTY_CLUSTER_FILE);
for (const file of globSync('cluster-*.tar.br', { cwd: folder })) rmSync(join(folder, file));
// The cluster holds the same database three times, further apart than a usual window reaches.
const params = { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: tar.length };
writeFileSync(EMPTY_CLUSTER_FILE, brotliCompressSync(tar, { params }));
process.stdout.write(`written: ${EMPTY_CLUSTER_FILE}\n`);
