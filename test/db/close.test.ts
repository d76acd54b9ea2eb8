import { expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';

it.each(inject('homes'))(
  '$home: a database ends while its first connections are being made',
  async ({ home, target }) => {
    const database = await openDatabase(home, target);
    const reads = [1, 2, 3].map(() => read(database.em, 'SELECT 1', []).catch(() => undefined));
    // Now they wait for connections.
    await new Promise(setImmediate);
    expect(database.servers()[0]).toMatchObject({ idle: 0 });
    await database.close();
    await Promise.all(reads);
    expect(database.servers()[0]).toMatchObject({ total: 0 });
  },
  30_000,
);
