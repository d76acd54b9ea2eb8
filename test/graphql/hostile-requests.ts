/** Requests that nobody sends in good faith, each with the code and the status that refuses it. */
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface HostileRequest {
  readonly name: string;
  readonly code: string;
  readonly status: number;
  /** Sent as it is; the key header is added unless the request brings its own. */
  readonly init: RequestInit & { readonly duplex?: 'half' };
  /** What follows `/graphql`. */
  readonly suffix?: string;
  readonly keyless?: true;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MB = 1024 * 1024;

type Body = Readonly<Record<string, unknown>>;

function body(
  name: string,
  status: number,
  code: string,
  content: Body | string | Uint8Array,
  headers = {},
): HostileRequest {
  const text = typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content);
  // A Uint8Array over an ArrayBuffer is a body; the types allow for shared memory.
  return {
    name,
    code,
    status,
    init: { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: text as BodyInit },
  };
}

/** A hostile document. */
function doc(name: string, code: string, query: string, variables?: Body): HostileRequest {
  return body(name, 400, code, { query, ...(variables ? { variables } : {}) });
}

function get(name: string, status: number, code: string, suffix: string): HostileRequest {
  return { name, code, status, init: { method: 'GET' }, suffix };
}

function times(count: number, text: string | ((index: number) => string)): string {
  return Array.from({ length: count }, (_, index) => (typeof text === 'string' ? text : text(index))).join(' ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const persisted = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });

function nest(levels: number): string {
  return levels === 0 ? 'id' : `country { cities(first: 1) { nodes { ${nest(levels - 1)} } } }`;
}

/** Fragments that each spread the next several times. */
function fragmentBomb(fragments: number, spread: (next: string) => string): string {
  const links = Array.from({ length: fragments }, (_, i) => `fragment F${i} on Country { ${spread(`F${i + 1}`)} }`);
  return `{ country(code: "JP") { ...F0 } } ${links.join(' ')} fragment F${fragments} on Country { name }`;
}

function introspection(levels: number): string {
  return levels === 0 ? 'name' : `fields { type { ${introspection(levels - 1)} } }`;
}

function stream(totalBytes: number, chunk: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= totalBytes) return controller.close();
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
}

const documents: HostileRequest[] = [
  doc('relations nested 20 levels deep', 'QUERY_TOO_DEEP', `{ city(id: 1) { ${nest(7)} } }`),
  doc(
    'nested deep through fragments',
    'QUERY_TOO_DEEP',
    fragmentBomb(8, (next) => `region { countries(first: 1) { nodes { ...${next} } } }`),
  ),
  doc('5,000 levels of a field that is not there', 'TOO_MANY_TOKENS', '{a'.repeat(5_000)),
  doc('90,000 opening brackets', 'GRAPHQL_PARSE_FAILED', '['.repeat(90_000)),
  doc('90,000 opening braces', 'GRAPHQL_PARSE_FAILED', '{'.repeat(90_000)),
  doc(
    'an argument of 40,000 nested lists',
    'TOO_MANY_TOKENS',
    `{ country(code: ${'['.repeat(40_000)}${']'.repeat(40_000)}) { id } }`,
  ),
  doc(
    'an argument of 9,000 nested objects',
    'TOO_MANY_TOKENS',
    `{ country(code: ${'{a:'.repeat(9_000)}1${'}'.repeat(9_000)}) { id } }`,
  ),
  doc('400 nested inline fragments', 'TOO_MANY_TOKENS', `${'{...'.repeat(400)}{__typename}${'}'.repeat(400)}`),
  doc(
    'a variable type of 5,000 nested lists',
    'TOO_MANY_TOKENS',
    `query($v: ${'['.repeat(5_000)}Int${']'.repeat(5_000)}) { __typename }`,
  ),
  doc('300 aliases of __typename', 'TOO_MANY_ALIASES', `{ ${times(300, (i) => `a${i}:__typename`)} }`),
  doc('31 aliases', 'TOO_MANY_ALIASES', `{ ${times(31, (i) => `a${i}: __typename`)} }`),
  doc(
    '100 aliases that are called __typename',
    'TOO_MANY_ALIASES',
    `{ ${times(100, () => '__typename: __typename')} }`,
  ),
  doc(
    'an alias flood in one fragment spread often',
    'TOO_MANY_ALIASES',
    `{ country(code: "JP") { ${times(10, '...A')} } } fragment A on Country { ${times(10, (i) => `a${i}: id`)} }`,
  ),
  doc(
    'an alias flood of look-ups',
    'TOO_MANY_ALIASES',
    `{ ${times(80, (i) => `c${i}: country(code: "${i}") { id }`)} }`,
  ),
  doc(
    '12 fragments, 3 aliases each',
    'TOO_MANY_FIELDS',
    fragmentBomb(
      12,
      (next) =>
        `a: region { countries(first: 1) { nodes { ...${next} } } } b: region { countries(first: 1) { nodes { ...${next} } } } c: region { countries(first: 1) { nodes { ...${next} } } }`,
    ),
  ),
  doc(
    '12 fragments, 3 spreads each',
    'TOO_MANY_FIELDS',
    fragmentBomb(12, (next) => times(3, `...${next}`)),
  ),
  doc(
    '60 fragments, 2 spreads each',
    'TOO_MANY_FIELDS',
    fragmentBomb(60, (next) => times(2, `...${next}`)),
  ),
  doc(
    '3 fragments, 50 spreads each',
    'TOO_MANY_FIELDS',
    fragmentBomb(3, (next) => times(50, `...${next}`)),
  ),
  doc(
    'a fragment of 100 fields spread 30 times',
    'TOO_MANY_FIELDS',
    `{ country(code: "JP") { ${times(30, '...W')} } } fragment W on Country { ${times(100, 'id')} }`,
  ),
  doc(
    'a bomb in fragments that no operation uses',
    'TOO_MANY_FIELDS',
    `${fragmentBomb(12, (next) => times(3, `...${next}`))} fragment Z on Country { ...F0 }`,
  ),
  doc(
    'a fragment that spreads itself',
    'GRAPHQL_VALIDATION_FAILED',
    '{ country(code: "JP") { ...A } } fragment A on Country { id ...A }',
  ),
  doc(
    'a cycle of three fragments',
    'GRAPHQL_VALIDATION_FAILED',
    '{ country(code: "JP") { ...A } } fragment A on Country { ...B } fragment B on Country { ...C } fragment C on Country { ...A }',
  ),
  doc(
    'a cycle through relations',
    'GRAPHQL_VALIDATION_FAILED',
    '{ city(id: 1) { ...A } } fragment A on City { country { cities(first: 1) { nodes { ...A } } } }',
  ),
  doc('a fragment that nobody uses', 'GRAPHQL_VALIDATION_FAILED', '{ __typename } fragment A on Country { id }'),
  doc('a fragment that is not there', 'GRAPHQL_VALIDATION_FAILED', '{ country(code: "JP") { ...A } }'),
  doc('50 directives on one field', 'TOO_MANY_DIRECTIVES', `{ __typename ${times(50, '@include(if: true)')} }`),
  doc('200 unknown directives', 'TOO_MANY_DIRECTIVES', `{ __typename ${times(200, '@a')} }`),
  doc(
    'directives in a fragment spread often',
    'TOO_MANY_DIRECTIVES',
    `{ country(code: "JP") { ${times(10, '...A')} } } fragment A on Country { ${times(5, 'id @skip(if: false)')} }`,
  ),
  doc('100 directives on the operation', 'TOO_MANY_DIRECTIVES', `query ${times(100, '@a')} { __typename }`),
  doc('a deferred fragment', 'GRAPHQL_VALIDATION_FAILED', '{ country(code: "JP") { ... @defer { id } } }'),
  doc('1,200 fields', 'TOO_MANY_TOKENS', `{ ${times(1_200, '__typename')} }`),
  doc('300 fields that are not there', 'GRAPHQL_VALIDATION_FAILED', `{ ${times(300, (i) => `f${i}`)} }`),
  doc(
    '100 fields in conflict',
    'GRAPHQL_VALIDATION_FAILED',
    `{ ${times(100, (i) => `country(code: "${i}") { id }`)} }`,
  ),
  doc(
    'conflicts below conflicts',
    'GRAPHQL_VALIDATION_FAILED',
    `{ ${times(8, (i) => `country(code: "${i}") { ${times(6, (j) => `states(first: ${j}) { nodes { id } }`)} }`)} }`.slice(
      0,
      90_000,
    ),
  ),
  doc('300 variables', 'TOO_MANY_TOKENS', `query(${times(300, (i) => `$v${i}: Int`)}) { __typename }`),
  doc('one variable twice', 'GRAPHQL_VALIDATION_FAILED', 'query($a: Int, $a: Int) { __typename }'),
  doc(
    'lists of 500 in lists of 500',
    'QUERY_TOO_COSTLY',
    '{ countries(first: 500) { nodes { states(first: 500) { nodes { id } } } } }',
  ),
  doc(
    'cursors of 500 lists of 500, no record selected',
    'QUERY_TOO_COSTLY',
    '{ countries(first: 500) { nodes { cities(first: 500) { edges { cursor } } } } }',
  ),
  doc(
    'the ends of 500 pages of 500 in 30 aliases',
    'QUERY_TOO_COSTLY',
    `{ countries(first: 500) { nodes { ${times(30, (i) => `a${i}: cities(first: ${500 - i}) { pageInfo { endCursor } }`)} } } }`,
  ),
  doc(
    'page sizes in variables',
    'QUERY_TOO_COSTLY',
    'query($n: Int) { countries(first: $n) { nodes { cities(first: $n) { nodes { id } } } } }',
    { n: 500 },
  ),
  doc(
    'page sizes in default values',
    'QUERY_TOO_COSTLY',
    'query($n: Int = 500) { countries(first: $n) { nodes { cities(first: $n) { nodes { id } } } } }',
  ),
  doc(
    'three levels of lists without page sizes',
    'QUERY_TOO_COSTLY',
    '{ countries { nodes { states { nodes { cities { nodes { id } } } } } } }',
  ),
  doc(
    'a dear list in a fragment',
    'QUERY_TOO_COSTLY',
    '{ countries(first: 400) { nodes { ...A } } } fragment A on Country { cities(first: 400) { nodes { id } } }',
  ),
  doc(
    'a dear list in 30 aliases',
    'QUERY_TOO_COSTLY',
    `{ ${times(30, (i) => `a${i}: countries(first: 100) { nodes { states(first: 50) { nodes { id } } } }`)} }`,
  ),
  doc('a page of two billion', 'QUERY_TOO_COSTLY', '{ countries(first: 2147483647) { nodes { id } } }'),
  doc(
    'a page of ninety-nine billion',
    'GRAPHQL_VALIDATION_FAILED',
    '{ countries(first: 99999999999) { nodes { id } } }',
  ),
  doc('a page of 501', 'BAD_USER_INPUT', '{ countries(first: 501) { nodes { id } } }'),
  doc('a negative page', 'BAD_USER_INPUT', '{ countries(first: -1) { nodes { id } } }'),
  doc('a page that is a float', 'GRAPHQL_VALIDATION_FAILED', '{ countries(first: 1e3) { nodes { id } } }'),
  doc('a search of one letter', 'BAD_USER_INPUT', '{ searchCities(q: "a") { matchScore } }'),
  doc('a search of 90,000 letters', 'BAD_USER_INPUT', `{ searchCities(q: "${'a'.repeat(90_000)}") { matchScore } }`),
  doc('a search for NUL', 'BAD_USER_INPUT', '{ searchCities(q: "ab\\u0000c") { matchScore } }'),
  doc(
    'a threshold of NaN in a variable',
    'BAD_USER_INPUT',
    'query($t: Float!) { searchCities(q: "Tokio", threshold: $t) { matchScore } }',
    { t: 'NaN' },
  ),
  doc('the schema nested in itself', 'GRAPHQL_VALIDATION_FAILED', `{ __schema { types { ${introspection(6)} } } }`),
  doc('a type nested in itself', 'QUERY_TOO_DEEP', `{ __type(name: "Query") { ${introspection(8)} } }`),
  doc('a mutation', 'OPERATION_RESOLUTION_FAILURE', 'mutation { __typename }'),
  doc('a subscription', 'OPERATION_RESOLUTION_FAILURE', 'subscription { __typename }'),
  doc('two operations without a name', 'OPERATION_RESOLUTION_FAILURE', '{ __typename } { __typename }'),
  doc('a document of types', 'GRAPHQL_VALIDATION_FAILED', 'type Query { id: Int } query { __typename }'),
  doc('an empty document', 'GRAPHQL_PARSE_FAILED', ''),
  doc('a document of comments', 'GRAPHQL_PARSE_FAILED', '# nothing\n'.repeat(9_000)),
  doc('an unclosed string', 'GRAPHQL_PARSE_FAILED', '{ country(code: "JP'),
  doc('an unclosed block string of 80 KB', 'GRAPHQL_PARSE_FAILED', `{ country(code: """${'x '.repeat(40_000)}`),
  doc('letters that look like others', 'GRAPHQL_PARSE_FAILED', '{ соuntry(code: "JP") { id } }'),
  doc('a selection of what has none', 'GRAPHQL_VALIDATION_FAILED', '{ country(code: "JP") { id { id } } }'),
];

const variables: HostileRequest[] = [
  doc(
    'a required variable in the prototype',
    'BAD_USER_INPUT',
    'query($code: ID!) { country(code: $code) { id } }',
    JSON.parse('{"__proto__": {"code": "JP"}}'),
  ),
  doc('a variable that is an operator', 'BAD_USER_INPUT', 'query($code: ID!) { country(code: $code) { id } }', {
    code: { $ne: null },
  }),
  body(
    'a variable of 30,000 nested lists',
    400,
    'BAD_REQUEST',
    `{"query": "query($v: ID!) { country(code: $v) { id } }", "variables": {"v": ${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
  ),
  doc(
    'a variable that is a list where none belongs',
    'BAD_USER_INPUT',
    'query($n: Int) { countries(first: $n) { nodes { id } } }',
    { n: [1] },
  ),
  body('NUL in a variable', 400, 'BAD_REQUEST', {
    query: 'query($c: ID!) { country(code: $c) { id } }',
    variables: { c: 'J\0P' },
  }),
  body(
    'half a surrogate pair in a variable',
    400,
    'BAD_REQUEST',
    '{"query": "query($c: ID!) { country(code: $c) { id } }", "variables": {"c": "\\ud83d"}}',
  ),
  body(
    'half a surrogate pair in a name of a variable',
    400,
    'BAD_REQUEST',
    '{"query": "{ __typename }", "variables": {"\\udfff": 1}}',
  ),
  body('variables that are a list', 400, 'BAD_REQUEST', { query: '{ __typename }', variables: [] }),
  body('variables that are a text', 400, 'BAD_REQUEST', { query: '{ __typename }', variables: '{}' }),
  body('extensions that are a number', 400, 'BAD_REQUEST', { query: '{ __typename }', extensions: 1 }),
  body('an operation name that is an object', 400, 'BAD_REQUEST', { query: '{ __typename }', operationName: {} }),
  body('an operation name that is not there', 400, 'OPERATION_RESOLUTION_FAILURE', {
    query: 'query A { __typename }',
    operationName: '__proto__',
  }),
];

const bodies: HostileRequest[] = [
  body('a comment of 20 MB', 413, 'PAYLOAD_TOO_LARGE', { query: `#${'x'.repeat(20 * MB)}\n{ __typename }` }),
  body('20 MB of blanks', 413, 'PAYLOAD_TOO_LARGE', ' '.repeat(20 * MB)),
  body('20 MB of variables', 413, 'PAYLOAD_TOO_LARGE', {
    query: '{ __typename }',
    variables: { a: 'x'.repeat(20 * MB) },
  }),
  body(
    'one byte over the cap',
    413,
    'PAYLOAD_TOO_LARGE',
    `${JSON.stringify({ query: '{ __typename }' })}`.padEnd(100 * 1024 + 1),
  ),
  {
    name: 'a comment of 20 MB in chunks without a length',
    code: 'PAYLOAD_TOO_LARGE',
    status: 413,
    init: { method: 'POST', headers: JSON_TYPE, body: stream(20 * MB, Buffer.alloc(64 * 1024, '#')), duplex: 'half' },
  },
  body('a gzip bomb', 415, 'UNSUPPORTED_MEDIA_TYPE', gzipSync(Buffer.alloc(20 * MB)), { 'Content-Encoding': 'gzip' }),
  body('a brotli body', 415, 'UNSUPPORTED_MEDIA_TYPE', brotliCompressSync('{}'), { 'Content-Encoding': 'br' }),
  body('a doubly compressed body', 415, 'UNSUPPORTED_MEDIA_TYPE', '{}', { 'Content-Encoding': 'gzip, gzip' }),
  body('a form', 415, 'UNSUPPORTED_MEDIA_TYPE', 'query=%7B__typename%7D', {
    'Content-Type': 'application/x-www-form-urlencoded',
  }),
  body('plain text', 415, 'UNSUPPORTED_MEDIA_TYPE', '{"query": "{ __typename }"}', { 'Content-Type': 'text/plain' }),
  body('a multipart upload', 415, 'UNSUPPORTED_MEDIA_TYPE', '--x\r\n\r\n--x--', {
    'Content-Type': 'multipart/form-data; boundary=x',
  }),
  body('a bare document', 415, 'UNSUPPORTED_MEDIA_TYPE', '{ __typename }', { 'Content-Type': 'application/graphql' }),
  body('JSON in UTF-16 by its header', 415, 'UNSUPPORTED_MEDIA_TYPE', '{}', {
    'Content-Type': 'application/json; charset=utf-16',
  }),
  body('XML', 415, 'UNSUPPORTED_MEDIA_TYPE', '<a/>', { 'Content-Type': 'application/xml' }),
  body('two content types', 415, 'UNSUPPORTED_MEDIA_TYPE', '{}', { 'Content-Type': 'application/json, text/plain' }),
  body('JSON in UTF-16 in truth', 400, 'BAD_REQUEST', Buffer.from('{"query":"{ __typename }"}', 'utf16le')),
  body('bytes that are not UTF-8', 400, 'BAD_REQUEST', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])),
  body('half a JSON', 400, 'BAD_REQUEST', '{"query": "{ __typename'),
  body('an empty body', 400, 'BAD_REQUEST', ''),
  body('null', 400, 'BAD_REQUEST', 'null'),
  body('a number', 400, 'BAD_REQUEST', '1e999'),
  body('a text', 400, 'BAD_REQUEST', '"{ __typename }"'),
  body('a batch of two', 400, 'BATCHING_NOT_SUPPORTED', '[{"query":"{__typename}"},{"query":"{__typename}"}]'),
  body('a batch of none', 400, 'BATCHING_NOT_SUPPORTED', '[]'),
  body(
    'a batch of 2,000',
    400,
    'BATCHING_NOT_SUPPORTED',
    `[${Array(2_000).fill('{"query":"{__typename}"}').join(',')}]`,
  ),
  body('50,000 nested batches', 400, 'BATCHING_NOT_SUPPORTED', `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  body('15,000 nested objects', 400, 'BAD_REQUEST', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`),
  body('no document', 400, 'BAD_REQUEST', {}),
  body('a document that is a number', 400, 'BAD_REQUEST', { query: 1 }),
  body('a document that is a list', 400, 'BAD_REQUEST', { query: ['{ __typename }'] }),
  body('a parameter that there is not', 400, 'BAD_REQUEST', { query: '{ __typename }', plan: 'business' }),
  body(
    'a prototype as a parameter',
    400,
    'BAD_REQUEST',
    '{"query": "{ __typename }", "__proto__": {"plan": "business"}}',
  ),
  body('a constructor as a parameter', 400, 'BAD_REQUEST', {
    query: '{ __typename }',
    constructor: { prototype: { a: 1 } },
  }),
  body('an Accept that there is not', 406, 'NOT_ACCEPTABLE', { query: '{ __typename }' }, { Accept: 'image/png' }),
];

