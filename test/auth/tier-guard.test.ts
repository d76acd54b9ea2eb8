import { buildSchema, type GraphQLObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { gate } from '../../src/auth/plans.ts';
import { findHidden, findOverReach, overReachError } from '../../src/auth/tier-guard.ts';
import { factsOf } from '../schema/operation.ts';

const BASIC: Caller = { keyId: 1, plan: 'Community', tier: 'basic', operationsOnly: false };
const SUPPORTER: Caller = { keyId: 2, plan: 'Supporter', tier: 'coordinates', operationsOnly: false };

const schema = buildSchema(`
  interface Named { name: String, size: Int, other: Named }
  type City implements Named { name: String, size: Int, other: Named, mayor: String }
  type Lake implements Named { name: String, size: Int, other: Named, depth: Int }
  union Thing = City | Lake
  enum Order { NAME SIZE }
  input Filter { size: Int, name: String }
  type Query {
    named: Named
    thing: Thing
    list(order: Order = NAME, filter: Filter): [City]
    sized(order: Order = SIZE): [City]
  }
`);

const typed = (name: string) => schema.getType(name) as GraphQLObjectType;
const field = (type: string, name: string) => {
  const found = typed(type).getFields()[name];
  if (!found) throw new Error(`${type}.${name}`);
  return found;
};
field('Lake', 'size').extensions = { tier: 'coordinates' };
field('City', 'mayor').extensions = { tier: 'full' };
field('Lake', 'depth').extensions = { tier: 'full' };
for (const name of ['list', 'sized']) {
  field('Query', name).extensions = {
    gates: ({ order }: { order?: string }) => (order === 'SIZE' ? [gate('fieldsFiltering')] : []),
    reads: ({ filter }: { filter?: { size?: number } | null }) =>
      filter?.size === undefined ? [] : [{ field: 'City.size', tier: 'full' }],
  };
}

const reached = (query: string, caller = BASIC, variableValues = {}) =>
  findOverReach(factsOf(schema, parse(query), { variableValues }).guarded, caller).map((each) => each.field);

describe('findOverReach', () => {
  it('counts a field of an interface for every type that may answer it', () => {
    expect(reached('{ named { name } }')).toEqual([]);
    expect(reached('{ named { size } }')).toEqual(['Lake.size']);
    expect(reached('{ named { other { other { size } } } }')).toEqual(['Lake.size']);
  });

  it('narrows interfaces and unions by the fragments on their types', () => {
    expect(reached('{ named { ... on City { size } } }')).toEqual([]);
    expect(reached('{ named { ... on Lake { size } ... on City { mayor } } }')).toEqual(['Lake.size', 'City.mayor']);
    expect(reached('{ thing { __typename ... on Named { size } } }')).toEqual(['Lake.size']);
    expect(reached('{ thing { ...F } } fragment F on Thing { ...G } fragment G on Lake { depth }')).toEqual([
      'Lake.depth',
    ]);
  });

  it('reads arguments from literals, variables and defaults of either', () => {
    expect(reached('{ list { name } }')).toEqual([]);
    expect(reached('{ list(order: SIZE) { name } }')).toEqual(['Query.list']);
    expect(reached('{ sized { name } }')).toEqual(['Query.sized']);
    expect(reached('{ sized(order: NAME) { name } }')).toEqual([]);
    expect(reached('query ($o: Order) { sized(order: $o) { name } }')).toEqual(['Query.sized']);
    expect(reached('query ($o: Order = SIZE) { list(order: $o) { name } }')).toEqual(['Query.list']);
    expect(reached('query ($o: Order) { list(order: $o) { name } }', BASIC, { o: 'SIZE' })).toEqual(['Query.list']);
    expect(reached('query ($o: Order) { list(order: $o) { name } }', SUPPORTER, { o: 'SIZE' })).toEqual([]);
  });

  it('names the field that a filter reads, in whatever part of a variable it hides', () => {
    expect(reached('{ list(filter: { name: "x" }) { name } }', SUPPORTER)).toEqual([]);
    expect(reached('{ list(filter: { size: 1 }) { name } }', SUPPORTER)).toEqual(['City.size']);
    expect(reached('query ($f: Filter) { list(filter: $f) { name } }', SUPPORTER, { f: { size: 1 } })).toEqual([
      'City.size',
    ]);
    expect(reached('query ($s: Int) { list(filter: { size: $s }) { name } }', SUPPORTER, { s: 1 })).toEqual([
      'City.size',
    ]);
    expect(reached('query ($s: Int) { list(filter: { size: $s }) { name } }', SUPPORTER)).toEqual([]);
  });

  it('judges the operation that runs, with the directives as they turn out', () => {
    const two = '{ named { name } } query Deep { named { size } }';
    const document = parse(`query Flat ${two}`);
    expect(findOverReach(factsOf(schema, document, { operationName: 'Flat' }).guarded, BASIC)).toEqual([]);
    expect(findOverReach(factsOf(schema, document, { operationName: 'Deep' }).guarded, BASIC)).toHaveLength(1);
    const query = 'query ($s: Boolean = true) { named { ... @skip(if: $s) { size } name @include(if: $s) } }';
    expect(reached(query)).toEqual([]);
    expect(reached(query, BASIC, { s: false })).toEqual(['Lake.size']);
  });

  it('ends on fragments that contain each other', () => {
    expect(
      reached('{ named { ...A } } fragment A on Named { other { ...B } } fragment B on Named { size other { ...A } }'),
    ).toEqual(['Lake.size']);
  });

  it('says each field once, with the lowest plan that unlocks it', () => {
    const [error] = [
      overReachError(
        findOverReach(
          factsOf(schema, parse('{ a: named { ... on Lake { size depth } } b: named { size } }')).guarded,
          BASIC,
        ),
      ),
    ];
    expect(error.extensions).toMatchObject({
      code: 'FORBIDDEN',
      fields: [
        { field: 'Lake.size', plan: 'Supporter' },
        { field: 'Lake.depth', plan: 'Professional' },
      ],
    });
  });
});

it('lists the fields that the selected types have and the plan does not see', () => {
  const document = parse('{ list { name } thing { ... on Lake { name } } }');
  expect(findHidden(factsOf(schema, document).types, SUPPORTER).map((each) => each.field)).toEqual([
    'City.mayor',
    'Lake.depth',
  ]);
});
