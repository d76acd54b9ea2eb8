/** The headers of answers (contract, sections 5 and 6). */
import { DEFAULT_KEY_ALIASES, varyByKey } from '../../auth/key-headers.ts';
import { PLAN_NAMES } from '../../auth/plans.ts';
import { DATA_LICENCE_LINK } from '../../http/data-licence.ts';
import type { JsonSchema } from './json-schema.ts';

/** Answers that may be kept, personal ones, errors of a known caller, and errors of nobody in particular. */
export type AnswerKind = 'kept' | 'personal' | 'failed' | 'refused';

interface HeaderSpec {
  readonly doc: string;
  readonly schema: JsonSchema;
  readonly example: string;
  /** The answers that have it, beside those that name it. */
  readonly on: readonly AnswerKind[];
  /** True for one that not every such answer has. */
  readonly sometimes?: true;
}

const EVERY = ['kept', 'personal', 'failed', 'refused'] as const;
const ADMITTED = ['kept', 'personal', 'failed'] as const;
const text: JsonSchema = { type: 'string' };
const LIMIT: JsonSchema = { type: 'string', pattern: '^(?:unlimited|[0-9]+)$' };

export const HEADERS = {
  ETag: {
    doc: 'Entity tag of exactly these bytes; send it back in `If-None-Match`.',
    schema: text,
    example: '"4C7Hj1c2bVwYf0n3qkX8m1s9QeA"',
    on: ['kept'],
  },
  'Cache-Control': {
    doc: 'How long the answer may be kept, by the caller alone; `no-store` for errors and personal data.',
    schema: text,
    example: 'private, max-age=86400',
    on: EVERY,
  },
  Vary: {
    doc: 'The request headers that the answer depends on.',
    schema: text,
    example: varyByKey('Accept-Encoding', DEFAULT_KEY_ALIASES),
    on: EVERY,
  },
  'X-Cache': {
    doc: 'Whether the answer was in the cache of the service.',
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
    example: 'MISS',
    on: ['kept', 'personal'],
  },
  Link: {
    doc: 'Where the licence of the data stands (`license`), or what an error means and what to do (`help`).',
    schema: text,
    example: DATA_LICENCE_LINK,
    on: ['kept', 'failed', 'refused'],
  },
  'X-SVCAPI-Plan': {
    doc: "The caller's plan.",
    schema: { type: 'string', enum: PLAN_NAMES.map((plan) => plan.toLowerCase()) },
    example: 'professional',
    on: ADMITTED,
  },
  'X-SVCAPI-Daily-Used': {
    doc: 'Requests of the key that count for the present UTC day; always 0 for a plan without limits.',
    schema: { type: 'integer', minimum: 0 },
    example: '17',
    on: ADMITTED,
  },
  'X-SVCAPI-Daily-Limit': {
    doc: 'Requests that the plan allows in a UTC day, or `unlimited`.',
    schema: LIMIT,
    example: '100',
    on: ADMITTED,
  },
  'X-SVCAPI-Monthly-Used': {
    doc: 'Requests of the key that count for the present UTC month; always 0 for a plan without limits.',
    schema: { type: 'integer', minimum: 0 },
    example: '230',
    on: ADMITTED,
  },
  'X-SVCAPI-Monthly-Limit': {
    doc: 'Requests that the plan allows in a UTC month, or `unlimited`.',
    schema: LIMIT,
    example: '2000',
    on: ADMITTED,
  },
  RateLimit: {
    doc: 'What is left of each limit (`r`) and for how many seconds (`t`); only for a plan with limits.',
    schema: text,
    example: '"daily";r=83;t=38122, "monthly";r=1770;t=902122',
    on: ADMITTED,
    sometimes: true,
  },
  'RateLimit-Policy': {
    doc: 'The limits (`q`) and their periods in seconds (`w`); only for a plan with limits.',
    schema: text,
    example: '"daily";q=100;w=86400, "monthly";q=2000;w=2592000',
    on: ADMITTED,
    sometimes: true,
  },
  'X-Request-Id': {
    doc: 'The `X-Request-Id` of the request when it sent a sane one, else a new one. Name it when you report a fault.',
    schema: text,
    example: '5f0c2b9e-6a43-4f0e-9a55-0c1d2e3f4a5b',
    on: EVERY,
  },
  'Retry-After': {
    doc: 'Seconds to wait before asking again.',
    schema: { type: 'integer', minimum: 0 },
    example: '1',
    on: [],
  },
  Allow: { doc: 'The methods that the path has.', schema: text, example: 'GET, HEAD, OPTIONS', on: [] },
} as const satisfies Record<string, HeaderSpec>;

export type HeaderName = keyof typeof HEADERS;

/** `components.headers`. */
export function headerComponents(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries<HeaderSpec>(HEADERS).map(([name, { doc, schema, example }]) => [
      name,
      { description: doc, schema, example: schema['type'] === 'integer' ? Number(example) : example },
    ]),
  );
}

/** The headers of a kind of answer, and those that it names. */
export function headersOf(kind: AnswerKind, named: readonly HeaderName[] = []): JsonSchema {
  const names = Object.entries<HeaderSpec>(HEADERS).filter(
    ([name, { on }]) => on.includes(kind) || named.some((each) => each === name),
  );
  return Object.fromEntries(names.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}
