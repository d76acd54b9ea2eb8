/**
 * The first peer of the GraphQL benchmark: PostGraphile 5 as its documentation sets it up, on the tables as they are.
 * JavaScript, because its types would add theirs to every GraphQL field of the project.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const connectionString = process.env['DATABASE_URL'] ?? '';
const client = new pg.Client({ connectionString });
await client.connect();
const { rows } = await client.query(
  'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
);
await client.end();

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: [`geo_${rows[0]?.id}`] })],
  grafserv: { graphiql: false, watch: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env['PORT']), '127.0.0.1');
