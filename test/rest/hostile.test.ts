import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Route } from '../../src/rest/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { openService, type TestService } from '../service.ts';
import { byNameThenId, type Row, type SourceTable, sourceRows } from '../source-rows.ts';
import { type HostileValue, handMadeValues, randomValues, SEED } from './hostile-values.ts';
import { CITY_FIELDS, COUNTRY_FIELDS, REGION_FIELDS, type SpecifiedField, STATE_FIELDS } from './specification.ts';

const TOTAL = 1_000;
const HAND_MADE = handMadeValues();
/** Each once: what is asked again tells nothing new. */
const VALUES = [
  ...new Map([...HAND_MADE, ...randomValues(TOTAL - HAND_MADE.length)].map((value) => [value.escaped, value])).values(),
];

const ROWS: Readonly<Record<SourceTable, readonly Row[]>> = {
  regions: sourceRows(FIXTURE_DIR, 'regions').sort((left, right) => left.id - right.id),
  subregions: sourceRows(FIXTURE_DIR, 'subregions').sort((left, right) => left.id - right.id),
  countries: sourceRows(FIXTURE_DIR, 'countries').sort(byNameThenId),
  states: sourceRows(FIXTURE_DIR, 'states').sort(byNameThenId),
  cities: sourceRows(FIXTURE_DIR, 'cities').sort(byNameThenId),
};

/** What stands in the other path parameters, and in the required other parameters, while one of them is hostile. */
const USUAL: Readonly<Record<string, string>> = {
  ciso: 'JP',
  state: '13',
  id: '3',
  city_id: '1',
  q: 'tokyo',
  iso: 'JP-13',
};

interface Slot {
  readonly route: Route;
  readonly name: string;
  readonly inPath: boolean;
  url(escaped: string): string;
}

function slotsOf(route: Route): Slot[] {
  const required = Object.entries(route.query).filter(([, { required: needed }]) => needed);
  const usual = (name: string, example?: string) => encodeURIComponent(USUAL[name] ?? example ?? '');
  const pathWith = (hostile?: string, escaped = '') =>
    route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      name === hostile ? escaped : usual(name, route.params[name]?.example),
    );
  const queryWithout = (hostile: string) =>
    required
      .filter(([name]) => name !== hostile)
      .map(([name, { example }]) => `${name}=${usual(name, example)}&`)
      .join('');
  return [
    ...Object.keys(route.params).map((name) => ({
      route,
      name,
      inPath: true,
      url: (escaped: string) => `${pathWith(name, escaped)}?${queryWithout('')}`,
    })),
    ...Object.keys(route.query).map((name) => ({
      route,
      name,
      inPath: false,
      url: (escaped: string) => `${pathWith()}?${queryWithout(name)}${name}=${escaped}`,
    })),
  ];
}

const SLOTS = ROUTES.flatMap(slotsOf);

type Expected = {
  readonly status: number;
  readonly ids?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly body?: unknown;
};

function countryOf(text: string): Row | undefined {
  const code = /^[a-z]{2,3}$/i.test(text) ? text.toUpperCase() : '';
  const id = /^[0-9]+$/.test(text) ? BigInt(text) : 0n;
  return ROWS.countries.find((row) => row['iso2'] === code || row['iso3'] === code || BigInt(row.id) === id);
}

/** Folds letter case one code point at a time, as a database does. */
function folded(text: string): string {
  return [...text].map((point) => ([...point.toLowerCase()].length === 1 ? point.toLowerCase() : point)).join('');
}

function filtered(rows: readonly Row[], text: string): Row[] | undefined {
  const q = text.trim().normalize('NFC');
  if ([...q].length < 2 || [...q].length > 100) return undefined;
  return rows.filter(
    ({ name, native }) =>
      folded(name).includes(folded(q)) || (typeof native === 'string' && folded(native).includes(folded(q))),
  );
}

function list(rows: readonly Row[] | undefined, empty: number): Expected {
  if (!rows) return { status: 400 };
  return rows.length === 0 && empty === 404 ? { status: 404 } : { status: 200, ids: rows.map(({ id }) => id) };
}

function one(row: Row | undefined): Expected {
  return row ? { status: 200, ids: [row.id] } : { status: 404 };
}

