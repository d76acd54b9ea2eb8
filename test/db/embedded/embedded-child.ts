/** A process of its own for the tests: opens (or joins) the data folder, writes, says so, and waits to be ended. */
import pg from 'pg';
import { openEmbedded, openOrJoinEmbedded } from '../../../src/db/embedded/embedded.ts';

const [mode = 'open', dataDir = ''] = process.argv.slice(2);
const open = mode === 'join' ? openOrJoinEmbedded : openEmbedded;
try {
  const database = await open({ dataDir });
  const client = new pg.Client(database.clientConfig);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS entry (id int PRIMARY KEY, text text)');
  await client.query(
    `INSERT INTO entry SELECT n, 'entry ' || n FROM generate_series(1, 5000) n ON CONFLICT DO NOTHING`,
  );
  if (mode === 'join') {
    await client.end();
    await database.close();
  } else {
    await client.query('BEGIN');
    await client.query(`INSERT INTO entry VALUES (9999, 'not committed')`);
  }
  process.stdout.write(`${JSON.stringify({ owner: database.owner })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
  process.exit(1);
}
