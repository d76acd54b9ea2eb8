/** Requests for what a plan has not, written in ways that a gate and a router may read differently: at random from a seed. */
import fc from 'fast-check';
import { BATCHES } from '../../src/rest/batches.ts';
import { ROUTES } from '../../src/rest/routes.ts';

const SEED = 20261130;

/** What the lowest plan is refused, as a client that means well asks for it. */
export interface Gated {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
}

export interface Variant {
  readonly of: Gated;
  readonly method: string;
  readonly target: string;
  readonly lines: readonly string[];
}

const DOCUMENT = '{ regions { nodes { name } } }';

export const GATED: readonly Gated[] = [
  ...ROUTES.filter((route) => route.gate).map(({ example }): Gated => ({ method: 'GET', target: example })),
  // Of a route that everybody has, a parameter that not everybody has.
  ...ROUTES.filter((route) => !route.gate).flatMap(({ example, query }) =>
    Object.entries(query)
      .filter(([name, parameter]) => parameter.gate && !new RegExp(`[?&]${name}=`).test(example))
      .map(([name]): Gated => {
        const mark = example.includes('?') ? '&' : '?';
        return { method: 'GET', target: `${example}${mark}${name}=${name === 'q' ? 'an' : 'name'}` };
      }),
  ),
  ...BATCHES.map(({ path, example }): Gated => ({ method: 'POST', target: path, body: JSON.stringify(example) })),
  { method: 'POST', target: '/graphql', body: JSON.stringify({ query: DOCUMENT }) },
  { method: 'GET', target: `/graphql?query=${encodeURIComponent(DOCUMENT)}` },
];

/** Targets that the lowest plan is answered: behind them others hide. */
export const OPEN: readonly string[] = [
  '/livez',
  ...ROUTES.filter((route) => !route.gate).map(({ example }) => example),
];

type Change = (text: string) => string;

const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
const at = (text: string, where: number, change: Change): string => {
  const place = where % Math.max(1, text.length);
  return text.slice(0, place) + change(text[place] ?? '') + text.slice(place + 1);
};
const slashesOf = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => index);
/** Changes one of the slashes of a path. */
const atSlash = (path: string, where: number, change: Change): string => {
  const slashes = slashesOf(path);
  return at(path, slashes[where % Math.max(1, slashes.length)] ?? 0, change);
};

const ESCAPES: readonly Change[] = [hex, (sign) => hex(sign).toUpperCase(), (sign) => `%25${hex(sign).slice(1)}`];
const OTHER_SLASHES = '// /// /./ /%2e/ /.%2e/ %2F %2f %252f \\ %5c /;/ /;a=b/'.split(' ');
const MORE_SLASHES = '%c0%af %e0%80%af %ef%bc%8f /%20/ /%00/ /x/../ /x/%2e%2e/ /..;/ /*/'.split(' ');
const ENDS = '/ // /. /.. . .. ... ; ;x ;a=b %20 %09 %00 %0a %0d%0a %23'.split(' ');
const MORE_ENDS = '# #/livez %3f ? ?? .json .html ~ * /* % %zz /%2e%2e %2e &'.split(' ');
const STARTS = '/livez/.. /v1/.. /. / // /; /v1 /docs/.. /%2e /%2e%2e /.. \\ /x/../'.split(' ');

const QUERY_ENDS = '& && &a=b &__proto__=1 &_method=GET &plan=business &fields= &fields=name &q= #x &%00'.split(' ');

const place = fc.nat(60);
const pathChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...ESCAPES)).map(
    ([where, toEscape]): Change =>
      (path) =>
        at(path, where, toEscape),
  ),
  fc.constantFrom(...ESCAPES).map(
    (toEscape): Change =>
      (path) =>
        path.replaceAll(/[^/]/g, toEscape),
  ),
  place.map(
    (where): Change =>
      (path) =>
        at(path, where, (sign) => (/[a-z]/.test(sign) ? sign.toUpperCase() : sign.toLowerCase())),
  ),
  fc.constantFrom<Change>(
    (path) => path.toUpperCase(),
    (path) => path.replace('/v1/', '/V1/'),
    (path) => path.replace('/v1/', '/v2/../v1/'),
    (path) => path.replace('/v1/', '/v1.0/'),
  ),
  fc.tuple(place, fc.constantFrom(...OTHER_SLASHES, ...MORE_SLASHES)).map(
    ([where, other]): Change =>
      (path) =>
        atSlash(path, where, () => other),
  ),
  fc.constantFrom(...ENDS, ...MORE_ENDS).map(
    (end): Change =>
      (path) =>
        path + end,
  ),
  fc.constantFrom(...STARTS).map(
    (start): Change =>
      (path) =>
        start + path,
  ),
  fc
    .tuple(
      fc.constantFrom(...OPEN.filter((open) => !open.includes('?'))),
      fc.constantFrom('/../../..', '/%2e%2e/%2e%2e', '/..%2f..%2f..', ';', '#', '?', '%3f', '/'),
    )
    .map(
      ([open, back]): Change =>
        (path) =>
          open + back + path,
    ),
);

