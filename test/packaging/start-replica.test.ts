/** How the composition's replica starts, with stand-ins for the programs of the image. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', '..', 'deploy', 'postgres', 'start-replica.sh');

/** In the order in which pg_basebackup writes; what `fault` names is as far as it comes. */
const COPY = `folder=$(echo "$1" | sed s/--pgdata=//)
[ -z "$(ls "$folder")" ] || { echo 'not empty' >&2; exit 1; }
for file in PG_VERSION standby.signal backup_manifest; do
  [ "$FAULT" = $file ] && exit 1
  echo 17 > "$folder/$file"
done
echo copied`;

describe.skipIf(process.platform === 'win32')('the start of a replica', () => {
  let folder: string;
  const data = () => join(folder, 'data');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geo-replica-'));
    mkdirSync(data());
    const programs = { gosu: 'shift; exec "$@"', install: ':', pg_basebackup: COPY, postgres: 'echo serving' };
    for (const [name, lines] of Object.entries(programs))
      writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What it did, in order. */
  function start(fault = ''): string[] {
    const env = { PATH: `${folder}:/usr/bin:/bin`, PGDATA: data(), REPLICATION_PASSWORD: 'x', FAULT: fault };
    return spawnSync('sh', [SCRIPT], { env, encoding: 'utf8' }).stdout.trim().split('\n');
  }

  it('copies the primary once', () => {
    expect(start()).toEqual(['copied', 'serving']);
    expect(start()).toEqual(['serving']);
  });

  it.each(['standby.signal', 'backup_manifest'])('copies it anew where the copy ended before %s', (fault) => {
    expect(start(fault)).toEqual(['']);
    expect(start()).toEqual(['copied', 'serving']);
  });

  it('leaves alone what was promoted since', () => {
    start();
    rmSync(join(data(), 'standby.signal'));
    writeFileSync(join(data(), 'own'), '');
    expect(start()).toEqual(['serving']);
    expect(readdirSync(data())).toContain('own');
  });
});
