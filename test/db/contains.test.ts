/** Substring matches: literal, in any letter case, alike in both homes. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { containsPattern } from '../../src/db/contains.ts';

describe.each(inject('homes'))('containsPattern, $home', ({ target }) => {
  const client = new pg.Client('url' in target ? { connectionString: target.url } : target);
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  async function contains(text: string, part: string): Promise<boolean> {
    const { rows } = await client.query('SELECT $1::text ILIKE $2 AS matches', [text, containsPattern(part)]);
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
