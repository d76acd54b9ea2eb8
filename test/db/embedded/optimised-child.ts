/** Runs so many statements on an embedded database that V8 finds whatever is hot in it, also when it has been short of memory. */
import { Client } from 'pg';
import { collectGarbage } from '../../../src/collect-garbage.ts';
import { openEmbeddedInMemory } from '../../../src/db/embedded/embedded.ts';

const STATEMENTS = 300;

const database = await openEmbeddedInMemory();
const client = new Client(database.clientConfig);
await client.connect();
await client.query('SELECT 1');
collectGarbage();
for (let number = 0; number < STATEMENTS; number++) await client.query(`SELECT ${number} AS number`);
await client.end();
await database.close();
