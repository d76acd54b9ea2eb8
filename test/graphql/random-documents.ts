/** Random GraphQL requests: most fit the schema more or less, some are damaged, some are noise. */
import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '../../src/schema/schema.ts';
import { ANY_SIGN } from '../any-sign.ts';

type Gen = fc.GeneratorValue;

const TEXTS = [
  'JP',
  'jp',
  'DE',
  'Tokio',
  '',
  '%',
  "'; --",
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  '東京',
  '1',
  '-1',
  'NaN',
  'a'.repeat(300),
];
const NUMBERS = [0, 1, 2, 3, 10, 100, 500, 501, -1, 2_147_483_647, 2_147_483_648, 1e21, 0.3, 1.5];
const NOISE = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '...',
  '@',
  '$',
  '!',
  ':',
  '"',
  '"""',
  '#',
  '\\',
  '\u0000',
  '\ufeff',
  '&',
  '|',
  '0x',
  '1e',
  '\ud83d',
  'on',
  'fragment',
  'query',
  'null',
];

const upTo = new Map<number, () => fc.Arbitrary<number>>();

/** A number from 0 to `most`. fast-check looks its arbitraries up among all that the same function has made: each has a function here. */
function below(g: Gen, most: number): number {
  const made = upTo.get(most) ?? (() => fc.nat(most));
  upTo.set(most, made);
  return g(made);
}

