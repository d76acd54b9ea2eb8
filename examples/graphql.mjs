/** The service through GraphQL: everything in one request. Wants GEO_KEY; GEO_URL is where the service is. */
const { GEO_URL = 'http://127.0.0.1:4000', GEO_KEY } = process.env;

const query = `query Andorra($code: ID!, $part: String!, $typed: String!) {
  country(code: $code) { name capital currencyCode states(search: $part) { nodes { name } } }
  searchCities(q: $typed, country: "AD", limit: 1) { city { name } matchScore }
  nowhere: country(code: "XX") { name }
}`;

const answer = await fetch(new URL('/graphql', GEO_URL), {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': GEO_KEY },
  body: JSON.stringify({ query, variables: { code: 'AD', part: 'sant', typed: 'Andora la Vela' } }),
});
const { data, errors } = await answer.json();
if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));

const { country, searchCities, nowhere } = data;
console.log(`${country.name}: capital ${country.capital}, currency ${country.currencyCode}`);
console.log(`states with "sant": ${country.states.nodes.map(({ name }) => name).join(', ')}`);
console.log(`best match of "Andora la Vela": ${searchCities[0].city.name}`);
console.log(`XX: ${nowhere}`);
