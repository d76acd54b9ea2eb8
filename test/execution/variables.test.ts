/** Variables are those of graphql-js, whichever way they are looked at. */
import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { coerceVariables } from '../../src/execution/variables.ts';

const SDL = `enum Order { NAME POPULATION }
  input Point { lat: Float! lng: Float! }
  type Query { field: Int }`;
const schema = buildSchema(SDL);
const TYPES = ['Int', 'Float', 'String', 'Boolean', 'ID', 'Order', '[Int!]', 'Point'];
const VALUES = [
  null,
  undefined,
  0,
  -0,
  1.5,
  2 ** 31,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  'NAME',
  '7',
  true,
  [],
  [1],
  [null],
  {},
  { lat: 1, lng: 2 },
];

function coercedBoth(text: string, sent: Readonly<Record<string, unknown>>) {
  const operation = getOperationAST(parse(text));
  const theirs = getVariableValues(schema, operation?.variableDefinitions ?? [], sent).coerced;
  return { ours: coerceVariables(schema, operation, sent).values, theirs };
}

describe.each(TYPES)('a variable of %s', (type) => {
  it.each(['', '!', ' = null'])('with "%s" behind it takes the values that fit, as they are taken', (after) => {
    const text = `query ($a: ${type}${after}, $b: Boolean) { field }`;
    for (const a of VALUES) {
      for (const sent of [{ a }, { a, b: true }, { a, b: 'no' }, { b: false }]) {
        const { ours, theirs } = coercedBoth(text, sent);
        expect(ours, JSON.stringify(sent)).toEqual(theirs);
        expect(Object.keys(ours ?? {})).toEqual(Object.keys(theirs ?? {}));
      }
    }
  });
});

it('a variable that means something to JavaScript is one like the others', () => {
  const text = 'query ($__proto__: Int, $constructor: Int!) { field }';
  const { ours, theirs } = coercedBoth(text, JSON.parse('{ "__proto__": 1, "constructor": 2 }'));
  expect(Object.entries(ours ?? {})).toEqual(Object.entries(theirs ?? {}));
  expect(coercedBoth(text, {})).toEqual({ ours: undefined, theirs: undefined });
});

it('the same operation in two schemas has the types of each', () => {
  const operation = getOperationAST(parse('query ($a: Order!) { field }'));
  const other = buildSchema(SDL.replace('NAME', 'CODE'));
  expect(coerceVariables(schema, operation, { a: 'NAME' }).values).toEqual({ a: 'NAME' });
  expect(coerceVariables(other, operation, { a: 'NAME' }).values).toBeUndefined();
});
