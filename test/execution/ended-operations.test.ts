import { RequestCache } from '@pothos/plugin-scope-auth';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Graph, openGraph } from '../schema/graph.ts';

describe.each(inject('homes').slice(-1))('what scope-auth remembers of an operation, on $home', (home) => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await openGraph(home);
  });
  afterAll(() => graph.close());

  it.each([
    ['that is answered', '{ state(id: 1) { name } country(code: "JP") { name } }'],
    ['that fails', '{ state { name } }'],
    ['that asks for more than the plan has', '{ country(code: "JP") { latitude } }'],
    ['of introspection', '{ __schema { queryType { name } } state(id: 1) { name } }'],
  ])('is forgotten at the end of one %s', async (_, query) => {
    // From the second time on scopes of columns are known for the plan, and asked in no context.
    for (const _before of [1, 2]) await graph.run('Community', query);
    const remember = vi.spyOn(RequestCache, 'fromContext');
    const forget = vi.spyOn(RequestCache, 'clearForContext');
    try {
      await graph.run('Community', query);
      const [context] = remember.mock.calls.at(-1) ?? [];
      expect(context).toBeDefined();
      expect(forget.mock.calls).toEqual([[context]]);
      expect(forget.mock.invocationCallOrder[0]).toBeGreaterThan(remember.mock.invocationCallOrder.at(-1) ?? 0);
    } finally {
      remember.mockRestore();
      forget.mockRestore();
    }
  });
});
