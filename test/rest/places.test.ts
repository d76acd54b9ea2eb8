/** Places found by what is typed and by where they lie (`/v1/places/…`), through the gateway. */
import { describe, expect, inject, it } from 'vitest';
import type { Plan } from '../../src/auth/plans.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { distanceKm } from '../../src/find/near.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { openService } from '../service.ts';
import { sourceRows } from '../source-rows.ts';
import { PLAN_TIERS } from './specification.ts';

const CITIES = sourceRows(FIXTURE_DIR, 'cities');
const ABOVE_BASIC = ['latitude', 'longitude', 'population', 'timezone'];
const SUGGESTED = 'type id name label lang country_code state_code match matched_name score'.split(' ');

const FAULTS = {
  '/v1/places/suggest': [
    ['', 'q: is required'],
    ['q=%20', 'q: Search query must be at least 1 character'],
    [`q=${'a'.repeat(101)}`, 'q: Search query must be at most 100 characters'],
    ['q=a&type=town', 'type: must be any of: city, state, country'],
    ['q=a&country=GER', 'country: must be a list of ISO 3166-1 alpha-2 codes (e.g. DE,AT,CH)'],
    ['q=a&near=91,0', 'near: must be lat,lng: from -90 to 90 and from -180 to 180 (e.g. 48.1,11.6)'],
    ['q=a&near=1,2,3', 'near: must be lat,lng: from -90 to 90 and from -180 to 180 (e.g. 48.1,11.6)'],
    ['q=a&lang=german!', 'lang: must be a BCP 47 language tag (e.g. de, pt-BR)'],
    ['q=a&limit=21', 'limit: must be an integer from 1 to 20'],
    ['q=a&q=b', 'q: must be given once'],
  ],
  '/v1/places/near': [
    ['', 'lat: is required; lng: is required'],
    ['lat=90.1&lng=181', 'lat: must be a number from -90 to 90; lng: must be a number from -180 to 180'],
    ['lat=0&lng=0&radius_km=501', 'radius_km: must be a number from 0 to 500'],
    ['lat=0&lng=0&radius_km=-1', 'radius_km: must be a number from 0 to 500'],
    ['lat=0&lng=0&radius_km=', 'radius_km: must be a number from 0 to 500'],
    ['lat=0&lng=0&type=town', 'type: must be one of: city, state, country'],
    ['lat=0&lng=0&min_population=-1', 'min_population: must be an integer from 0 to 999999999'],
    ['lat=0&lng=0&limit=101', 'limit: must be an integer from 1 to 100'],
  ],
  '/v1/places/locate': [
    ['', 'lat: is required; lng: is required'],
    ['lat=1e2&lng=NaN', 'lat: must be a number from -90 to 90; lng: must be a number from -180 to 180'],
  ],
} as const;

