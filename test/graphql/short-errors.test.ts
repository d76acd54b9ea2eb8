import { buildSchema, parse, type validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { useShortErrors } from '../../src/graphql/use-short-errors.ts';
import { openService, type TestService } from '../service.ts';

const [home] = inject('homes');
let service: TestService;
beforeAll(async () => {
  if (!home) throw new Error('no database');
  service = await openService(home);
});
afterAll(() => service.close());

type Body = Readonly<Record<string, unknown>>;

async function ask(body: Body): Promise<string> {
  const response = await service.gateway.fetch(
    new Request('http://geo.test/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': inject('keys').Business },
      body: JSON.stringify(body),
    }),
  );
  return response.text();
}

const COUNT = 'query ($a: Int) { countries(first: $a) { totalCount } }';
const FILTER = 'query ($a: CountryFilter) { countries(filter: $a) { totalCount } }';

/** Each sends a text of the client's where nothing of the kind may be. */
const CASES: readonly (readonly [name: string, body: (text: string) => Body])[] = [
  ['a variable', (a) => ({ query: COUNT, variables: { a } })],
  ['an item of a variable', (text) => ({ query: FILTER, variables: { a: { id: [1, text] } } })],
  ['a key of a variable', (text) => ({ query: FILTER, variables: { a: { [text]: 1 } } })],
  ['many keys of a variable', (text) => ({ query: FILTER, variables: { a: Object.fromEntries(split(text)) } })],
  [
    'a variable beside introspection',
    (a) => ({ query: `query ($a: Int) { __typename __schema { queryType { name } } }`, variables: { a } }),
  ],
  [
    'a variable of a stored operation',
    (a) => ({ operationName: 'States', extensions: stored(), variables: { search: [a] } }),
  ],
  ['a text in a document', (text) => ({ query: `{ countries(first: ${JSON.stringify(text)}) { totalCount } }` })],
  ['a block of text', (text) => ({ query: `{ countries(first: """${text}""") { totalCount } }` })],
  ['a text in a list', (text) => ({ query: `{ countries(first: [1, ${JSON.stringify(text)}]) { totalCount } }` })],
  ['a text that does not parse', (text) => ({ query: `{ countries ${JSON.stringify(text)} }` })],
  [
    'a text beside a variable that is missing',
    (text) => ({
      query: `query ($a: Int) { countries(filter: { id: [$a], iso2: ${JSON.stringify(text)} }, first: $a) { totalCount x } }`,
    }),
  ],
];

const NAMES: readonly (readonly [name: string, body: (name: string) => Body])[] = [
  ['a field', (name) => ({ query: `{ ${name} }` })],
  ['an argument', (name) => ({ query: `{ countries(${name}: 1) { totalCount } }` })],
  ['a directive', (name) => ({ query: `{ countries @${name} { totalCount } }` })],
  ['a type', (name) => ({ query: `{ ... on ${name} { countries { totalCount } } }` })],
  ['a fragment', (name) => ({ query: `{ ...${name} }` })],
  ['an unused fragment', (name) => ({ query: `{ __typename } fragment ${name} on Query { __typename }` })],
  [
    'an alias that is used twice',
    (name) => ({ query: `{ ${name}: country(id: 1) { id } ${name}: country(id: 2) { id } }` }),
  ],
  ['a variable that is not defined', (name) => ({ query: `{ countries(first: $${name}) { totalCount } }` })],
  [
    'a variable that does not fit',
    (name) => ({
      query: `query ($${name}: Int!) { countries(first: $${name}) { totalCount } }`,
      variables: { [name]: 'x' },
    }),
  ],
  [
    'a variable that is missing',
    (name) => ({ query: `query ($${name}: Int!) { countries(first: $${name}) { totalCount } }` }),
  ],
  ['a value of an enumeration', (name) => ({ query: `{ countries(orderBy: [{ field: ${name} }]) { totalCount } }` })],
  ['a key of a map', (name) => ({ query: `{ countries(filter: { ${name}: 1 }) { totalCount } }` })],
  ['the operation', (operationName) => ({ query: '{ __typename }', operationName })],
  ['a name that does not parse', (name) => ({ query: `query ${name} ${name}` })],
];

