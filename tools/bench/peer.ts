/** The peer: the service as a good engineer would write it in an afternoon, with Fastify and node-postgres. No cache. */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const { rows } = await pool.query<{ id: number }>(
  'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
);
const schema = `geo_${rows[0]?.id}`;
const app = Fastify();

app.addHook('onRequest', async (request, reply) => {
  if (request.headers['x-svcapi-key'] !== process.env['PEER_KEY'])
    await reply.code(401).send({ error: 'Unauthorized' });
});

app.get<{ Params: { iso2: string } }>('/v1/countries/:iso2', async (request, reply) => {
  const found = await pool.query(`SELECT * FROM ${schema}.countries WHERE iso2 = $1`, [
    request.params.iso2.toUpperCase(),
  ]);
  return found.rows[0] ?? reply.code(404).send({ error: 'Country not found.' });
});

app.get<{ Querystring: { q: string; limit?: string } }>('/v1/search/fuzzy', async (request) => {
  // `%` is a similarity of at least 0.3, found through the trigram indexes on both columns; that on native names leaves out
  // those that equal the name.
  const found = await pool.query({
    name: 'fuzzy',
    text: `SELECT *, greatest(similarity(name, $1), coalesce(similarity(native, $1), 0)) AS match_score FROM ${schema}.cities
            WHERE name % $1 OR (native % $1 AND native <> name)
            ORDER BY match_score DESC, population DESC NULLS LAST, id LIMIT $2`,
    values: [request.query.q, Number(request.query.limit ?? 10)],
  });
  return found.rows;
});

app.get(
  '/v1/states',
  async () => (await pool.query(`SELECT * FROM ${schema}.states ORDER BY name COLLATE "C", id`)).rows,
);

app.get<{ Params: { id: string } }>('/v1/states/:id', async (request, reply) => {
  const text = `SELECT * FROM ${schema}.states WHERE id = $1`;
  const found = await pool.query({ name: 'state', text, values: [Number(request.params.id)] });
  return found.rows[0] ?? reply.code(404).send({ error: 'No State/Region found.' });
});

app.get<{ Params: { iso2: string } }>('/v1/countries/:iso2/cities', async (request) => {
  const found = await pool.query(
    `SELECT * FROM ${schema}.cities WHERE country_code = $1 ORDER BY name COLLATE "C", id`,
    [request.params.iso2.toUpperCase()],
  );
  return found.rows;
});

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