const queryChange: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...QUERY_ENDS).map(
    (end): Change =>
      (query) =>
        query + end,
  ),
  fc.tuple(place, fc.constantFrom(...ESCAPES)).map(
    ([where, toEscape]): Change =>
      (query) =>
        query === '' ? '' : at(query, where, toEscape),
  ),
  fc.constantFrom<Change>(
    (query) => `${query}&${query}`,
    (query) => query.toUpperCase(),
    (query) => query.replaceAll('&', ';'),
    (query) => query.replace('=', '%3d'),
    (query) => query.replace('=', '[]='),
    (query) => `url=/livez&${query}`,
  ),
  fc.constantFrom(300, 4_000, 9_000, 15_000).map(
    (length): Change =>
      (query) =>
        `${query}&x=${'l'.repeat(length)}`,
  ),
);

const FORMS: readonly Change[] = [
  (target) => `http://geo.test${target}`,
  (target) => `https://geo.test${target}`,
  (target) => `HTTP://GEO.TEST:80${target}`,
  (target) => `http://business@geo.test${target}`,
  (target) => `http://other.test${target}`,
  (target) => `http:${target}`,
  (target) => `//geo.test${target}`,
  (target) => target.slice(1),
  (target) => `http://geo.test/livez?${target}`,
];

const METHODS = 'HEAD OPTIONS POST PUT PATCH DELETE get Get QUERY SEARCH PROPFIND TRACE'.split(' ');

const TARGET_LINES = 'X-Original-URL X-Rewrite-URL X-Forwarded-Uri X-Original-URI X-Envoy-Original-Path Referer'.split(
  ' ',
);

/** What other servers read the target, the method or the caller from. */
const lineOf = ({ target, method }: Gated): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...TARGET_LINES).map((name) => `${name}: ${target}`),
    fc
      .tuple(
        fc.constantFrom('X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'),
        fc.constantFrom(method, 'HEAD', 'OPTIONS', 'GET'),
      )
      .map(([name, other]) => `${name}: ${other}`),
    fc.constantFrom(
      'X-SVCAPI-Plan: business',
      'X-Plan: Business',
      'Cookie: plan=business; admin=1',
      'Authorization: Basic YnVzaW5lc3M6YnVzaW5lc3M=',
      'Authorization: Bearer business',
      'X-Forwarded-For: 127.0.0.1',
      'X-Real-IP: 127.0.0.1',
      'Forwarded: for=127.0.0.1;host=geo.test;proto=https',
      'X-Forwarded-Host: localhost',
      'X-Forwarded-Prefix: /v1',
      'Connection: X-SVCAPI-KEY',
      'If-None-Match: *',
      'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT',
      'Range: bytes=0-99',

      'Sec-Purpose: prefetch',
      'Access-Control-Request-Method: GET',
      'X-CSCAPI-KEY:',
    ),
  );

/** Once in so many times; else null. */
const sometimes = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

function changed(gated: Gated): fc.Arbitrary<Variant> {
  const [path = '', ...rest] = gated.target.split('?');
  const query = rest.join('?');
  return fc
    .record({
      pathChanges: fc.array(pathChange, { maxLength: 2 }),
      queryChanges: fc.array(queryChange, { maxLength: 1 }),
      form: sometimes(6, fc.constantFrom(...FORMS)),
      method: sometimes(6, fc.constantFrom(...METHODS)),
      lines: fc.array(lineOf(gated), { maxLength: 2 }),
      /** Asks for what is open, and for the other only in a line. */
      open: sometimes(10, fc.constantFrom(...OPEN)),
    })
    .map(({ pathChanges, queryChanges, form, method, lines, open }) => {
      const newPath = pathChanges.reduce((text, change) => change(text), path);
      const newQuery = queryChanges.reduce((text, change) => change(text), query);
      const target = open ?? newPath + (newQuery === '' ? '' : `?${newQuery}`);
      return {
        of: gated,
        method: method ?? gated.method,
        // What is written of a host has to end before the path begins.
        target: form && target.startsWith('/') ? form(target) : target,
        lines: open === null ? lines : [`X-Original-URL: ${gated.target}`, ...lines],
      };
    });
}

/** As many as asked for, none twice, always the same ones. */
export function gateVariants(count: number): Variant[] {
  const arbitrary = fc.oneof(...GATED.map(changed));
  const drawn = fc.sample(arbitrary, { numRuns: Math.ceil(count * 1.1), seed: SEED });
  const different = new Map(drawn.map((each) => [JSON.stringify(each), each]));
  return [...different.values()].slice(0, count);
}
