import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FEATURES, lowestPlanOf, PLAN_NAMES } from '../../src/auth/plans.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { ERROR_KINDS } from '../../src/http/errors.ts';
import { DEFAULT_GATE_LIMITS } from '../../src/http/load/gate-limits.ts';
import { planRows } from '../../src/pages/plan-table.ts';
import { CITY } from '../../src/schema/city.resource.ts';
import { COUNTRY } from '../../src/schema/country.resource.ts';
import { STATE } from '../../src/schema/state.resource.ts';
import { watching } from '../faulty.ts';
import { fullHome } from '../full-home.ts';
import { openService, type TestService } from '../service.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
const ORIGIN = 'http://geo.test';

/** The text that a reader of mark-up reads. */
function textOf(markup: string): string {
  return markup
    .replace(/<svg[\s\S]*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function current({ current }: TestService['dataSets']) {
  return current() ?? expect.fail('no data set');
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

describe.each(inject('homes'))('pages on $home', (home) => {
  let service: TestService;
  const page = async (path: string) => (await service.get(path, null, BROWSER)).text();
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  describe('/', () => {
    it('answers programs with text whose requests work', async () => {
      const response = await service.get('/', null, { accept: '*/*' });
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const text = await response.text();
      const { rows } = (await (await service.get('/status', null)).json()).data;
      expect(text).toContain(`${rows.countries.toLocaleString('en-US')} countries`);
      expect(text).toContain('ODbL 1.0');
      const targets = [...text.matchAll(new RegExp(`'${ORIGIN}(/v1/[^']+)'`, 'g'))].map(([, target]) => target ?? '');
      expect(targets.length).toBeGreaterThan(1);
      for (const target of targets) expect((await service.get(target, 'Business')).status).toBe(200);
    });

    it('answers a browser with HTML that loads and runs nothing but files of this service', async () => {
      const response = await service.get('/', null, BROWSER);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding, Cookie');
      expect(response.headers.get('link')).toContain('rel="license"');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      const markup = await response.text();
      expect(markup).not.toMatch(/\sstyle=|\son[a-z]+=|<style|javascript:/);
      const loaded = [...markup.matchAll(/<(?:script|img|link)[^>]+(?:src|href)="([^"]+)"/g)].map(
        ([, path]) => path ?? '',
      );
      expect(loaded.length).toBeGreaterThanOrEqual(3);
      for (const path of loaded) {
        const asset = await service.get(path, null);
        expect(asset.status).toBe(200);
        expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(asset.headers.get('x-content-type-options')).toBe('nosniff');
      }
      expect(markup.match(/<script/g)).toHaveLength(3);
    });

    it('shows the counts, the map, the plans, every country and whose data it is', async () => {
      const markup = await page('/');
      const text = textOf(markup);
      const { rows } = (await (await service.get('/status', null)).json()).data;
      for (const name of ['countries', 'states', 'cities', 'regions']) {
        expect(markup).toContain(`<dt>${name}</dt><dd>${rows[name].toLocaleString('en-US')}</dd>`);
      }
      for (const shade of [0, 4]) expect(markup).toContain(`class="d${shade}"`);
      for (const plan of PLAN_NAMES) expect(text).toContain(plan);
      const countries = await (await service.get('/v1/countries', 'Community')).json();
      for (const { iso2 } of countries) expect(markup).toContain(`<li><a href="/c/${iso2}">`);
      for (const owner of ['Countries States Cities Database', 'ODbL 1.0', 'Natural Earth', 'public domain']) {
        expect(text).toContain(owner);
      }
    });

    it('shows without a script what /v1 answers to the request that it names', async () => {
      const markup = await page('/');
      const target = textOf(between(markup, '<span id="try-target">', '</span>'));
      const answer = await service.get(target, 'Professional');
      expect(markup).toContain(`<b id="try-code" class="good">${answer.status}</b>`);
      const shown = textOf(between(markup, '<span id="try-body">', '</span></code>'));
      expect(JSON.parse(shown)).toEqual(await answer.json());
    });

    it('asks for a key where it has none to show', async () => {
      const markup = await page('/');
      expect(markup).toContain('<input id="try-key" type="password"');
      expect(markup).toContain('YOUR_KEY');
      expect(textOf(markup)).toContain('npm run keys -- create');
      expect(await (await service.get('/', null)).text()).toContain('npm run keys -- create');
    });

    it('writes requests for the host that it was asked at', async () => {
      const elsewhere = await service.gateway.fetch(
        new Request('http://other.test:81/', { headers: { ...BROWSER, 'x-forwarded-proto': 'https' } }),
      );
      expect(textOf(await elsewhere.text())).toContain('http://other.test:81/v1/');
      expect(textOf(await page('/'))).not.toContain('other.test');
    });
  });

  describe('as HTTP', () => {
    it.each(['/', '/c/JP', '/status'])('%s answers HEAD like GET without the body, and refuses POST', async (path) => {
      const request = (method: string) =>
        service.gateway.fetch(new Request(`${ORIGIN}${path}`, { method, headers: BROWSER }));
      const [get, head, post] = [await request('GET'), await request('HEAD'), await request('POST')];
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      const told = ({ headers }: Response) => [...headers].filter(([name]) => name !== 'x-request-id');
      if (path !== '/status') expect(told(head)).toEqual(told(get));
      expect(post.status).toBe(405);
      expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    });

    it.each(['/', '/c/JP'])('%s is the same page in every encoding, and 304 to whoever has it', async (path) => {
      const [plain, zipped, brotli] = await Promise.all(
        ['identity', 'gzip', 'br'].map((encoding) =>
          service.get(path, null, { ...BROWSER, 'accept-encoding': encoding }),
        ),
      );
      const bytes = async (response: Response | undefined) =>
        Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
      const page = await bytes(plain);
      expect(gunzipSync(await bytes(zipped)).equals(page)).toBe(true);
      expect(brotliDecompressSync(await bytes(brotli)).equals(page)).toBe(true);
      const again = await service.get(path, null, {
        ...BROWSER,
        'accept-encoding': 'br',
        'if-none-match': brotli?.headers.get('etag') ?? '',
      });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    });

    it('has an icon where browsers look for one, and no other asset than those of its pages', async () => {
      expect((await service.get('/favicon.ico', null)).headers.get('content-type')).toBe('image/svg+xml');
      for (const path of ['/assets/', '/assets/site.css', '/assets/../package.json', '/assets/%2e%2e/pages-lane.ts']) {
        expect((await service.get(path, null)).status).toBe(404);
      }
    });
  });

  describe('/c', () => {
    it.each(['jp', 'JPN', 'jpn', 'japan', 'JAPAN', 'jap', 'J%C3%A1pan', '109', '00109'])(
      'leads from %s to the page of Japan',
      async (form) => {
        const response = await service.get(`/c/${form}`, null, BROWSER);
        expect([response.status, response.headers.get('location')]).toEqual([302, '/c/JP']);
      },
    );

    it('leads from the form of the front page to a country', async () => {
      const response = await service.get('/c?code=c%C3%B4te+d%27ivoire%2F', null, BROWSER);
      expect([response.status, response.headers.get('location')]).toEqual([302, "/c/c%C3%B4te%20d'ivoire%2F"]);
      expect((await service.get('/c?code=', null)).headers.get('location')).toBe('/#countries');
    });

    it('shows what a Community key is told, with the requests that tell it', async () => {
      const markup = await page('/c/JP');
      const rest = await (await service.get('/v1/countries/JP', 'Community')).json();
      const shown = textOf(between(markup, 'aria-label="Answer to a Community key"><code>', '</code>'));
      expect(JSON.parse(shown)).toEqual(rest);
      const operation = textOf(between(markup, 'aria-label="GraphQL operation"><code>', '</code>'));
      const variables = JSON.parse(textOf(between(markup, 'aria-label="Its variables"><code>', '</code>')));
      const { data, errors } = await service.graphql('Community', operation, variables);
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ country: { iso2: 'JP', name: rest.name, capital: rest.capital } });
      const states = await (await service.get('/v1/countries/JP/states', 'Community')).json();
      for (const { name } of states) expect(textOf(markup)).toContain(name);
      expect(markup.match(/<circle /g)).toHaveLength(states.length);
    });

    it('tells nothing that a Community key would not be told', async () => {
      const text = textOf(await page('/c/JP'));
      const full = await (await service.get('/v1/countries/JP', 'Business')).json();
      const secret = COUNTRY.fields.filter(({ tier }) => tier !== 'basic');
      expect(secret.length).toBeGreaterThan(5);
      for (const { wire } of secret) {
        expect(text).not.toContain(`"${wire}"`);
        // Short values (¥, 392) stand in other texts by chance.
        if (String(full[wire]).length > 4) expect(text).not.toContain(String(full[wire]));
      }
    });

    it('answers programs with text', async () => {
      const response = await service.get('/c/JP', null);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toMatch(/^Japan\n\nISO codes {5}JP · JPN\n/);
    });

    it('has a page for every country of the data set', async () => {
      const countries = await (await service.get('/v1/countries', 'Community')).json();
      for (const { iso2, name } of countries) {
        const response = await service.get(`/c/${iso2}`, null, BROWSER);
        expect([iso2, response.status]).toEqual([iso2, 200]);
        const markup = await response.text();
        expect(textOf(between(markup, '<title>', '</title>'))).toBe(`${name} · Geo reference`);
        expect(markup).not.toMatch(/NaN|undefined/);
      }
    });

    it.each([
      ['Japann', '/c/JP'],
      ['東京', '/c/JP/13'],
      ['osaka', '/c/JP/27'],
    ])('leads from %s, which is no country, to what may be meant', async (wanted, path) => {
      const response = await service.get(`/c/${wanted}`, null, BROWSER);
      expect([response.status, response.headers.get('location')]).toEqual([
        302,
        `/find?q=${encodeURIComponent(wanted)}`,
      ]);
      expect(await page(`/find?q=${wanted}`)).toContain(`<li><a href="${path}`);
    });

    it('says where nothing may be meant', async () => {
      const response = await service.get('/c/Qqqqqqq', null, BROWSER);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(textOf(await response.text())).toContain('No place is called “Qqqqqqq”');
    });

    it('says that a code is no country’s, with what begins so', async () => {
      const response = await service.get('/c/ka', null, BROWSER);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      const markup = await response.text();
      expect(textOf(markup)).toContain('No country has the code “ka”');
      expect(markup).toMatch(/<ol class="found"><li><a href="\/c\/[A-Z]{2}\//);
      const text = await service.get('/c/KA', null);
      expect([text.status, await text.text()]).toEqual([
        404,
        expect.stringMatching(/^No country has the code “KA”\n\n\/c\//),
      ]);
    });

    it.each(['%3Cscript%3Ealert(1)%3C%2Fscript%3E', '%00', '%E0%A4%A', 'a'.repeat(500), '..%2f..'])(
      'finds no country in %s and echoes it harmlessly',
      async (wanted) => {
        const response = await service.get(`/c/${wanted}`, null, BROWSER);
        expect(response.status).toBe(404);
        const markup = await response.text();
        expect(markup).not.toMatch(/<script>|<b>/);
        expect(markup.length).toBeLessThan(5_000);
      },
    );
  });

  describe('/find', () => {
    it('tells what a Community key is told by suggest, with the page of each place', async () => {
      const markup = await page('/find?q=東京');
      const told = await (await service.get('/v1/places/suggest?q=東京', 'Community')).json();
      const found = [...between(markup, '<ol class="found">', '</ol>').matchAll(/<a href="([^"]+)">([^<]+)</g)];
      expect(found.map(([, , name]) => name)).toEqual(told.map(({ name }: { name: string }) => name));
      for (const [, path] of found) expect((await service.get(path ?? '', null, BROWSER)).status).toBe(200);
      expect(textOf(markup)).toMatch(/Tokyo Tokyo, Japan 東京/);
    });

    it('shows the requests that find the same', async () => {
      const markup = await page('/find?q=jap&type=country');
      const rest = textOf(between(markup, 'aria-label="REST request"><code>GET ', '</code>'));
      expect(await (await service.get(rest, 'Community')).json()).toMatchObject([{ type: 'country', name: 'Japan' }]);
      const operation = textOf(between(markup, 'aria-label="GraphQL operation"><code>', '</code>'));
      const variables = JSON.parse(textOf(between(markup, 'aria-label="Its variables"><code>', '</code>')));
      const { data } = await service.graphql('Community', operation, variables);
      expect(data).toMatchObject({ suggestPlaces: [{ type: 'country', name: 'Japan' }] });
      expect(between(markup, '<ol class="found">', '</ol>').match(/<li>/g)).toHaveLength(1);
    });

    it('is text to programs', async () => {
      const response = await service.get('/find?q=T%C5%8Dky%C5%8D', null);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toMatch(/^Places for “Tōkyō”\n\n\/c\/JP\/13/);
    });

    it.each(['', '?q=', '?q=%20', '?q=%E0%A4%A', '?q=%00', `?q=${'a'.repeat(5_000)}`, '?q=!!!', '?type=city'])(
      'finds nothing for %s, and says so',
      async (query) => {
        const response = await service.get(`/find${query}`, null, BROWSER);
        expect(response.status).toBe(200);
        const markup = await response.text();
        expect(markup).not.toContain('<ol class="found">');
        expect(markup.length).toBeLessThan(6_000);
      },
    );

    it.each(['%27%22%3E%3Cb%3E', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'b%3C%2Ftitle%3E'])(
      'echoes %s harmlessly',
      async (query) => {
        const markup = await page(`/find?q=${query}`);
        expect(markup).not.toMatch(/<script>|"><b>|b<\/title>/);
        expect(markup.match(/<\/title>/g)).toHaveLength(1);
      },
    );

    it('finds countries by their beginning while there is no index', async () => {
      const { dataSets } = service;
      const bare = { ...dataSets, current: () => ({ ...current(dataSets), findIndex: undefined }) };
      await using early = await openService(home, { dataSets: bare });
      const seen = async (path: string) => (await early.get(path, null, BROWSER)).text();
      expect(await seen('/find?q=JAP')).toContain('<li><a href="/c/JP">Japan</a>');
      expect(await seen('/')).toContain('/v1/search/fuzzy?q=');
      const city = await service.get('/v1/places/suggest?q=shibuya&type=city', 'Community');
      const [{ id }] = await city.json();
      for (const path of ['/c/JP/13', `/c/JP/13/${id}`]) {
        const markup = await seen(path);
        expect(markup).toContain('<svg class="map country"');
        expect(markup).not.toMatch(/NaN|undefined|class="near"/);
      }
    });
  });

  describe('a state', () => {
    it('shows what a Community key is told, its cities by size and by name, and the requests that tell it', async () => {
      const markup = await page('/c/JP/13');
      const rest = await (await service.get('/v1/countries/JP/states/13', 'Community')).json();
      const shown = textOf(between(markup, 'aria-label="Answer to a Community key"><code>', '</code>'));
      expect(JSON.parse(shown)).toEqual(rest);
      const operation = textOf(between(markup, 'aria-label="GraphQL operation"><code>', '</code>'));
      const variables = JSON.parse(textOf(between(markup, 'aria-label="Its variables"><code>', '</code>')));
      const { data, errors } = await service.graphql('Community', operation, variables);
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ state: { id: rest.id, name: 'Tokyo' } });
      const largest = [...between(markup, '<ol class="names">', '</ol>').matchAll(/">([^<]+)<\/a>/g)].map(
        ([, name]) => name,
      );
      expect(largest.slice(0, 3)).toEqual(['Tokyo', 'Hachiōji', 'Machida']);
      const byName = [...between(markup, '<ul class="names">', '</ul>').matchAll(/">([^<]+)<\/a>/g)].map(
        ([, name]) => name,
      );
      expect(byName.indexOf('Ōshima')).toBeGreaterThan(byName.indexOf('Musashino'));
      expect(byName.indexOf('Ōshima')).toBeLessThan(byName.indexOf('Shibuya'));
      expect(byName).toHaveLength(
        (await (await service.get('/v1/countries/JP/states/13/cities', 'Community')).json()).length,
      );
      expect(markup).toContain('<svg class="map country"');
    });

    it('is told apart from others by its address, its neighbours and what machines read', async () => {
      const markup = await page('/c/JP/13');
      expect(markup).toContain(`<link rel="canonical" href="${ORIGIN}/c/JP/13">`);
      const data = JSON.parse(between(markup, '<script type="application/ld+json">', '</script>'));
      expect(data['@graph'][0]).toMatchObject({ '@type': 'State', name: 'Tokyo', containedInPlace: { name: 'Japan' } });
      expect(data['@graph'][0].alternateName).toContain('東京');
      expect(markup).toContain('<bdi>東京</bdi>');
      expect(data['@graph'][1].itemListElement).toHaveLength(3);
      // Hokkaidō, Ōsaka, Tokyo: by name, in a ring.
      expect(markup).toMatch(/href="\/c\/JP\/27" rel="prev"/);
      expect(markup).toMatch(/href="\/c\/JP\/01" rel="next"/);
      expect(await page('/c/JP')).toContain('<li><a href="/c/JP/13">Tokyo</a> <code>13</code></li>');
    });

    it('has one address', async () => {
      for (const path of ['/c/jp/13', '/c/JPN/13', '/c/109/13', '/c/J%50/13']) {
        expect((await service.get(path, null, BROWSER)).headers.get('location')).toBe('/c/JP/13');
      }
    });

    it('is text to programs', async () => {
      const text = await (await service.get('/c/JP/13', null)).text();
      expect(text).toMatch(/^Tokyo, Japan\n\nCountry {7}Japan \(JP\)\n/);
      expect(text).toMatch(/\nAlso {10}.*東京/);
    });
  });

  describe('a city', () => {
    let id: number;
    beforeAll(async () => {
      const cities: { id: number; name: string }[] = await (
        await service.get('/v1/countries/JP/states/13/cities', 'Community')
      ).json();
      id = cities.find(({ name }) => name === 'Shibuya')?.id ?? expect.fail('no Shibuya');
    });

    it('shows where it lies, what lies near, its clock, and the requests that tell it', async () => {
      const markup = await page(`/c/JP/13/${id}`);
      expect(markup.match(/<circle class="own"/g)).toHaveLength(1);
      expect(markup).toMatch(/<text class="own"[^>]*>Shibuya</);
      expect(textOf(markup)).toMatch(/Local time[A-Z][a-z]{2},? \d\d:\d\d [A-Z]+/);
      const near = [
        ...between(markup, '<ol class="near"', '</ol>').matchAll(
          /href="([^"]+)"[^>]*>([^<]+)<[^>]*> <[^>]*>(?:under )?(\d+) km/g,
        ),
      ];
      expect(near.length).toBe(10);
      expect(near[0]?.[2]).toBe('Fuchū');
      const distances = near.map(([, , , km]) => Number(km));
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      for (const [, path] of near.slice(0, 3)) expect((await service.get(path ?? '', null, BROWSER)).status).toBe(200);
      const operation = textOf(between(markup, 'aria-label="GraphQL operation"><code>', '</code>'));
      const variables = JSON.parse(textOf(between(markup, 'aria-label="Its variables"><code>', '</code>')));
      const { data, errors } = await service.graphql('Community', operation, variables);
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ city: { id, name: 'Shibuya' } });
      expect(markup).toContain(`<link rel="canonical" href="${ORIGIN}/c/JP/13/${id}">`);
    });

    it('tells nothing that a Community key would not be told', async () => {
      const text = textOf(await page(`/c/JP/13/${id}`));
      const full = await (await service.get(`/v1/cities/${id}`, 'Business')).json();
      for (const { wire, tier } of CITY.fields) {
        // The zone is what /v1/timezone tells every key.
        if (tier === 'basic' || wire === 'timezone' || full[wire] === null) continue;
        expect(text).not.toContain(`"${wire}"`);
        if (String(full[wire]).length > 4) expect(text).not.toContain(String(full[wire]));
      }
    });

    it.each([
      '/c/XX/13',
      '/c/JP/99',
      '/c/JP/%00',
      '/c/JP/13/0',
      '/c/JP/13/x',
      '/c/JP/13/999999999',
      '/c/JP/13/1/2',
      '/c/JP//1',
    ])('is not at %s, and nothing is', async (path) => {
      const response = await service.get(path, null, BROWSER);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    });

    it('is nowhere but in its state', async () => {
      expect((await service.get(`/c/JP/27/${id}`, null, BROWSER)).status).toBe(404);
    });

    it('is text to programs', async () => {
      expect(await (await service.get(`/c/JP/13/${id}`, null)).text()).toMatch(/^Shibuya, Tokyo, Japan\n/);
    });
  });

  describe('an unknown path', () => {
    it.each(['/nothing', '/docs/nothing', '/assets/site.css', '/a/b/c', '/.env'])(
      '%s is a page to a browser and JSON to programs',
      async (path) => {
        const [seen, read] = [await service.get(path, null, BROWSER), await service.get(path, null)];
        expect([seen.status, seen.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
        expect(await seen.text()).toContain('<a href="/">');
        expect([read.status, await read.json()]).toEqual([404, { error: 'Not found.' }]);
      },
    );

    it('is echoed harmlessly and in part', async () => {
      const markup = await page(`/%3Cb%3E${'"><script>'.repeat(50)}`);
      expect(markup).not.toMatch(/<b>|<script>/);
      expect(markup.length).toBeLessThan(4_000);
    });

    it('below /v1 stays JSON for everybody', async () => {
      const response = await service.get('/v1/nothing', 'Business', BROWSER);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    });
  });

  describe('/status', () => {
    it('tells programs which service runs on which data', async () => {
      const response = await service.get('/status', null);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const status = await response.json();
      expect(status).toMatchObject({
        status: 'ready',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        database: { home: home.home, reachable: true },
        data: { version: expect.stringMatching(/^[0-9a-f]{64}$/), date: null, source_version: null },
        licence: { url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
      });
      expect(Date.parse(status.data.loaded_at)).not.toBeNaN();
      expect(Object.keys(status.data.rows).sort()).toEqual(['cities', 'countries', 'regions', 'states', 'subregions']);
    });

    it('tells nobody about the folders of the machine', async () => {
      const { data } = await (await service.get('/status', null)).json();
      expect(data.source).toBe('release folder data-set');
    });

    it('tells people the same', async () => {
      const markup = await page('/status');
      const { data } = await (await service.get('/status', null)).json();
      expect(textOf(markup)).toContain(data.version);
      expect(textOf(markup)).toContain('Everything answers');
    });
  });

  describe('Link headers', () => {
    it('name the licence on answers', async () => {
      const link = (await service.get('/v1/countries/JP', 'Community')).headers.get('link');
      expect(link).toBe('<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"');
    });

    it.each([
      ['/v1/nothing', 'Business', 'notFound'],
      ['/v1/countries/JP', null, 'unauthorized'],
      ['/v1/search/fuzzy?q=tokyo', 'Community', 'forbidden'],
      ['/v1/search/fuzzy', 'Business', 'invalid'],
      ['/v1/countries/%FF', 'Business', 'malformed'],
    ] as const)('lead from the error of %s as %s to its help', async (path, plan, kind) => {
      const response = await service.get(path, plan);
      expect(response.status).toBe(ERROR_KINDS[kind].status);
      expect(response.headers.get('link')).toBe(`</docs/errors#${kind}>; rel="help"`);
    });
  });
});

describe('while something is missing', () => {
  const home = () => inject('homes')[0] ?? expect.fail('no home');
  const dataSets = { ...watching(undefined), whole: () => false };

  it('says that the data is on its way, and looks again', async () => {
    await using service = await openService(home(), { dataSets });
    for (const path of ['/', '/c/JP']) {
      const response = await service.get(path, null, BROWSER);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('3');
      expect(await response.text()).toContain('<meta http-equiv="refresh"');
    }
    expect(await (await service.get('/status', null)).json()).toMatchObject({ status: 'loading', data: null });
  });

  it('says what to run where PostgreSQL has no data, and why where data cannot be served', async () => {
    const postgres = inject('homes').find((each) => each.home === 'postgresql');
    if (!postgres) return expect(inject('homes')).toHaveLength(1); // No PostgreSQL here.
    await using empty = await openService(postgres, { dataSets });
    for (const headers of [BROWSER, {}]) {
      const text = await (await empty.get('/', null, headers)).text();
      expect(textOf(text)).toContain('npm run import -- --default');
      expect(text).not.toContain('on the way');
    }
    await using refused = await openService(postgres, { dataSets: { ...dataSets, refused: () => 'run geo import' } });
    expect(textOf(await (await refused.get('/c/JP', null, BROWSER)).text())).toContain('run geo import');
  });

  it('says that there is too much to do while its work is not let in, and makes the page when it is', async () => {
    const gate = { ...DEFAULT_GATE_LIMITS, atOnce: 2, waitMs: 20 };
    await using service = await openService(home(), { load: { gate, deadlineMs: 60_000 } });
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const others = [1, 2].map((owner) =>
      service.gateway.load.gate.run({ owner, bytes: 0 }, new AbortController().signal, () => done),
    );
    const paths = ['/', '/c/JP', '/c/JP/13', '/find?q=tokyo'];
    try {
      for (const path of paths) {
        const response = await service.get(path, null, BROWSER);
        expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
        expect(textOf(await response.text())).toContain('There is too much to do at the moment');
      }
    } finally {
      // Also what is found wrong must not leave the service waiting for them.
      finish();
      await Promise.all(others);
    }
    // The first pages need more work than two places do within 20 ms: a reader who comes again has them.
    const statusOf = async (path: string) => (await service.get(path, null, BROWSER)).status;
    for (const path of paths) await expect.poll(() => statusOf(path), { timeout: 60_000 }).toBe(200);
  });

  it('says that the database is out of reach, and nothing of why', async () => {
    await using known = await openService(home());
    const dataSet = await known.gateway.fetch(new Request(`${ORIGIN}/status`)).then((response) => response.json());
    const gone = await openDatabase('postgresql', { url: 'postgresql://nobody@127.0.0.1:9/nowhere' });
    const frozen = {
      version: dataSet.data.version,
      edition: '0',
      schema: 'geo_1',
      source: '',
      sourceVersion: null,
      sourceDate: null,
      id: 1,
    };
    const codes = new Map([['JP', { id: 109, iso2: 'JP', iso3: 'JPN' }]]);
    const current = { ...frozen, activatedAt: '2026-01-01 00:00:00+00', rowCounts: {}, countryCodes: codes };
    await using service = await openService(home(), {
      database: gone,
      dataSets: { ...dataSets, current: () => current, refused: () => undefined, reachable: () => false },
    });
    for (const path of ['/', '/c/JP']) {
      const response = await service.get(path, null, BROWSER);
      expect(response.status).toBe(503);
      const text = await response.text();
      expect(text).toContain('The database is out of reach');
      expect(text).not.toMatch(/ECONNREFUSED|SELECT|nobody/);
    }
    expect(await (await service.get('/status', null)).json()).toMatchObject({ status: 'degraded' });
    await gone.close();
  });
});

describe('the table of plans', () => {
  it('names every field once, in the row of the lowest plan that sees it', () => {
    const rows = planRows();
    for (const resource of [COUNTRY, STATE, CITY]) {
      const named = rows.flatMap(({ plans, fields }) =>
        fields
          .filter(({ record }) => record === resource.name.toLowerCase())
          .flatMap(({ names }) => names.map((name) => [name, plans[0]])),
      );
      expect(Object.fromEntries(named)).toEqual(
        Object.fromEntries(resource.fields.map(({ wire, tier }) => [wire, lowestPlanOf(tier)])),
      );
      expect(named).toHaveLength(resource.fields.length);
    }
  });

  it('names every plan once and every feature in the row of its lowest plan', () => {
    const rows = planRows();
    expect(rows.flatMap(({ plans }) => plans)).toEqual(PLAN_NAMES);
    const named = rows.flatMap(({ plans, features }) => features.map((feature) => [feature, plans[0]]));
    expect(Object.fromEntries(named)).toEqual(FEATURES);
    expect(named).toHaveLength(Object.keys(FEATURES).length);
  });
});

describe.skipIf(!inject('fullHomeUrl'))('on the full data (skipped without it)', () => {
  it('keeps the map of the world below 250 KB and any country below 200', async () => {
    await using service = await openService(await fullHome());
    const drawn = async (path: string) => {
      const markup = await (await service.get(path, null, BROWSER)).text();
      return between(markup, '<svg', '</svg>').length;
    };
    expect(await drawn('/')).toBeLessThan(250_000);
    for (const iso2 of ['US', 'RU', 'CA', 'NO', 'BR']) expect(await drawn(`/c/${iso2}`)).toBeLessThan(200_000);
  });
});
