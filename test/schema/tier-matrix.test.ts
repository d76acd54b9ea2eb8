import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLAN_NAMES } from '../../src/auth/plans.ts';
import { findOverReach } from '../../src/auth/tier-guard.ts';
import { schema } from '../../src/schema/schema.ts';
import { callerOf, type Data, type Graph, openGraph } from './graph.ts';
import { documentAt, leavesOf, type Place, places, RANK, type Step } from './graph-paths.ts';
import { factsOf } from './operation.ts';

/** Ways to write one and the same selection. */
const FORMS: Readonly<Record<string, (leaf: string, type: string) => string>> = {
  plain: (leaf) => leaf,
  alias: (leaf) => `name: ${leaf}`,
  'inline fragment': (leaf, type) => `... on ${type} { ${leaf} }`,
  'untyped fragment': (leaf) => `... { ${leaf} }`,
  '@include': (leaf) => `${leaf} @include(if: true)`,
  'a variable @include': (leaf) => `... @include(if: $yes) { ${leaf} @skip(if: $no) }`,
  fragment: () => '...Asked',
  'fragment of a fragment': () => '...Outer',
};

function documentOf(place: Place, form: string, leaf: string): string {
  const { name } = place.type;
  const write = FORMS[form];
  if (!write) throw new Error(form);
  const text = documentAt(place, write(leaf, name));
  return `query ($yes: Boolean = true, $no: Boolean = false) ${text}
    fragment Outer on ${name} { ... on ${name} { ...Asked } } fragment Asked on ${name} { ${leaf} }`;
}

const rankOf = (steps: readonly Step[]) => Math.max(0, ...steps.map(({ rank }) => rank));

describe('the tier guard', () => {
  it('judges every plan, every field and every path to it within three hops as the specification does', () => {
    let judged = 0;
    const wrong: string[] = [];
    for (const place of places(3)) {
      const leaves = leavesOf(place);
      for (const leaf of leaves) {
        const document = parse(documentAt(place, leaf.text), { noLocation: true });
        const needed = rankOf([...place.steps, leaf]);
        const { guarded } = factsOf(schema, document);
        for (const plan of PLAN_NAMES) {
          const refused = findOverReach(guarded, callerOf(plan)).length > 0;
          judged += 1;
          if (refused !== RANK[plan] < needed) wrong.push(`${plan}: ${documentAt(place, leaf.text)}`);
        }
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(judged).toBeGreaterThan(50_000);
  });

  it('judges every form of writing a selection alike', () => {
    const wrong: string[] = [];
    for (const place of places(1)) {
      for (const leaf of leavesOf(place)) {
        const needed = rankOf([...place.steps, leaf]);
        for (const form of Object.keys(FORMS)) {
          const document = parse(documentOf(place, form, leaf.text), { noLocation: true });
          const { guarded } = factsOf(schema, document);
          for (const plan of PLAN_NAMES) {
            const refused = findOverReach(guarded, callerOf(plan)).length > 0;
            if (refused !== RANK[plan] < needed) wrong.push(`${plan} ${form}: ${documentAt(place, leaf.text)}`);
          }
        }
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it('walks documents that the schema accepts', () => {
    for (const place of places(1)) {
      for (const leaf of leavesOf(place).slice(0, 2)) {
        for (const form of Object.keys(FORMS)) {
          const unused = /is never used|conflict/;
          const errors = validate(schema, parse(documentOf(place, form, leaf.text)));
          expect(errors.filter(({ message }) => !unused.test(message))).toEqual([]);
        }
      }
    }
  });
});

describe.each(inject('homes'))('scope-auth without the guard on $home', (home) => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await openGraph(home, { pages: { default: 3, max: 500 } });
  });
  afterAll(() => graph.close());

  /** The values at a place, however many lists lie on the way. */
  function valuesAt(data: Data, { steps }: Place): Data[] {
    let values: Data[] = [data];
    for (const { text } of steps) {
      if (text.startsWith('...')) continue;
      const key = /^\w+/.exec(text)?.[0] ?? '';
      values = values.flatMap((value) => value?.[key] ?? []);
    }
    return values;
  }

  it.each(PLAN_NAMES)('shows %s nothing above its plan, by any path, and all of the rest', async (plan) => {
    const hidden: string[] = [];
    const shown = new Set<string>();
    for (const place of places(1)) {
      const leaves = leavesOf(place);
      if (leaves.length === 0) continue;
      const { data } = await graph.run(plan, documentAt(place, leaves.map(({ text }) => text).join(' ')));
      const values = valuesAt(data, place);
      for (const leaf of leaves) {
        const given = values.some((value) => value?.[leaf.text] !== null && value?.[leaf.text] !== undefined);
        if (given && RANK[plan] < rankOf([...place.steps, leaf])) hidden.push(documentAt(place, leaf.text));
        if (given) shown.add(leaf.field);
      }
    }
    expect(hidden).toEqual([]);
    // The walk would find nothing hidden, too, if it saw nothing at all.
    expect(shown.size).toBeGreaterThan(30);
    expect(shown.has('Country.population')).toBe(RANK[plan] >= 2);
    expect(shown.has('City.wikiDataId')).toBe(RANK[plan] >= 3);
  });
});
