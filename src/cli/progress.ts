/** Shows an import's progress: a bar on a terminal, a line a stage elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from '../db/import/import-data-set.ts';

const STAGES: Record<ImportProgress['stage'], string> = {
  read: 'reading',
  check: 'checking',
  load: 'loading',
  index: 'indexing',
  find: 'preparing search',
  activate: 'activating',
};

export interface ProgressDisplay {
  update(progress: ImportProgress): void;
  stop(): void;
}

/** Writes to standard error, so that standard output stays what the command answers. */
export function importProgressBar(): ProgressDisplay {
  return process.stderr.isTTY ? terminalBar() : stageLines();
}

function terminalBar(): ProgressDisplay {
  let bar: SingleBar | undefined;
  return {
    update({ stage, file, done, total }) {
      const label = `${STAGES[stage]}${file ? ` ${file}` : ''}`;
      if (!bar) {
        const format = 'Importing the data set  {bar}  {label} {value}/{total}';
        bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
        bar.start(total ?? 1, 0, { label });
      }
      bar.setTotal(total ?? Math.max(done, 1));
      bar.update(done, { label });
    },
    stop: () => bar?.stop(),
  };
}

function stageLines(): ProgressDisplay {
  let last = '';
  return {
    update({ stage }) {
      if (stage !== last) process.stderr.write(`import: ${STAGES[stage]}\n`);
      last = stage;
    },
    stop: () => undefined,
  };
}

/** How far a file has been gone through: a bar on a terminal, nothing elsewhere. */
export function byteProgress(label: string, total: number) {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const format = `${label}  {bar}  {percentage} %, {rows} rows`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
  bar.start(Math.max(total, 1), 0, { rows: 0 });
  return {
    update: (bytes: number, rows: number) => bar.update(bytes, { rows }),
    stop: () => bar.stop(),
  };
}
