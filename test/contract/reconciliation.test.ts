/** Every answer of `/reconcile` against the JSON schemas of the Reconciliation Service API 0.2. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { NO_RECONCILIATION_SCHEMAS, reconciliationSchemasDir } from '../environment.ts';
import { openService, type TestService } from '../service.ts';
import { contractTool, HAS_CONTRACT_TOOLS, NO_CONTRACT_TOOLS } from './contract-tool.ts';

const folder = reconciliationSchemasDir();
const missing = HAS_CONTRACT_TOOLS ? (folder ? undefined : NO_RECONCILIATION_SCHEMAS) : NO_CONTRACT_TOOLS;
const SCHEMAS = 'https://reconciliation-api.github.io/specs/0.2/schemas';

interface Validator {
  validate(schema: string, value: unknown): boolean;
  addSchema(schema: object): void;
  errorsText(): string;
}

function validator(schemas: string): Validator {
  const { default: Ajv } = createRequire(import.meta.url)(contractTool('ajv'));
  const ajv: Validator = new Ajv({ strict: false, validateFormats: false });
  for (const name of readdirSync(schemas).filter((each) => each.endsWith('.json'))) {
    const { $schema: _dialect, ...schema } = JSON.parse(readFileSync(join(schemas, name), 'utf8'));
    ajv.addSchema({ ...schema, $id: name === 'openapi.json' ? schema.$id : `${SCHEMAS}/${name}` });
  }
  return ajv;
}

describe.skipIf(missing)(`the answers of /reconcile${missing ? `: ${missing}` : ''}`, () => {
  let service: TestService;
  let schemas: Validator;
  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home || !folder) throw new Error('no home');
    service = await openService(home);
    schemas = validator(folder);
  });
  afterAll(() => service.close());

  const queries = (batch: object) => `?queries=${encodeURIComponent(JSON.stringify(batch))}`;
  const extend = (extension: object) => `?extend=${encodeURIComponent(JSON.stringify(extension))}`;
  const every = ['country', 'state', 'name', 'native', 'population', 'latitude', 'timezones', 'no_such'];

  it.each([
    ['manifest.json', ''],
    ['reconciliation-result-batch.json', queries({ a: { query: 'Tokio' }, b: { query: 'zzz' }, c: 1 })],
    ['reconciliation-result-batch.json', queries({ a: { query: 'London', type: 'city', limit: 3 } })],
    ['reconciliation-result-batch.json', queries({})],
    ['suggest-entities-response.json', '/suggest/entity?prefix=lon'],
    ['suggest-entities-response.json', '/suggest/entity?prefix='],
    ['suggest-types-response.json', '/suggest/type?prefix='],
    ['suggest-properties-response.json', '/suggest/property?prefix='],
    ['data-extension-property-proposal.json', '/extend/propose?type=city'],
    ['data-extension-property-proposal.json', '/extend/propose?type=&limit=3'],
    [
      'data-extension-response.json',
      extend({ ids: ['city-1', 'state-823', 'country-109', 'x'], properties: every.map((id) => ({ id })) }),
    ],
    ['data-extension-response.json', extend({ ids: [], properties: [] })],
  ])('%s: %s', async (schema, path) => {
    const answer = await service.get(`/reconcile${path}`, 'Professional');
    const body = await answer.json();
    expect([answer.status, schemas.validate(`${SCHEMAS}/${schema}`, body), schemas.errorsText()]).toEqual([
      200,
      true,
      'No errors',
    ]);
  });

  it('and what is no such answer is told', () => {
    expect(schemas.validate(`${SCHEMAS}/reconciliation-result-batch.json`, { a: { result: [{ id: 1 }] } })).toBe(false);
  });
});
