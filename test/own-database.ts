/** A PostgreSQL database of one test file, with the fixture and the keys of the run: for tests that lock tables or kill backends. */
import { inject } from 'vitest';
import type { TestHome } from './prepared.ts';
import { newDatabase } from './new-database.ts';

export interface OwnDatabase extends TestHome, AsyncDisposable {
  readonly home: 'postgresql';
  readonly target: { readonly url: string };
}

/** @param besides a database on the server that the new one is made on */
export async function ownDatabase(besides: TestHome): Promise<OwnDatabase> {
  const template = inject('prepared').filled;
  if (!('url' in besides.target) || template === undefined) throw new Error('only PostgreSQL has several databases');
  const { url, drop } = await newDatabase(besides.target.url, template);
  return { home: 'postgresql', target: { url }, [Symbol.asyncDispose]: drop };
}
