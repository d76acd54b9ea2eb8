/** The service with fetch. Wants GEO_KEY; GEO_URL is where the service is. */
const { GEO_URL = 'http://127.0.0.1:4000', GEO_KEY } = process.env;

function get(path, parameters = {}, headers = {}) {
  const url = new URL(path, GEO_URL);
  url.search = new URLSearchParams(parameters);
  return fetch(url, { headers: { 'X-SVCAPI-KEY': GEO_KEY, ...headers } });
}

const answer = await get('/v1/countries/AD');
if (!answer.ok) throw new Error(`${answer.status} ${(await answer.json()).error}`);
const country = await answer.json();
console.log(`${country.name}: capital ${country.capital}, currency ${country.currency}`);

const states = await (await get('/v1/countries/AD/states', { fields: 'name', sort: 'name', q: 'sant' })).json();
console.log(`states with "sant": ${states.map(({ name }) => name).join(', ')}`);

const [best] = await (await get('/v1/search/fuzzy', { q: 'Andora la Vela', country: 'AD', limit: 1 })).json();
console.log(`best match of "Andora la Vela": ${best.name}`);

// Keep the entity tag; while nothing changed, the answer is 304 and has no body.
const again = await get('/v1/countries/AD', {}, { 'If-None-Match': answer.headers.get('etag') });
console.log(`again: ${again.status}`);

const missing = await get('/v1/countries/XX');
console.log(`XX: ${missing.status} ${(await missing.json()).error}`);
