/** The homes with the full data set: each is imported when the first test of a run asks for it, and read by all. */
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Home } from '../src/db/orm.ts';
import { NO_FULL_DATA } from './environment.ts';
import type { FullHome } from './prepared.ts';

const ASK_AGAIN_MS = 200;
/** Two imports on a busy machine, in milliseconds: for the hooks that wait for a home. */
export const FULL_HOME_MS = 900_000;

/**
 * @param kind the embedded one where there is no PostgreSQL
 * Throws where the full data set is not on this machine, or cannot be imported.
 */
export async function fullHome(kind: Home = 'postgresql'): Promise<FullHome> {
  const url = inject('fullHomeUrl');
  if (url === undefined) throw new Error(NO_FULL_DATA);
  const hasKind = inject('homes').some(({ home }) => home === kind);
  for (;;) {
    const response = await fetch(`${url}/${hasKind ? kind : 'embedded'}`);
    const text = await response.text();
    if (response.status === 200) return JSON.parse(text) as FullHome; // As the set-up wrote it.
    if (response.status !== 202) throw new Error(text);
    await setTimeout(ASK_AGAIN_MS);
  }
}
