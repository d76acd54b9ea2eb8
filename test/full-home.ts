/** The home with the full data set, which is imported when the first test of a run asks for it. */
import { inject } from 'vitest';
import { NO_FULL_DATA } from './environment.ts';
import type { TestHome } from './global-setup.ts';

/** Throws where the full data set is not on this machine, or cannot be imported. */
export async function fullHome(): Promise<TestHome> {
  const url = inject('fullHomeUrl');
  if (url === undefined) throw new Error(NO_FULL_DATA);
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as TestHome; // As the set-up wrote it.
}