function withFields(fields: readonly SpecifiedField[], text: string): Expected {
  const wanted = text
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean);
  const names = fields.map(([name]) => name);
  if (wanted.some((name) => !names.includes(name))) return { status: 400 };
  return {
    status: 200,
    keys: wanted.length === 0 ? names : names.filter((name) => name === 'id' || wanted.includes(name)),
  };
}

const SORTABLE: Readonly<Record<string, readonly string[]>> = {
  states: ['id', 'name', 'iso2', 'country_code', 'population', 'latitude', 'longitude'],
  cities: ['id', 'name', 'state_code', 'country_code', 'population', 'latitude', 'longitude'],
  regions: ['id', 'name'],
};

function sorted(rows: readonly Row[], table: string, text: string): Expected {
  const tokens = text
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean);
  const keys = tokens.map((token) => token.split(':').map((part) => part.trim()));
  const valid = keys.every(
    ([field = '', direction = 'asc', ...rest]) =>
      SORTABLE[table]?.includes(field) && /^(asc|desc)$/i.test(direction) && rest.length === 0,
  );
  if (!valid) return { status: 400 };
  if (tokens.length === 0) return { status: 200, ids: rows.map(({ id }) => id) };
  const inOrder = rows.toSorted((left, right) => {
    for (const [field = '', direction = 'asc'] of keys) {
      const order = compare(left[field], right[field], field);
      if (order !== 0) return direction.toLowerCase() === 'desc' ? -order : order;
    }
    return left.id - right.id;
  });
  return { status: 200, ids: inOrder.map(({ id }) => id) };
}

function compare(left: unknown, right: unknown, field: string): number {
  const absent = (value: unknown) => value === null || value === undefined || value === '';
  if (absent(left) || absent(right)) return Number(absent(right)) - Number(absent(left));
  if (['id', 'population', 'latitude', 'longitude'].includes(field)) return Number(left) - Number(right);
  return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
}

const byCountry = (table: 'states' | 'cities', iso2: unknown) =>
  ROWS[table].filter((row) => row['country_code'] === iso2);

function stateByIso(text: string): Row | undefined {
  const [country, code] = text.toUpperCase().split('-');
  const own = ROWS.states.filter((row) => row['iso3166_2'] === text.toUpperCase());
  const preferred =
    own.find((row) => row['country_code'] === country) ?? own.toSorted((left, right) => left.id - right.id)[0];
  return preferred ?? byCountry('states', country).find((row) => !row['iso3166_2'] && row['iso2'] === code);
}

function dialCodes(text: string): Expected {
  const code = /^\+?(0*)([0-9]*)$/.exec(text.trim().replace(/^\+\s+/, '+'))?.[2];
  if (code === undefined || code.length === 0 || code.length > 4) return { status: 400 };
  return { status: 200 };
}

