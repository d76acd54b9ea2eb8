import { describe, expect, it } from 'vitest';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { sqlChannel } from '../../src/db/read.ts';
import { someHome } from '../service.ts';

describe('a watch over data sets', () => {
  it('looks anew when it is told to, also while it is looking', async () => {
    const { home, target } = someHome();
    const database = await openDatabase(home, target);
    const never = Promise.withResolvers<void>();
    const watch = watchDataSet(database.em, {}, undefined, never.promise);
    let looks = 0;
    const listen = (message: unknown) => {
      const { sql } = message as { sql: string }; // What is published of each statement.
      if (/\bdata_sets\b.*\bactivated_at\b/s.test(sql)) looks += 1;
    };
    await watch.refresh();
    sqlChannel.start.subscribe(listen);
    try {
      const underWay = watch.refresh();
      await Promise.resolve(); // It has begun.
      await watch.refresh();
      await underWay;
    } finally {
      sqlChannel.start.unsubscribe(listen);
      await watch.stop();
      await database.close();
    }
    expect(looks).toBe(2);
  });
});
