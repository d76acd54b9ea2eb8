/** The version of this program, as its package says it. */
import { readFileSync } from 'node:fs';

// The file lies beside the sources in every way of installing them.
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

export const VERSION = version;