describe.each(inject('homes'))('on $home', (home) => {
  it.each(Object.entries(PLAN_TIERS))('suggestions show a %s caller nothing above its tier', async (plan, tier) => {
    await using service = await openService(home);
    const answer = await service.get('/v1/places/suggest?q=Andorra', plan as Plan); // The table's keys are plans.
    const [first] = await answer.json();
    expect(Object.keys(first)).toEqual(tier === 'basic' ? SUGGESTED : [...SUGGESTED, ...ABOVE_BASIC]);
  });

  it.each(Object.entries(PLAN_TIERS))('what %s callers are told by scores, order and labels', async (plan, tier) => {
    await using service = await openService(home);
    const asked = async (
      query: string,
    ): Promise<{ readonly id: number; readonly score: number; readonly label: string }[]> =>
      (await service.get(`/v1/places/suggest?${query}`, plan as Plan)).json(); // The table's keys are plans.
    const scores = new Set<number>();
    for (const lat of ['42.50', '42.51', '42.52', '43.50']) {
      for (const { score } of await asked(`q=andorra+la+vella&type=city&limit=1&near=${lat},1.52`)) scores.add(score);
    }
    // Below Coordinates a score says nothing of how near a place is, and little of how large.
    if (tier === 'basic') {
      expect(scores.size).toBe(1);
      expect([...scores].map((score) => Math.round(score * 10) / 10)).toEqual([...scores]);
    } else expect(scores.size).toBe(4);
    // From these points two places of one degree come in another order, which would say where they lie.
    const nearest = async (near: string) =>
      (await asked(`q=s&type=city&country=BB&limit=20&near=${near}`)).map(({ id }) => id);
    const [one, other] = [await nearest('13.249,-59.449'), await nearest('13.151,-59.351')];
    expect(one.length).toBeGreaterThan(1);
    expect(one.join() === other.join()).toBe(tier === 'basic');
    const labels = (await Promise.all(['san', 'spring', 'st'].map((q) => asked(`q=${q}&limit=20`)))).flat();
    expect(labels.filter(({ label }) => label.includes('°'))).toEqual([]);
  });

  it('a name in another language finds the place, and is told as what matched', async () => {
    await using service = await openService(home);
    const answer = await service.get('/v1/places/suggest?q=andorre+la+vieille&type=city', 'Community');
    expect(await answer.json()).toMatchObject([
      { type: 'city', id: 1, name: 'Andorra la Vella', country_code: 'AD', matched_name: 'Andorre-la-Vieille' },
    ]);
    const german = await (await service.get('/v1/places/suggest?q=japan&type=country&lang=ja', 'Community')).json();
    expect(german[0]).toMatchObject({ type: 'country', name: '日本', lang: 'ja', country_code: 'JP' });
    const none = await (
      await service.get('/v1/places/suggest?q=andorra&country=jp,us&type=country', 'Community')
    ).json();
    expect(none.filter(({ match }: { match: string }) => match === 'exact')).toEqual([]);
  });

  it('near answers the places that a look at every row finds, nearest first', async () => {
    await using service = await openService(home);
    const [lat, lng] = [35.7, 139.7];
    const wanted = CITIES.map((row) => ({
      id: row['id'],
      km: distanceKm(lat, lng, Number(row['latitude']), Number(row['longitude'])),
    }))
      .filter(({ km }) => km <= 300)
      .sort((one, other) => one.km - other.km || Number(one.id) - Number(other.id))
      .slice(0, 20);
    const answer = await service.get(`/v1/places/near?lat=${lat}&lng=${lng}&radius_km=300&limit=20`, 'Supporter');
    const found = (await answer.json()) as { readonly id: number; readonly distance_km: number }[];
    expect(wanted.length).toBeGreaterThan(5);
    expect(found.map(({ id, distance_km }) => [id, distance_km])).toEqual(
      wanted.map(({ id, km }) => [id, Math.round(km * 1000) / 1000]),
    );
    expect(Object.keys(found[0] ?? {}).at(-1)).toBe('distance_km');
    expect(found[0]).not.toHaveProperty('translations');
    const query = `{ city(id: 1) { near(radiusKm: 20) { distanceKm city { id name } } } }`;
    const { data } = await service.graphql('Supporter', query);
    const { near } = (data?.['city'] ?? {}) as { readonly near: readonly { readonly city: { readonly id: number } }[] };
    expect(near.length).toBeGreaterThan(1);
    expect(near.map(({ city }) => city.id)).not.toContain(1);
  });

  it('near gives the fields that are asked for, of the record that is asked for, and how far it is', async () => {
    await using service = await openService(home);
    const asked = async (query: string, plan: Plan = 'Supporter') => {
      const answer = await service.get(`/v1/places/near?lat=35.7&lng=139.7&radius_km=300&${query}`, plan);
      return { status: answer.status, body: await answer.json() };
    };
    const keys = async (query: string) => Object.keys((await asked(query)).body[0]);
    expect(await keys('fields=name,state_code,translations')).toEqual(['id', 'name', 'state_code', 'distance_km']);
    expect(await keys('type=state&fields=iso3166_2')).toEqual(['id', 'iso3166_2', 'distance_km']);
    expect(await keys('type=country&fields=iso2')).toEqual(['id', 'iso2', 'distance_km']);
    expect(await keys('fields=distance_km,name')).toEqual(['id', 'name', 'distance_km']);
    expect(await keys('fields=distance_km')).toEqual(['id', 'distance_km']);
    expect((await asked('type=state&fields=state_code')).body.error).toMatch(
      /^Unknown field\(s\): state_code\. Valid fields: id, name, /,
    );
    expect((await asked('type=town&fields=name')).body).toEqual({
      error: 'Invalid query parameters: type: must be one of: city, state, country',
    });
    expect((await asked('fields=', 'Starter')).status).toBe(403);
    expect(await keys('fields=')).toEqual(await keys('limit=1'));
  });

  it('takes a coordinate as programs write one', async () => {
    await using service = await openService(home);
    const at = async (point: string) => (await service.get(`/v1/places/locate?${point}`, 'Supporter')).json();
    const there = await at('lat=51.48&lng=0.00005');
    expect(there).toMatchObject({ timezone: 'Europe/London' });
    for (const same of [
      'lat=51.48&lng=5e-05',
      'lat=51.480&lng=.00005',
      'lat=%2B51.48&lng=+5E-5',
      'lat=5.148E%2B01&lng=0.5E-4',
      'lat=051.4800&lng=0.00005000000000000000000000000000',
    ])
      expect(await at(same), same).toEqual(there);
  });

  it('takes a distance as programs write one', async () => {
    await using service = await openService(home);
    const within = async (distance: string) =>
      (await service.get(`/v1/places/near?lat=42.507&lng=1.522&radius_km=${distance}`, 'Supporter')).json();
    const there = await within('5');
    expect(there).not.toHaveLength(0);
    for (const same of ['5.', '05', '+5', '%2B5', '0.5E1', '5e0']) expect(await within(same), same).toEqual(there);
  });

  it('locate tells country, state, city and zone on land, and the nearest city at sea', async () => {
    await using service = await openService(home);
    const at = async (point: string) => (await service.get(`/v1/places/locate?${point}`, 'Supporter')).json();
    expect(await at('lat=42.507&lng=1.522')).toMatchObject({
      country: { iso2: 'AD' },
      city: { name: 'Andorra la Vella' },
      timezone: 'Europe/Andorra',
      timezone_source: 'boundaries',
      disputed: null,
    });
    expect(await at('lat=0&lng=-30')).toMatchObject({ country: null, state: null, timezone_source: 'nautical' });
    const { disputed } = await at('lat=-51.7&lng=-57.9');
    expect(disputed.claimants.map(({ code }: { code: string }) => code)).toEqual(['AR', 'GB']);
  });

  it('each rule that a parameter breaks is told by name', async () => {
    await using service = await openService(home);
    for (const [path, faults] of Object.entries(FAULTS)) {
      for (const [query, text] of faults) {
        const answer = await service.get(`${path}?${query}`, 'Business');
        expect([query, answer.status, await answer.json()]).toEqual([
          query,
          400,
          { error: `Invalid query parameters: ${text}` },
        ]);
      }
    }
  });

  it('while the index is being built, the three are out of service for a moment and all else answers', async () => {
    await using service = await openService(home);
    const watch = watchDataSet(service.database.em);
    await watch.refresh();
    await using without = await openService(home, { dataSets: watch });
    for (const path of ['suggest?q=a', 'near?lat=1&lng=1', 'locate?lat=1&lng=1']) {
      const answer = await without.get(`/v1/places/${path}`, 'Business');
      expect([path, answer.status, answer.headers.get('Retry-After')]).toEqual([path, 503, '1']);
    }
    expect((await without.get('/v1/countries', 'Business')).status).toBe(200);
    await watch.stop();
  });
});