const KNOWN = '{ country(code: "JP") { id } }';

const stored: HostileRequest[] = [
  body('an unknown hash', 404, 'PERSISTED_QUERY_NOT_FOUND', { extensions: persisted('0'.repeat(64)) }),
  body('a hash that is too short', 400, 'BAD_REQUEST', { extensions: persisted('abc') }),
  body('a hash that is an object', 400, 'BAD_REQUEST', { extensions: persisted({}) }),
  body('a hash that is a prototype', 400, 'BAD_REQUEST', { extensions: persisted('__proto__') }),
  body('a hash of another version', 400, 'BAD_REQUEST', { extensions: persisted('0'.repeat(64), 2) }),
  body('a document with a hash that is not its own', 400, 'PERSISTED_QUERY_MISMATCH', {
    query: KNOWN,
    extensions: persisted('0'.repeat(64)),
  }),
  body('the hash of a document that was never stored', 404, 'PERSISTED_QUERY_NOT_FOUND', {
    extensions: persisted(sha256(KNOWN)),
  }),
  get('an operation of no name', 404, 'PERSISTED_QUERY_NOT_FOUND', '?operation=Nothing'),
  get('an operation that is a prototype', 404, 'PERSISTED_QUERY_NOT_FOUND', '?operation=__proto__'),
  get('an operation that is a path', 404, 'PERSISTED_QUERY_NOT_FOUND', '?operation=..%2f..%2fetc%2fpasswd'),
  get('two operations', 400, 'BAD_REQUEST', '?operation=Regions&operation=States'),
  get(
    'a document with the name of an operation',
    400,
    'PERSISTED_QUERY_MISMATCH',
    `?operation=Regions&query=${encodeURIComponent(KNOWN)}`,
  ),
  get(
    'an operation and a hash',
    400,
    'BAD_REQUEST',
    `?operation=Regions&extensions=${encodeURIComponent(JSON.stringify(persisted('0'.repeat(64))))}`,
  ),
  get('an operation with another name', 400, 'OPERATION_RESOLUTION_FAILURE', '?operation=Regions&operationName=States'),
  get(
    'an operation with variables that do not fit',
    400,
    'BAD_USER_INPUT',
    `?operation=CountryDetails&variables=${encodeURIComponent('{"country": {"$ne": null}}')}`,
  ),
];

