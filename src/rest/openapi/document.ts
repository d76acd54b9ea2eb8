/** The OpenAPI document of `/v1`: everything in it is read from the routes, the resources and the plans. */
import type { GraphQLSchema } from 'graphql';
import { DEFAULT_KEY_ALIASES, KEY_HEADER } from '../../auth/key-headers.ts';
import { PLAN_NAMES, PLANS } from '../../auth/plans.ts';
import { ERROR_KINDS } from '../../http/errors.ts';
import { compileOperations } from '../operations.ts';
import type { BatchRoute } from '../batch.ts';
import type { Route } from '../route.ts';
import { headerComponents } from './answer-headers.ts';
import { answerSchema, RESOURCES } from './answer-schema.ts';
import { batchOperationOf } from './batch-operation.ts';
import { ERROR_SCHEMAS, sharedErrors } from './error-answers.ts';
import { type JsonSchema, type ObjectSchema, selectionSchema } from './json-schema.ts';
import { type OperationOptions, operationOf, pathTemplate } from './operation.ts';

export interface DocumentOptions extends OperationOptions {
  readonly routes: readonly Route[];
  readonly batches: readonly BatchRoute[];
  readonly schema: GraphQLSchema;
  readonly version: string;
  /** Other names of the header that carries the key, where they are not the usual ones. */
  readonly keyAliases?: readonly string[];
}

const TAGS: Readonly<Record<string, string>> = {
  Countries: 'Countries of the world: codes, capital, currency, population, flag and more.',
  States: 'States, provinces, regions and other first divisions of countries.',
  Cities: 'Cities, towns and districts.',
  Regions: 'Continents and their parts.',
  Currencies: 'Who pays with what.',
  'Dial codes': 'International dial codes, and the country of a telephone number.',
  'ISO codes': 'Look-up by ISO 3166-1 and ISO 3166-2 code, and conversion between the forms.',
  'Time zones': 'The time zone of a country, state or city, true for the present year.',
  Search: 'Names found in spite of typing errors.',
};

/** The whole document, ready to be serialised. */
export function openApiDocument({
  routes,
  batches,
  schema,
  version,
  keyAliases = DEFAULT_KEY_ALIASES,
  ...options
}: DocumentOptions): JsonSchema {
  const operations = compileOperations(routes, schema);
  const schemas = new Map<string, JsonSchema>();
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const operation = operations.get(route.operationId);
    if (!operation) throw new Error(`no operation ${route.operationId}`);
    const answer = answerSchema(route, operation.document, schema);
    for (const [name, item] of answer.items) {
      addSchema(schemas, name, item);
      if (route.query['fields'] && !RESOURCES.has(name)) addSchema(schemas, `${name}Fields`, beside(item));
    }
    paths[pathTemplate(route)] = { get: operationOf(route, answer, options) };
  }
  for (const batch of batches) {
    const { document } = compileOperations([batch], schema).get(batch.operationId) ?? {};
    if (!document) throw new Error(`no operation ${batch.operationId}`);
    const [[item, row] = []] = answerSchema({}, document, schema).items;
    if (item === undefined || row === undefined) throw new Error(`${batch.operationId} answers nothing`);
    addSchema(schemas, item, row);
    paths[batch.path] = { post: batchOperationOf(batch, { ...options, item }) };
  }
  return {
    openapi: '3.1.0',
    info: info(version),
    servers: [{ url: '/', description: 'This installation.' }],
    security: [{ apiKey: [] }],
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: KEY_HEADER, description: keyText(keyAliases) },
      },
      parameters: PARAMETERS,
      headers: headerComponents(),
      responses: sharedErrors(options.upgradeUrl),
      schemas: { ...withSelections(schemas), ...ERROR_SCHEMAS },
    },
  };
}

function keyText(aliases: readonly string[]): string {
  const text = 'Your key. It decides the plan, and with it what is answered.';
  return aliases.length === 0
    ? text
    : `${text} It may also come as ${aliases.map((name) => `\`${name}\``).join(' or ')}.`;
}

const PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags of answers that you have; the answer is 304 without a body when one of them still holds.',
    schema: { type: 'string' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it.',
    schema: { type: 'string' },
  },
};

function info(version: string): JsonSchema {
  return {
    title: 'Geographic reference service',
    version,
    summary: 'Countries, states, cities, regions, currencies, dial codes, time zones and typo-tolerant search.',
    description: description(),
    contact: { name: 'The operator of this installation' },
    license: {
      name: 'Data: Open Database License 1.0',
      url: 'https://opendatacommons.org/licenses/odbl/1-0/',
    },
  };
}

function description(): string {
  const plans = PLAN_NAMES.map((plan) => `| ${plan} | ${PLANS[plan].tier} |`).join('\n');
  const errors = Object.entries(ERROR_KINDS)
    .map(([kind, { status, error }]) => `| ${status} | [${error}](/docs/errors#${kind}) |`)
    .join('\n');
  return `[Front page](/) · [GraphiQL](/graphql) · [Errors](/docs/errors) · [/openapi.yaml](/openapi.yaml)

Every request has the header \`X-SVCAPI-KEY\`. It is a GET, and HEAD answers alike without a body, unless the operation takes rows: then it is a POST. The key decides the plan; the plan decides which operations answer and which fields a record has.

## Plans
| Plan | Tier of fields |
|---|---|
${plans}

"From the Supporter plan" follows the order Community, Starter, Supporter, Professional, Business; Legacy stands with Starter. A field above the caller's tier is absent; a field within it is always there, \`null\` where the data has none.

## Order of checks
Path, method, key, quota, plan, parameters, look-up: the first that fails answers.

## Errors
Every error is an object with \`error\`.

| Status | \`error\` |
|---|---|
${errors}

## Caching
Answers have a strong \`ETag\`; ask again with \`If-None-Match\` and get 304 while nothing changed. Bodies over 1 KiB come with \`br\` or \`gzip\` when \`Accept-Encoding\` asks for it.

## Browsers
Any page may ask: every answer has \`Access-Control-Allow-Origin: *\`, and OPTIONS answers a preflight.`;
}

function tagsOf(routes: readonly Route[]): JsonSchema[] {
  return [...new Set(routes.map(({ tag }) => tag))].map((name) => {
    const text = TAGS[name];
    if (text === undefined) throw new Error(`the tag ${name} has no description`);
    return { name, description: text };
  });
}

function addSchema(schemas: Map<string, JsonSchema>, name: string, schema: ObjectSchema): void {
  const known = schemas.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas have the name ${name}`);
  schemas.set(name, schema);
}

/** What holds a record and more, as `fields` left the record: the rest always is there. */
function beside(item: ObjectSchema): ObjectSchema {
  const ofRecords = new Set([...RESOURCES.values()].flatMap(({ fields }) => fields.map(({ wire }) => wire)));
  return { ...item, required: item.required.filter((name) => name === 'id' || !ofRecords.has(name)) };
}

function withSelections(schemas: ReadonlyMap<string, JsonSchema>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    [...schemas].flatMap(([name, schema]) => {
      const resource = RESOURCES.get(name);
      if (!resource) return [[name, schema]];
      const selection = {
        ...selectionSchema(resource),
        description: `A ${name.toLowerCase()} as \`fields\` left it: the fields asked for, and always \`id\`.`,
      };
      return [
        [name, { ...schema, description: `A ${name.toLowerCase()}.` }],
        [`${name}Fields`, selection],
      ];
    }),
  );
}
