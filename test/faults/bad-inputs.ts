/** Requests with values that break careless code in every place that takes one; the same ones for the same seed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from '../db/search-fixture.ts';
import { handMadeValues } from '../rest/hostile-values.ts';

export interface BadInput {
  readonly path: string;
  readonly body: string | undefined;
}

interface Operation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly query: readonly string[];
}

/** Longer values are refused by their length, which takes a client longer to send than the service to see. */
const LONGEST = 2_000;

const DOCUMENTS = [
  '{ countries(first: 3) { nodes { id name iso2 states(first: 2) { nodes { name cities(first: 2) { nodes { name } } } } } } }',
  'query ($code: String!) { country(iso2: $code) { id name currency timezonesJson ...More } } fragment More on Country { capital }',
  '{ a: country(iso2: "JP") { id } b: country(iso2: "US") @include(if: true) { id @skip(if: false) name } }',
  '{ search(q: "tokyo", type: CITY, limit: 3) { __typename score } suggestPlaces(q: "par", limit: 2) { label } }',
  '{ __schema { types { name fields { name type { name ofType { name } } } } } }',
];
const ROWS = JSON.stringify({
  rows: [
    { city: 'Tokyo', country: 'JP' },
    { state: 'Ohio', country: 'US', lat: '40', lng: '-82' },
  ],
});
/** What turns a document or JSON into one that is nearly right. */
const SPLINTERS = [
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\',
    '@',
    '$',
    '!',
    '#',
    '...',
    '"""',
    '\n',
    ' ',
    '\u0000',
    '\ud800',
    '\ufeff',
  ],
  ...['null', '-', '1e400', '99999999999', '0x1', 'on', 'fragment A on B', '__proto__', 'é', '\u202e', '😀'],
];

/** Bad inputs without an end. */
export function* badInputs(seed: number): Generator<BadInput, never> {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T; // No list here is empty.
  const operations = operationsOf();
  const values = handMadeValues()
    .map(({ escaped }) => escaped)
    .filter(({ length }) => length <= LONGEST);
  const value = () => {
    const [one, other] = [pick(values), pick(values)];
    const forms = [
      one,
      one + other,
      one.slice(random(one.length + 1)),
      `${other}${random(1000)}`,
      one.repeat(1 + random(8)),
    ];
    return pick(forms).slice(0, LONGEST);
  };
  const splintered = (text: string) => {
    let made = text;
    for (let count = 1 + random(4); count > 0; count--) {
      const at = random(made.length + 1);
      made =
        made.slice(0, at) + pick([pick(SPLINTERS), '', made.slice(at, at + random(20))]) + made.slice(at + random(6));
    }
    return made;
  };
  const rest = (): BadInput => {
    const { path, method, query } = pick(operations);
    const filled = path.replaceAll(/\{\w+\}/g, () =>
      random(3) === 0 ? pick(['JP', 'US', '1', '13']) : value().replaceAll('/', '%2F') || '-',
    );
    const given = Array.from({ length: random(4) }, () => `${random(5) === 0 ? value() : pick(query)}=${value()}`);
    // What a target cannot hold would be the client's own fault.
    const target = `${filled}${given.length > 0 ? '?' : ''}${given.join('&')}`.replaceAll(
      /[^!-~]|#/g,
      encodeURIComponent,
    );
    return { path: target, body: method === 'post' ? splintered(ROWS) : undefined };
  };
  const graphql = (): BadInput => {
    const query = splintered(pick(DOCUMENTS));
    const variables = random(2) === 0 ? undefined : { code: pick([pick(SPLINTERS), null, 7, [], {}, value()]) };
    const body = JSON.stringify({ query, variables, operationName: random(9) === 0 ? value() : undefined });
    return { path: '/graphql', body: random(6) === 0 ? splintered(body) : body };
  };
  for (;;) yield random(4) === 0 ? graphql() : rest();
}

/** What the description of the interface says that there is. */
function operationsOf(): Operation[] {
  const file = join(import.meta.dirname, '..', '..', 'generated', 'openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<
      Record<
        string,
        Readonly<Record<string, { readonly parameters?: readonly { readonly name?: string; readonly in?: string }[] }>>
      >
    >;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = methods[method];
      if (!operation) return [];
      const query = (operation.parameters ?? []).flatMap(({ name, in: where }) =>
        where === 'query' && name ? [name] : [],
      );
      return [{ path, method, query: [...query, 'fields', 'limit'] }];
    }),
  );
}
