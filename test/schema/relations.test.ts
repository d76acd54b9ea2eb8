import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Data, type Graph, openGraph } from './graph.ts';

const idsOf = (list: { readonly nodes: readonly { readonly id: number }[] }) => list.nodes.map(({ id }) => id);

describe.each(inject('homes'))('relations on $home', (home) => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await openGraph(home);
  });
  afterAll(() => graph.close());

  /** Both directions of a relation: each child is in its parent's list, and the lists hold nothing else. */
  const BOTH_WAYS: [string, string, string, (child: Data) => number | undefined][] = [
    ['countries', 'states', 'states', (child) => child.country?.id],
    ['countries', 'cities', 'cities', (child) => child.country?.id],
    ['states', 'cities', 'cities', (child) => child.state?.id],
    ['states', 'children', 'states', (child) => child.parent?.id],
    ['cities', 'children', 'cities', (child) => child.parent?.id],
    ['regions', 'subregions', 'subregions', (child) => child.region?.id],
    ['regions', 'countries', 'countries', (child) => child.region?.id],
    ['subregions', 'countries', 'countries', (child) => child.subregion?.id],
  ];
  const UP: Readonly<Record<string, string>> = {
    states: 'country { id } parent { id }',
    cities: 'country { id } state { id } parent { id }',
    subregions: 'region { id }',
    countries: 'region { id } subregion { id }',
  };

  it.each(BOTH_WAYS)('%s.%s and back from %s say the same', async (parents, down, children, up) => {
    const data = await graph.data(
      `{ parents: ${parents}(first: 500) { nodes { id ${down}(first: 500) { totalCount nodes { id } } } }
         children: ${children}(first: 500) { nodes { id ${UP[children]} } } }`,
    );
    const linked = data.children.nodes.filter((child: Data) => up(child) !== undefined);
    expect(linked.length).toBeGreaterThan(0);
    for (const parent of data.parents.nodes) {
      const expected = linked.filter((child: Data) => up(child) === parent.id).map(({ id }: Data) => id);
      expect(idsOf(parent[down])).toEqual(expected);
      expect(parent[down].totalCount).toBe(expected.length);
    }
  });

  it('knows the countries of a currency and of a dial code, from either side', async () => {
    const { countries } = await graph.data(
      `{ countries { nodes { id currencyCode currency { code name symbol countries { nodes { id } } }
           dialCode { dialCode areaCode iso2 countries { nodes { id } } } } } }`,
    );
    const sharing = (key: (country: Data) => unknown, of: Data) =>
      countries.nodes.filter((each: Data) => key(each) === key(of)).map(({ id }: Data) => id);
    for (const country of countries.nodes) {
      expect(country.currency?.code ?? null).toBe(country.currencyCode);
      if (country.currency) {
        expect(idsOf(country.currency.countries)).toEqual(sharing((each) => each.currencyCode, country));
      }
      if (!country.dialCode) continue;
      expect(idsOf(country.dialCode.countries)).toEqual(sharing((each) => each.dialCode?.dialCode, country));
    }
    const { currency } = await graph.data('{ currency(code: "eur") { code countries { totalCount } } }');
    expect(currency.countries.totalCount).toBe(
      countries.nodes.filter((each: Data) => each.currencyCode === 'EUR').length,
    );
  });

  it('finds a country by each of its ids and codes, and by no other', async () => {
    const forms = [
      'code: "jp"',
      'code: "JPN"',
      'code: 109',
      'code: "0109"',
      'id: 109',
      'iso2: "Jp"',
      'iso3: "jpn"',
      'numeric: "392"',
    ];
    for (const form of forms) {
      expect((await graph.data(`{ country(${form}) { name } }`)).country, form).toEqual({ name: 'Japan' });
    }
    expect((await graph.data('{ country(numeric: "20") { iso2 } }')).country).toEqual({ iso2: 'AD' });
    for (const none of ['code: "QQ"', 'id: 4000', 'numeric: "999"', 'iso2: "QQ"']) {
      expect((await graph.data(`{ country(${none}) { name } }`)).country, none).toBeNull();
    }
    for (const bad of ['iso2: "JPN"', 'iso3: "JP"', 'numeric: "JP"', 'id: 1, iso2: "JP"']) {
      const { errors } = await graph.run('Business', `{ country(${bad}) { name } }`);
      expect(errors?.[0]?.extensions['code'], bad).toBe('BAD_USER_INPUT');
    }
  });

  it('finds a state by id, by country and code, and by ISO 3166-2', async () => {
    const { state } = await graph.data('{ state(iso31662: "us-ca") { id iso2 } }');
    expect(state.iso2).toBe('CA');
    expect((await graph.data(`{ state(id: ${state.id}) { iso2 } }`)).state.iso2).toBe('CA');
    expect((await graph.data('{ state(country: "USA", iso2: "ca") { id } }')).state.id).toBe(state.id);
  });

  it('finds every record again by its node id', async () => {
    const data = await graph.data(
      `{ ${['countries', 'states', 'cities', 'regions', 'subregions'].map((table) => `${table}(first: 2) { nodes { __typename nodeId id } }`).join(' ')} }`,
    );
    const nodes = Object.values<Data>(data).flatMap((list) => list.nodes);
    expect(new Set(nodes.map(({ nodeId }) => nodeId)).size).toBe(10);
    for (const { __typename, nodeId, id } of nodes) {
      const found = await graph.data(
        `query ($id: ID!) { node(id: $id) { __typename nodeId ${['Country', 'State', 'City', 'Region', 'Subregion'].map((type) => `... on ${type} { id name }`).join(' ')} } }`,
        { id: nodeId },
      );
      expect(found.node).toEqual({ __typename, nodeId, id, name: expect.any(String) });
    }
    const none = Buffer.from('City:2000000000').toString('base64url');
    expect((await graph.data('query ($id: ID!) { node(id: $id) { nodeId } }', { id: none })).node).toBeNull();
    for (const bad of [
      '',
      '12',
      'Q2l0eTo',
      Buffer.from('Query:1').toString('base64url'),
      Buffer.from('City:01').toString('base64url'),
    ]) {
      const { errors } = await graph.run('Business', 'query ($id: ID!) { node(id: $id) { nodeId } }', { id: bad });
      expect(errors?.[0]?.message, bad).toBe('id is not a node id');
    }
  });

  it('reads time zones and translations as they stand in the JSON texts', async () => {
    const { countries } = await graph.data(
      '{ countries { nodes { timezones { zoneName gmtOffset gmtOffsetName abbreviation tzName } timezonesJson translations { language name } translationsJson } } }',
    );
    for (const { timezones, timezonesJson, translations, translationsJson } of countries.nodes) {
      expect(timezones).toEqual(JSON.parse(timezonesJson));
      expect(translations).toEqual(
        translationsJson &&
          Object.entries(JSON.parse(translationsJson)).map(([language, name]) => ({ language, name })),
      );
    }
    expect(countries.nodes.some(({ timezones }: Data) => timezones.length > 1)).toBe(true);
  });

  it('names records in a language, and in English where there is no such name', async () => {
    const { country } = await graph.data(
      `{ country(iso2: "FR") { german: name(locale: "de") swiss: name(locale: "de-CH") japanese: name(locale: "JA")
           english: name(locale: "en") none: name(locale: "tlh") name } }`,
    );
    expect(country).toEqual({
      german: 'Frankreich',
      swiss: 'Frankreich',
      japanese: 'フランス',
      english: 'France',
      none: 'France',
      name: 'France',
    });
    const { errors } = await graph.run('Business', '{ country(iso2: "FR") { name(locale: "../etc") } }');
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });
});
