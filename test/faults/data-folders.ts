/** Data sets that differ, for imports that readers must not notice but by new answers. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A copy of a release's folder in which every country's name ends with `mark`. */
export function markedCopy(from: string, to: string, mark: string): string {
  cpSync(from, to, { recursive: true });
  const [name] = readdirSync(to).filter((file) => /^countries\.json(\.gz)?$/.test(file));
  if (name === undefined) throw new Error(`no countries in ${from}`);
  const bytes = readFileSync(join(to, name));
  const rows = JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as { name: string }[];
  rmSync(join(to, name));
  writeFileSync(
    join(to, 'countries.json'),
    JSON.stringify(rows.map((row) => ({ ...row, name: `${row.name}${mark}` }))),
  );
  return to;
}
