import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openService, type TestService } from '../service.ts';

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  it('answers a country by tier', async () => {
    const basic = await (await service.get('/v1/countries/JP', 'Community')).json();
    const full = await (await service.get('/v1/countries/JP', 'Business')).json();
    expect(Object.keys(basic)).toHaveLength(16);
    expect(Object.keys(full)).toHaveLength(29);
  });
});
