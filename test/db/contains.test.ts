/** Substring matches: literal, in any letter case, alike in both homes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containsPattern } from '../../src/db/contains.ts';
import type { Home } from '../../src/db/orm.ts';
import { isPostgresqlThere, openSearchHome, type SearchHome } from './search-fixture.ts';

const homes: Home[] = (await isPostgresqlThere()) ? ['embedded', 'postgresql'] : ['embedded'];

describe.each(homes)('containsPattern, %s', (name) => {
  let home: SearchHome;
  beforeAll(async () => {
    home = await openSearchHome(name, { cities: [], states: [], countries: [] });
  }, 120_000);
  afterAll(() => home?.close());

  async function contains(text: string, part: string): Promise<boolean> {
    const { rows } = await home.client.query('SELECT $1::text ILIKE $2 AS matches', [text, containsPattern(part)]);
    return rows[0].matches;
  }

  it.each([
    ['São Paulo', 'ÃO P'],
    ['Étienne', 'éTI'],
    ['Жуковка', 'жУК'],
    ['İzmir', 'izm'],
    ['Αθήνα', 'ΑΘΉ'],
    ['網走市', '走'],
  ])('finds in %j the part %j', async (text, part) => {
    expect(await contains(text, part)).toBe(true);
  });

  it.each([
    ['100% sure', '100%'],
    ['a_b', 'A_B'],
    ['back\\slash', '\\'],
    ['%', '%'],
    ['\\%', '\\%'],
  ])('finds in %j the part %j, whose signs mean themselves', async (text, part) => {
    expect(await contains(text, part)).toBe(true);
  });

  it.each([
    ['Paulo', '%'],
    ['Paulo', 'P_ulo'],
    ['Paulo', '\\'],
    ['Paulo', 'P\\aulo'],
    ['Paulo', 'P%o'],
    ['Ångström', 'angstrom'],
  ])('does not find in %j the part %j', async (text, part) => {
    expect(await contains(text, part)).toBe(false);
  });
});