/** What each parameter of the ten specified operations makes of a text, worked out from the files of the data set. */
const ORACLES: Readonly<Record<string, (text: string) => Expected>> = {
  'CountryDetails ciso': (text) => one(countryOf(text)),
  'CountryDetails fields': (text) => withFields(COUNTRY_FIELDS, text),
  'CountryCurrency ciso': (text) => {
    const row = countryOf(text);
    return row?.['currency']
      ? {
          status: 200,
          body: {
            country: row['iso2'],
            currency: {
              code: row['currency'],
              name: row['currency_name'] || null,
              symbol: row['currency_symbol'] || null,
            },
          },
        }
      : { status: 404 };
  },
  'CitiesOfCountry ciso': (text) => list(byCountry('cities', countryOf(text)?.['iso2'] ?? ''), 404),
  'CitiesOfCountry q': (text) => list(filtered(byCountry('cities', 'JP'), text), 404),
  'CitiesOfCountry fields': (text) => withFields(CITY_FIELDS, text),
  'CitiesOfCountry sort': (text) => sorted(byCountry('cities', 'JP'), 'cities', text),
  'States q': (text) => list(filtered(ROWS.states, text), 200),
  'States fields': (text) => withFields(STATE_FIELDS, text),
  'States sort': (text) => sorted(ROWS.states, 'states', text),
  'Regions q': (text) => list(filtered(ROWS.regions, text), 200),
  'Regions fields': (text) => withFields(REGION_FIELDS, text),
  'Regions sort': (text) => sorted(ROWS.regions, 'regions', text),
  'RegionDetails id': (text) =>
    one(/^[0-9]+$/.test(text) ? ROWS.regions.find(({ id }) => BigInt(id) === BigInt(text)) : undefined),
  'RegionDetails fields': (text) => withFields(REGION_FIELDS, text),
  'StateDetails ciso': (text) =>
    one(byCountry('states', countryOf(text)?.['iso2'] ?? '').find((row) => row['iso2'] === '13')),
  'StateDetails state': (text) =>
    one(
      byCountry('states', 'JP').find(
        (row) => String(row['iso2']) === (/^[\x21-\x7e]+$/.test(text) ? text.toUpperCase() : ''),
      ),
    ),
  'StateDetails fields': (text) => withFields(STATE_FIELDS, text),
  'IsoState iso': (text) => (/^[a-z]{2}-[a-z0-9]{1,3}$/i.test(text) ? one(stateByIso(text)) : { status: 400 }),
  'DialCodes code': dialCodes,
  'FuzzySearch type': (text) => ({ status: ['city', 'state', 'country'].includes(text) ? 200 : 400 }),
  'FuzzySearch country': (text) => ({ status: /^[a-z]{2}$/i.test(text) ? 200 : 400 }),
  'FuzzySearch limit': (text) => ({
    status: /^[0-9]{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= 50 ? 200 : 400,
  }),
  'FuzzySearch threshold': (text) => ({
    status:
      /^[0-9]{0,9}(\.[0-9]{0,20})?$/.test(text) && /[0-9]/.test(text) && Number(text) >= 0.1 && Number(text) <= 1
        ? 200
        : 400,
  }),
  'FuzzySearch q': (text) => ({ status: filtered([], text) ? 200 : 400 }),
};

/** A URL parser takes these path segments, escaped or not, for "here" and "one up": they never arrive as values. */
const isDotSegment = (escaped: string) => /^(\.|%2e){1,2}$/i.test(escaped);

describe.each(inject('homes'))('hostile values on $home', (home) => {
  let service: TestService;
  const faults: string[] = [];
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        faults.push(String(chunk));
        done();
      },
    });
    service = await openService(home, { log: pino({ level: 'warn' }, sink) });
  });
  afterAll(() => service.close());

  async function check(slot: Slot, value: HostileValue): Promise<string | undefined> {
    const target = slot.url(value.escaped);
    const response = await service.get(target, 'Business');
    const text = await response.text();
    const told = `${slot.route.operationId} ${slot.name}=${value.escaped.slice(0, 200)}: ${response.status} ${text.slice(0, 300)}`;
    if (![200, 400, 404].includes(response.status)) return told;
    const body: unknown = JSON.parse(text);
    if (response.status !== 200) return typeof (body as { error: unknown }).error === 'string' ? undefined : told;
    if (slot.inPath && (value.escaped === '' || isDotSegment(value.escaped))) return undefined;
    if (value.text === undefined) return `${told} (cannot be decoded)`;
    const expected = ORACLES[`${slot.route.operationId} ${slot.name}`]?.(value.text);
    if (!expected) return undefined;
    return mismatch(expected, body) ? `${told}, expected ${JSON.stringify(expected).slice(0, 300)}` : undefined;
  }

  /** A 200 has to be right, and what has an answer must not be refused. */
  function mismatch(expected: Expected, body: unknown): boolean {
    if (expected.status !== 200) return true;
    const records = (Array.isArray(body) ? body : [body]) as Row[];
    if (expected.body && JSON.stringify(expected.body) !== JSON.stringify(body)) return true;
    if (expected.ids && expected.ids.join() !== records.map(({ id }) => id).join()) return true;
    return (
      expected.keys !== undefined && records.some((record) => Object.keys(record).join() !== expected.keys?.join())
    );
  }

  // The embedded home sends the same statements; where there is a PostgreSQL besides, it takes a share of the hand-made ones.
  const whole = home.home === 'postgresql' || inject('homes').length === 1;
  const values = whole ? VALUES : HAND_MADE.filter((_value, index) => index % 3 === 0);

  it(`in every parameter of every route: ${values.length} values, seed ${SEED}`, { timeout: 900_000 }, async () => {
    const prototypes = [Object.prototype, Array.prototype, String.prototype].map(
      (each) => Reflect.ownKeys(each).length,
    );
    const wrong: string[] = [];
    for (const value of values) {
      wrong.push(...(await Promise.all(SLOTS.map((slot) => check(slot, value)))).filter((each) => each !== undefined));
      if (wrong.length > 20) break;
    }
    expect(wrong, wrong.join('\n')).toEqual([]);
    expect(faults).toEqual([]);
    expect([Object.prototype, Array.prototype, String.prototype].map((each) => Reflect.ownKeys(each).length)).toEqual(
      prototypes,
    );
    expect(({} as Record<string, unknown>)['asc']).toBeUndefined();
  });

  it('answers a value that names something with that very thing', async () => {
    let answered = 0;
    for (const slot of SLOTS) {
      const oracle = ORACLES[`${slot.route.operationId} ${slot.name}`];
      for (const value of oracle ? HAND_MADE : []) {
        if (value.text === undefined || value.escaped.length > 10_000) continue;
        if (slot.inPath && (value.escaped === '' || isDotSegment(value.escaped))) continue;
        const expected = oracle?.(value.text).status;
        const response = await service.get(slot.url(value.escaped), 'Business');
        expect([slot.route.operationId, slot.name, value.text, response.status]).toEqual([
          slot.route.operationId,
          slot.name,
          value.text,
          expected,
        ]);
        answered += Number(response.status === 200);
      }
    }
    expect(answered).toBeGreaterThan(300);
  });

  it('under names that make objects and arrays elsewhere: other names are no parameters', async () => {
    for (const route of ROUTES) {
      for (const name of Object.keys(route.query)) {
        const [slot] = slotsOf(route).filter((each) => each.name === name && !each.inPath);
        const base = slot?.url('').replace(new RegExp(`${name}=$`), '') ?? '';
        const plain = await service.get(base, 'Business');
        const expected = [plain.status, await plain.text()];
        const shapes = [
          `${name}[]=x`,
          `${name}[0]=x`,
          `${name}[$ne]=x`,
          `${name}.x=1`,
          `${name}[__proto__][x]=1`,
          '__proto__=1&__proto__[x]=1&constructor=1',
          `${name.toUpperCase()}=x`,
          `${name}%20=x`,
        ];
        for (const shape of shapes) {
          const response = await service.get(base + shape, 'Business');
          expect([base + shape, response.status, await response.text()]).toEqual([base + shape, ...expected]);
        }
        for (const twice of [
          `${name}=1&${name}=2`,
          `${name}&${name}`,
          `${name}=1&x=1&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=2`,
        ]) {
          const response = await service.get(base + twice, 'Business');
          expect([base + twice, response.status, await response.text()]).toEqual([
            base + twice,
            400,
            expect.stringContaining(`${name}: must be given once`),
          ]);
        }
      }
    }
  });

  it('scores and orders what fuzzy search finds, whatever was asked', async () => {
    for (const value of VALUES.slice(0, 600)) {
      if (value.text === undefined || value.text.length > 1_000) continue;
      const response = await service.get(`/v1/search/fuzzy?q=${value.escaped}&threshold=0.1&limit=7`, 'Business');
      if (response.status !== 200) continue;
      const matches = (await response.json()) as {
        id: number;
        name: string;
        match_score: number;
        matched_alias: string | null;
      }[];
      expect(matches.length).toBeLessThanOrEqual(7);
      const scores = matches.map(({ match_score }) => match_score);
      expect(scores).toEqual(scores.toSorted((left, right) => right - left));
      for (const { id, name, match_score, matched_alias } of matches) {
        const row = ROWS.cities.find((city) => city.id === id);
        expect([name, matched_alias ?? row?.['native']]).toEqual([row?.name, row?.['native']]);
        expect(match_score).toBeGreaterThanOrEqual(0.1);
        expect(match_score).toBeLessThanOrEqual(1);
        expect(Math.round(match_score * 100) / 100).toBe(match_score);
      }
    }
  });
});