function pick<T>(g: Gen, values: readonly [T, ...T[]] | readonly T[]): T {
  const value = values[below(g, values.length - 1)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
const chance = (g: Gen, percent: number): boolean => below(g, 99) < percent;

interface Writer {
  readonly g: Gen;
  readonly variables: Map<string, string>;
  readonly fragments: string[];
  budget: number;
  /** Makes mistakes; the others follow the schema, as far as their values let them. */
  readonly careless: boolean;
}

/** A request body: parameters as they may come, or not. */
export function randomRequest(g: Gen): string {
  const careless = chance(g, 50);
  const query = careless && chance(g, 8) ? g(fc.string, { unit: ANY_SIGN, maxLength: 200 }) : document(g, careless);
  const parameters: Record<string, unknown> = { query: careless ? damaged(g, query) : query };
  if (!careless)
    return JSON.stringify({ ...parameters, variables: { a: 'JP', b: 2, c: 1, coordinates: true, full: false } });
  if (chance(g, 60)) parameters['variables'] = chance(g, 85) ? values(g) : g(fc.jsonValue);
  if (chance(g, 10)) parameters['operationName'] = chance(g, 70) ? pick(g, ['A', 'B', 'Nothing']) : g(fc.jsonValue);
  if (chance(g, 5)) parameters['extensions'] = g(fc.jsonValue);
  if (chance(g, 1)) parameters[g(fc.string)] = 1;
  const body = JSON.stringify(parameters);
  return chance(g, 4) ? damaged(g, body) : body;
}

function values(g: Gen): Record<string, unknown> {
  const names = ['a', 'b', 'c', 'coordinates', 'full', '__proto__'];
  return Object.fromEntries(names.map((name) => [name, pick<unknown>(g, [...TEXTS, ...NUMBERS, true, null, [], {}])]));
}

function document(g: Gen, careless: boolean): string {
  const writer: Writer = { g, variables: new Map(), fragments: [], budget: 5 + below(g, 60), careless };
  const root = schema.getQueryType();
  const selection = selections(writer, root?.name ?? 'Query', 0);
  const variables = [...writer.variables].map(([name, type]) => `$${name}: ${type}`).join(', ');
  const operation = `query${chance(g, 50) ? ' A' : ''}${variables ? `(${variables})` : ''} ${selection}`;
  const extra = careless && chance(g, 5) ? ['query B { __typename }'] : [];
  return [operation, ...writer.fragments, ...extra].join(chance(g, 50) ? '\n' : ' ');
}

function selections(writer: Writer, typeName: string, depth: number): string {
  const { g } = writer;
  const type = schema.getType(typeName);
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const parts: string[] = [];
  const left = [...fields];
  for (let count = 1 + below(g, 3); count > 0 && writer.budget > 0; count--) {
    writer.budget -= 1;
    if (writer.careless && chance(g, 5)) parts.push(pick(g, ['nothing', '__schema { types { name } }', 'id: name']));
    else if (left.length === 0 || chance(g, 4)) parts.push('__typename');
    else if (chance(g, 6)) parts.push(`... on ${typeName} ${selections(writer, typeName, depth + 1)}`);
    else if (chance(g, 7)) parts.push(fragment(writer, typeName, depth));
    else {
      const [chosen] = left.splice(below(g, left.length - 1), writer.careless ? 0 : 1);
      parts.push(field(writer, chosen ?? pick(g, left), depth));
    }
  }
  return `{ ${parts.join(' ') || '__typename'} }`;
}

function fragment(writer: Writer, typeName: string, depth: number): string {
  const { g } = writer;
  if (writer.careless && chance(g, 30)) return `...F${below(g, 3)}`;
  const place = writer.fragments.push('') - 1; // taken before what it selects takes the next
  const name = `F${writer.careless ? below(g, 3) : place}`;
  writer.fragments[place] = `fragment ${name} on ${typeName} ${selections(writer, typeName, depth + 1)}`;
  return `...${name}`;
}

function field(writer: Writer, of: GraphQLField<unknown, unknown>, depth: number): string {
  const { g } = writer;
  const alias = writer.careless && chance(g, 10) ? `${pick(g, ['a', 'b', '__typename', '__proto__'])}: ` : '';
  const given = of.args.filter((arg) =>
    isNonNullType(arg.type) ? !writer.careless || chance(g, 97) : arg.name === 'first' || chance(g, 15),
  );
  const args = given.map((arg) => `${arg.name}: ${value(writer, arg.type, 0)}`).join(', ');
  const directive =
    writer.careless && chance(g, 6)
      ? ` @${pick(g, ['include', 'skip', 'defer'])}(if: ${value(writer, undefined, 0)})`
      : '';
  const inner = getNamedType(of.type);
  const deeper = isCompositeType(inner) && (depth < 14 || chance(g, 50));
  const set = deeper ? ` ${selections(writer, inner.name, depth + 1)}` : '';
  const text = `${of.name}${args ? `(${args})` : ''}${directive}${set}`;
  // A value again and again under other names: each copy takes its own room in the answer.
  const copies = set === '' && chance(g, 10) ? 1 + below(g, 7) : 0;
  const again = Array.from({ length: copies }, (_, copy) => ` ${of.name}${depth}${copy}: ${text}`);
  return `${alias}${text}${again.join('')}`;
}

function value(writer: Writer, type: GraphQLInputType | undefined, depth: number): string {
  const { g } = writer;
  if (writer.careless && chance(g, 8)) {
    const name = pick(g, ['a', 'b', 'c', 'coordinates', 'full', '__proto__']);
    writer.variables.set(name, type ? String(type) : 'Boolean!');
    return `$${name}`;
  }
  if (!type || (writer.careless && chance(g, 4)) || depth > 4)
    return pick(g, ['true', 'false', 'null', '1', '"x"', '[]', '{}', 'ASC', '"""x"""']);
  if (isNonNullType(type)) return value(writer, type.ofType, depth);
  if (isListType(type))
    return `[${Array.from({ length: below(g, 3) }, () => value(writer, type.ofType, depth + 1)).join(', ')}]`;
  if (isEnumType(type)) return pick(g, type.getValues()).name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((each) => isNonNullType(each.type) || chance(g, 30));
    return `{ ${fields.map((each) => `${each.name}: ${value(writer, each.type, depth + 1)}`).join(', ')} }`;
  }
  if (type.name === 'Boolean') return pick(g, ['true', 'false']);
  if (type.name === 'Int' || type.name === 'Float') return String(pick(g, writer.careless ? NUMBERS : [1, 2, 3]));
  return JSON.stringify(pick(g, writer.careless ? TEXTS : ['JP', 'DE', 'Tokio', 'en']));
}

/** The text with something torn out, put in or doubled, now and then. */
function damaged(g: Gen, text: string): string {
  if (!chance(g, 15)) return text;
  const at = below(g, text.length);
  const to = Math.min(text.length, at + below(g, 12));
  const middle = pick(g, ['', ...NOISE, text.slice(at, to).repeat(2), g(fc.string, { maxLength: 5 })]);
  return text.slice(0, at) + middle + text.slice(to);
}
