/** The service with the typed client. Wants GEO_KEY; GEO_URL is where the service is. */
import { createGeoClient, GeoError, take } from '../client/index.js';

const { GEO_URL = 'http://127.0.0.1:4000', GEO_KEY = '' } = process.env;
const geo = createGeoClient({ baseUrl: GEO_URL, key: GEO_KEY });

const ciso = 'AD';
const { data: country, response } = await geo.GET('/v1/countries/{ciso}', { params: { path: { ciso } } });
if (country && 'capital' in country) {
  console.log(`${country.name}: capital ${country.capital}, currency ${country.currency}`);
}

const states = await take(
  geo.GET('/v1/countries/{ciso}/states', {
    params: { path: { ciso }, query: { fields: 'name', sort: 'name', q: 'sant' } },
  }),
);
console.log(`states with "sant": ${states.map(({ name }) => name).join(', ')}`);

const matches = await take(
  geo.GET('/v1/search/fuzzy', { params: { query: { q: 'Andora la Vela', country: ciso, limit: 1 } } }),
);
console.log(`best match of "Andora la Vela": ${matches[0]?.name}`);

// Keep the entity tag; while nothing changed, the answer is 304 and has no body.
const again = await geo.GET('/v1/countries/{ciso}', {
  params: { path: { ciso }, header: { 'If-None-Match': response.headers.get('etag') ?? '' } },
});
console.log(`again: ${again.response.status}`);

try {
  await take(geo.GET('/v1/countries/{ciso}', { params: { path: { ciso: 'XX' } } }));
} catch (error) {
  if (!(error instanceof GeoError)) throw error;
  console.log(`XX: ${error.status} ${error.message}`);
}
