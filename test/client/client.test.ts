/** The typed client: its key, its errors, and what its types refuse. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createGeoClient, GeoError, take } from '../../client/index.js';
import { openService, type TestService } from '../service.ts';

describe('the typed client', () => {
  let service: TestService;
  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no home');
    service = await openService(home);
  });
  afterAll(() => service.close());

  const client = (key: string) =>
    createGeoClient({ baseUrl: 'http://geo.test', key, fetch: (request) => service.gateway.fetch(request) });

  it('sends the key and gives the body', async () => {
    const geo = client(inject('keys').Supporter);
    const currency = await take(geo.GET('/v1/currency/{ciso}', { params: { path: { ciso: 'AD' } } }));
    const code: string = currency.currency.code;
    const symbol: string | null = currency.currency.symbol;
    expect([currency.country, code, symbol]).toEqual(['AD', 'EUR', '€']);
  });

  it('rejects with what the service said', async () => {
    const geo = client(inject('keys').Community);
    const error = await take(geo.GET('/v1/states')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GeoError);
    expect(error).toMatchObject({
      status: 403,
      message: 'This feature is not available on your current plan.',
      body: { feature: 'bulkStates' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(take(client('none').GET('/v1/countries'))).rejects.toMatchObject({ status: 401 });
  });

  it('is refused by the compiler where the document has no such thing', async () => {
    const geo = client(inject('keys').Business);
    // @ts-expect-error: no such path
    expect((await geo.GET('/v1/planets')).response.status).toBe(404);
    // @ts-expect-error: a value that the parameter does not take
    const wrong = await geo.GET('/v1/search/fuzzy', { params: { query: { q: 'Paris', type: 'planet' } } });
    expect(wrong.response.status).toBe(400);
    // @ts-expect-error: a required parameter is missing
    expect((await geo.GET('/v1/iso/state')).response.status).toBe(400);
    const region = await take(geo.GET('/v1/regions/{id}', { params: { path: { id: 4 } } }));
    // @ts-expect-error: a field that a region does not have
    expect(region.capital).toBeUndefined();
  });
});
