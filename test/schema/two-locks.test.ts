import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findOverReach } from '../../src/auth/tier-guard.ts';
import { schema } from '../../src/schema/schema.ts';
import { openService, type TestService } from '../service.ts';
import { callerOf, type Data, type Graph, openGraph } from './graph.ts';
import { factsOf } from './operation.ts';

/** Arguments that reach above Basic without selecting anything above it: each with the field or feature that it needs. */
const BY_ARGUMENT: [string, string][] = [
  ['{ countries(orderBy: [{ field: POPULATION, direction: DESC }]) { nodes { id } } }', 'Country.population'],
  ['{ countries(orderBy: [{ field: NAME }]) { nodes { id } } }', 'fieldsFiltering'],
  ['{ countries(orderBy: []) { nodes { id } } }', 'fieldsFiltering'],
  ['{ countries(search: "an") { nodes { id } } }', 'inlineSearch'],
  ['{ countries(filter: { text: "an" }) { nodes { id } } }', 'inlineSearch'],
  ['{ countries(filter: { population: { min: 1 } }) { nodes { id } } }', 'Country.population'],
  ['{ countries(filter: { gdp: {} }) { totalCount } }', 'Country.gdp'],
  ['{ countries(filter: { numericCode: ["392"] }) { nodes { id } } }', 'Country.numericCode'],
  ['{ countries(filter: { wikiDataId: ["Q17"] }) { totalCount } }', 'Country.wikiDataId'],
  ['{ countries { nodes { states(filter: { type: ["state"] }) { totalCount } } } }', 'State.type'],
  ['{ countries { nodes { states(filter: { hasParentId: true }) { nodes { id } } } } }', 'State.parentId'],
  [
    '{ country(code: "JP") { states { nodes { cities(filter: { population: { max: 9 } }) { totalCount } } } } }',
    'City.population',
  ],
  [
    '{ state(country: "JP", iso2: "13") { cities(orderBy: [{ field: POPULATION }]) { nodes { id } } } }',
    'City.population',
  ],
  [
    '{ state(country: "JP", iso2: "13") { cities(filter: { timezone: ["Asia/Tokyo"] }) { nodes { id } } } }',
    'City.timezone',
  ],
  ['{ country(numeric: "392") { id } }', 'isoLookup'],
  ['{ state(iso31662: "US-CA") { id } }', 'isoLookup'],
  ['{ country(code: "JP") { name(locale: "ja") } }', 'Country.translations'],
  [
    'query ($f: CountryFilter = { population: { min: 1 } }) { countries(filter: $f) { nodes { id } } }',
    'Country.population',
  ],
  ['query ($l: String = "ja") { countries { nodes { name(locale: $l) } } }', 'Country.translations'],
  ['{ node(id: "UmVnaW9uOjQ") { nodeId } }', 'regionsApi'],
];

const hasValue = (data: Data): boolean =>
  Array.isArray(data)
    ? data.some(hasValue)
    : typeof data === 'object' && data !== null
      ? Object.values(data).some(hasValue)
      : data !== null && data !== undefined;

describe.each(inject('homes'))('the two locks on $home', (home) => {
  let graph: Graph;
  let service: TestService;
  beforeAll(async () => {
    graph = await openGraph(home);
    service = await openService(home);
  });
  afterAll(async () => {
    await graph.close();
    await service.close();
  });

  it.each(BY_ARGUMENT)('the guard refuses %s', (query, needed) => {
    const overReach = findOverReach(factsOf(schema, parse(query)).guarded, callerOf('Community'));
    expect(overReach.flatMap(({ field, feature }) => [field, feature])).toContain(needed);
    expect(findOverReach(factsOf(schema, parse(query)).guarded, callerOf('Business'))).toEqual([]);
  });

  it.each(BY_ARGUMENT)('scope-auth alone answers nothing to %s', async (query) => {
    const { data, errors } = await graph.run('Community', query);
    expect(hasValue(data)).toBe(false);
    expect(new Set(errors?.map(({ extensions }) => extensions['code']))).toEqual(new Set(['FORBIDDEN']));
    expect((await graph.run('Business', query)).errors).toBeUndefined();
  });

  it('the guard refuses a list once, where scope-auth alone would refuse each row', async () => {
    const query = '{ countries { nodes { name population gdp } } }';
    const alone = await graph.run('Community', query);
    expect(alone.errors?.length).toBeGreaterThan(20);
    const { errors, data } = await service.graphql('Community', query);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      fields: [
        { field: 'Country.population', plan: 'Supporter' },
        { field: 'Country.gdp', plan: 'Supporter' },
      ],
    });
    expect(data ?? null).toBeNull();
  });

  // Yoga keeps what validation found under the document: a guard among the rules would hand one caller's verdict to all.
  it.each([
    ['Business', 'Community'],
    ['Community', 'Business'],
  ] as const)('judges %s and then %s anew for one document', async (first, second) => {
    const query = `{ countries { nodes { wikiDataId ${first}: name } } }`;
    for (const plan of [first, second, first, second]) {
      const { data, errors } = await service.graphql(plan, query);
      if (plan === 'Business') {
        expect(errors).toBeUndefined();
        expect(hasValue(data)).toBe(true);
      } else {
        // `fields` is the guard's: the second lock would refuse as well, without naming any.
        expect(errors?.map(({ extensions }) => extensions?.['fields'])).toEqual([
          [{ field: 'Country.wikiDataId', plan: 'Professional' }],
        ]);
        expect(data ?? null).toBeNull();
      }
    }
  });

  it('says nothing in a refusal that the caller did not ask', async () => {
    const { errors } = await service.graphql('Community', '{ country(code: "JP") { population } }');
    expect(JSON.stringify(errors)).not.toMatch(/wikiData|gdp|1233|SELECT|geo_/);
  });
});