const wires: HostileRequest[] = [
  get(
    'a mutation over GET',
    400,
    'OPERATION_RESOLUTION_FAILURE',
    `?query=${encodeURIComponent('mutation { __typename }')}`,
  ),
  get('nothing over GET', 400, 'BAD_REQUEST', ''),
  get('two documents over GET', 400, 'BAD_REQUEST', '?query=%7B__typename%7D&query=%7B__typename%7D'),
  get('variables that are no JSON over GET', 400, 'BAD_REQUEST', '?query=%7B__typename%7D&variables=%7B'),
  get('a malformed escape', 400, 'BAD_REQUEST', '?query=%zz'),
  get('an overlong escape', 400, 'BAD_REQUEST', '?query=%c0%af'),
  get('NUL over GET', 400, 'BAD_REQUEST', '?query=%00'),
  get('a key in the query', 400, 'BAD_REQUEST', '?query=%7B__typename%7D&key=geo_x'),
  get('a batch over GET', 400, 'GRAPHQL_PARSE_FAILED', '?query=%5B%7B__typename%7D%5D'),
  { name: 'PUT', code: 'METHOD_NOT_ALLOWED', status: 405, init: { method: 'PUT', headers: JSON_TYPE, body: '{}' } },
  { name: 'DELETE', code: 'METHOD_NOT_ALLOWED', status: 405, init: { method: 'DELETE' } },
  { name: 'PATCH', code: 'METHOD_NOT_ALLOWED', status: 405, init: { method: 'PATCH', headers: JSON_TYPE, body: '{}' } },
  { ...get('a simple GET of another site', 401, 'UNAUTHENTICATED', '?query=%7B__typename%7D'), keyless: true },
  { ...doc('a document without a key', 'UNAUTHENTICATED', '{ __typename }'), status: 401, keyless: true },
  body(
    'a key that is none',
    401,
    'UNAUTHENTICATED',
    { query: '{ __typename }' },
    { 'X-SVCAPI-KEY': 'geo_000000000000000000000000000000000000' },
  ),
  body(
    'a key that is a page long',
    401,
    'UNAUTHENTICATED',
    { query: '{ __typename }' },
    { 'X-SVCAPI-KEY': 'a'.repeat(8_000) },
  ),
];

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [...documents, ...variables, ...bodies, ...stored, ...wires];
