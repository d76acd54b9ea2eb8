/** The borders of countries. They are unpacked when they are first asked for: that takes as long as a tenth of a start. */
import { createRequire } from 'node:module';

type Borders = Pick<typeof import('@rapideditor/country-coder'), 'feature' | 'featuresContaining'>;

// An import is loaded before anything runs, or later than a caller wants to wait.
const load = createRequire(import.meta.url);
let unpacked: Borders | undefined;

export function borders(): Borders {
  unpacked ??= load('@rapideditor/country-coder') as Borders;
  return unpacked;
}