const NUMBERS: readonly (readonly [name: string, body: (digits: string) => Body])[] = [
  ['a number', (digits) => ({ query: `{ countries(first: ${digits}) { totalCount } }` })],
  ['a fraction', (digits) => ({ query: `{ countries(first: 0.${digits}) { totalCount } }` })],
];

function stored(): Body {
  return { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
}

function split(text: string): [string, number][] {
  return Array.from({ length: Math.ceil(text.length / 50) }, (_, at) => [
    `${at}${text.slice(at * 50, at * 50 + 50)}`,
    at,
  ]);
}

const BLANKS = ' '.repeat(99_000);
const SUGGESTING = ' Did you mean'.repeat(4_000);
const LETTERS = 'x'.repeat(40_000);

function expectShort(text: string, sent: string): void {
  const { errors } = JSON.parse(text) as { errors: { message: string }[] };
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThanOrEqual(21);
  for (const { message } of errors) expect(message.length).toBeLessThanOrEqual(501);
  expect(text).not.toContain(sent.slice(0, 101));
  expect(text.length).toBeLessThan(12_000);
}

describe('an error shows no more than the beginning of', () => {
  it.each(CASES)('%s', async (_name, body) => {
    for (const text of [BLANKS, SUGGESTING, LETTERS]) expectShort(await ask(body(text)), text);
  });

  it.each(NAMES)('a name: %s', async (_name, body) => {
    expectShort(await ask(body(LETTERS)), LETTERS);
  });

  it.each(NUMBERS)('%s', async (_name, body) => {
    const digits = '1'.repeat(50_000);
    expectShort(await ask(body(digits)), digits);
  });
});

it('a short mistake is told in full, and nothing is suggested', async () => {
  const messages = async (body: Body) =>
    (JSON.parse(await ask(body)) as { errors: { message: string }[] }).errors.map(({ message }) => message);
  expect(await messages({ query: '{ countrys { id } }' })).toEqual(['Cannot query field "countrys" on type "Query".']);
  expect(await messages({ query: COUNT, variables: { a: 'two' } })).toEqual([
    'Variable "$a" got invalid value "two"; Int cannot represent non-integer value: "two"',
  ]);
  expect(await messages({ query: FILTER, variables: { a: { isoo2: 'JP' } } })).toEqual([
    'Variable "$a" got invalid value { isoo2: "JP" }; Field "isoo2" is not defined by type "CountryFilter".',
  ]);
  expect(await messages({ query: '{ countries(orderBy: [{ field: NAMES }]) { totalCount } }' })).toEqual([
    'Value "NAMES" does not exist in "CountryOrderField" enum.',
  ]);
});

it('costs no more than its length is worth', async () => {
  const cost = async (body: Body) => {
    const spent: number[] = [];
    for (let run = 0; run < 4; run++) {
      const before = process.cpuUsage();
      await ask(body);
      const { user, system } = process.cpuUsage(before);
      spent.push((user + system) / 1000);
    }
    return Math.min(...spent);
  };
  for (const [name, body] of CASES) {
    for (const part of [' ', ' Did you mean']) {
      const of = (letters: number) => cost(body(part.repeat(letters / part.length)));
      // Four times as long: four times the work, with much to spare; it was sixteen times, and seconds.
      expect.soft(await of(96_000), `${name} of ${JSON.stringify(part)}`).toBeLessThan(8 * (await of(24_000)) + 40);
    }
  }
});

it('keep nothing of how they were found', () => {
  const schema = buildSchema('type Query { a: Int }');
  let validated: typeof validate | undefined;
  // All that the plugin asks of Yoga.
  const params = { setValidationFn: (fn: typeof validate) => (validated = fn) };
  useShortErrors().onValidate?.(params as unknown as Parameters<NonNullable<Plugin['onValidate']>>[0]);
  const long = 'b'.repeat(1_000);
  const errors = validated?.(schema, parse(`{ b(c: "${long}") }`)) ?? [];
  expect(errors.map(({ stack }) => stack?.includes('\n    at '))).toEqual([false]);
  expect(new Error('another').stack).toContain('\n    at ');
});
