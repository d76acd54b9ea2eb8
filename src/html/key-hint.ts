/** What a page without a demo key says of where keys come from. */
import type { Html } from './html.ts';
import { coded } from './layout.ts';

const HINT =
  'Keys are made by whoever runs the service: `npm run keys -- create --plan community --name NAME`. Its demo keys, where it has some, are in `demo-keys.json` of its data folder, and the link printed at its start fills them in here.';

export function keyHint(): Html {
  return coded(HINT);
}

export function keyHintText(): string {
  return HINT.replaceAll('`', '');
}
