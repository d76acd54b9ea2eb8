import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CITY } from '../../src/schema/city.resource.ts';
import { COUNTRY } from '../../src/schema/country.resource.ts';
import { REGION } from '../../src/schema/region.resource.ts';
import type { Resource } from '../../src/schema/resource.ts';
import { STATE } from '../../src/schema/state.resource.ts';
import { SUBREGION } from '../../src/schema/subregion.resource.ts';
import { type Graph, openGraph } from './graph.ts';

const RESOURCES = [COUNTRY, STATE, CITY, REGION, SUBREGION];

interface Page {
  readonly nodes: readonly { readonly id: number }[];
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: number } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

describe.each(inject('homes'))('pages on $home', (home) => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await openGraph(home, { pages: { default: 100, max: 500 } });
  });
  afterAll(() => graph.close());

  async function page({ name, table }: Resource, variables: Readonly<Record<string, unknown>>): Promise<Page> {
    const { list } = await graph.data(
      `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: [${name}Order!]) {
        list: ${table}(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) {
          nodes { id } edges { cursor node { id } } totalCount
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      variables,
    );
    return list;
  }
  const ids = ({ nodes }: Page) => nodes.map(({ id }) => id);

  const orders = RESOURCES.flatMap((resource) => [
    { resource, name: resource.name, order: 'as it comes', orderBy: undefined },
    ...resource.sortable.flatMap(({ wire }) =>
      ['ASC', 'DESC'].map((direction) => ({
        resource,
        name: resource.name,
        order: `${wire} ${direction}`,
        orderBy: [{ field: wire.toUpperCase(), direction }],
      })),
    ),
  ]);

  it.each(RESOURCES)('$name without sort keys comes in the order of lists that have no orderBy', async (resource) => {
    expect(await page(resource, { orderBy: [] })).toEqual(await page(resource, {}));
  });

  it.each(orders)(
    'walks $name by $order forwards and backwards without a gap or a repeat',
    async ({ resource, orderBy }) => {
      const whole = await page(resource, { first: 500, orderBy });
      const all = ids(whole);
      expect(new Set(all).size).toBe(whole.totalCount);
      const size = Math.max(2, Math.ceil(all.length / 4));

      const forwards: number[] = [];
      let after: string | null = null;
      do {
        const next: Page = await page(resource, { first: size, after, orderBy });
        expect(next.pageInfo.hasPreviousPage).toBe(after !== null);
        expect(next.edges.map(({ node }) => node.id)).toEqual(ids(next));
        forwards.push(...ids(next));
        after = next.pageInfo.hasNextPage ? next.pageInfo.endCursor : null;
      } while (after !== null);
      expect(forwards).toEqual(all);

      const backwards: number[] = [];
      let before: string | null = null;
      do {
        const previous: Page = await page(resource, { last: size, before, orderBy });
        expect(previous.pageInfo.hasNextPage).toBe(before !== null);
        backwards.unshift(...ids(previous));
        before = previous.pageInfo.hasPreviousPage ? previous.pageInfo.startCursor : null;
      } while (before !== null);
      expect(backwards).toEqual(all);
    },
  );

  it('cuts a list between two cursors', async () => {
    const { edges } = await page(STATE, { first: 10 });
    const [from, to] = [edges[2]?.cursor, edges[7]?.cursor];
    const between = edges.slice(3, 7).map(({ node }) => node.id);
    expect(ids(await page(STATE, { after: from, before: to }))).toEqual(between);
    expect(ids(await page(STATE, { first: 2, after: from, before: to }))).toEqual(between.slice(0, 2));
    expect(ids(await page(STATE, { last: 2, after: from, before: to }))).toEqual(between.slice(2));
  });

  it('walks several sort keys of both directions', async () => {
    const orderBy = [
      { field: 'POPULATION', direction: 'DESC' },
      { field: 'COUNTRY_CODE', direction: 'ASC' },
    ];
    const all = ids(await page(STATE, { first: 500, orderBy }));
    const walked: number[] = [];
    let after: string | null = null;
    for (let turn = 0; turn <= all.length; turn += 1) {
      const next: Page = await page(STATE, { first: 5, after, orderBy });
      walked.push(...ids(next));
      if (!next.pageInfo.hasNextPage) break;
      after = next.pageInfo.endCursor;
    }
    expect(walked).toEqual(all);
  });

  it('takes a cursor of a data set that no longer has the record', async () => {
    const gone = Buffer.from(JSON.stringify([1, 'name asc', 'Cz', 4_000])).toString('base64url');
    const rest = await graph.data('query ($after: String) { countries(after: $after) { nodes { name } } }', {
      after: gone,
    });
    expect(rest.countries.nodes.map(({ name }: { name: string }) => name)).toEqual(
      (await graph.data('{ countries { nodes { name } } }')).countries.nodes
        .map(({ name }: { name: string }) => name)
        .filter((name: string) => name > 'Cz'),
    );
  });

  it('answers an empty page with its total and no cursors', async () => {
    const { nodes, totalCount, pageInfo } = await page(COUNTRY, { first: 0 });
    expect(nodes).toEqual([]);
    expect(totalCount).toBeGreaterThan(0);
    expect(pageInfo.startCursor).toBeNull();
  });

  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const rejected: [string, Readonly<Record<string, unknown>>, RegExp][] = [
    ['no cursor at all', { after: 'x' }, /^after is not a cursor$/],
    ['an empty cursor', { after: '' }, /^after is not a cursor$/],
    ['characters outside base64url', { before: 'a b' }, /^before is not a cursor$/],
    ['another version', { after: cursor(2, 'name asc', 'A', 1) }, /^after is not a cursor$/],
    ['another order', { after: cursor(1, 'id asc', 1, 1) }, /^after is a cursor of another order$/],
    ['a missing value', { after: cursor(1, 'name asc', 1) }, /^after is not a cursor$/],
    ['a value of another type', { after: cursor(1, 'name asc', 7, 1) }, /^after is not a cursor$/],
    ['null where there is none', { after: cursor(1, 'name asc', null, 1) }, /^after is not a cursor$/],
    ['NUL', { after: cursor(1, 'name asc', '\0', 1) }, /^after is not a cursor$/],
    ['an id that is no integer', { after: cursor(1, 'name asc', 'A', '1; DROP TABLE x') }, /^after is not a cursor$/],
    ['an id beyond 32 bits', { after: cursor(1, 'name asc', 'A', 2 ** 40) }, /^after is not a cursor$/],
    ['a megabyte', { after: 'A'.repeat(1_000_000) }, /^after is not a cursor$/],
    ['a page above the limit', { first: 501 }, /^first must be from 0 to 500$/],
    ['a negative page', { last: -1 }, /^last must be from 0 to 500$/],
    ['two ends', { first: 1, last: 1 }, /^first and last do not go together$/],
  ];
  it.each(rejected)('refuses %s', async (_name, variables, message) => {
    await expect(page(COUNTRY, variables)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  it('compares decimals of a cursor as numbers', async () => {
    const orderBy = [{ field: 'LATITUDE', direction: 'ASC' }];
    const bad = cursor(1, 'latitude asc', '1) OR (1=1', 1);
    await expect(page(CITY, { after: bad, orderBy })).rejects.toMatchObject({ message: 'after is not a cursor' });
    const zero = cursor(1, 'latitude asc', '0E-8', 0);
    const { nodes } = (
      await graph.data(
        'query ($after: String, $orderBy: [CityOrder!]) { list: cities(first: 500, after: $after, orderBy: $orderBy) { nodes { latitude } } }',
        { after: zero, orderBy },
      )
    ).list;
    const latitudes = nodes.map(({ latitude }: { latitude: string }) => Number(latitude));
    expect(latitudes.length).toBeGreaterThan(0);
    expect(latitudes).toEqual([...latitudes].sort((a, b) => a - b));
    expect(latitudes[0]).toBeGreaterThanOrEqual(0);
  });
});
