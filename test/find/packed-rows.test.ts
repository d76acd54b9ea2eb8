import { expect, it } from 'vitest';
import { PackedRows } from '../../src/find/packed-rows.ts';

it('gives back each row, also of those that come after all were forgotten', () => {
  const packed = new PackedRows();
  const columns = [
    { name: 'id', kind: 'integer' },
    { name: 'name', kind: 'text' },
    { name: 'latitude', kind: 'text' },
    { name: 'translations', kind: 'text' },
  ] as const;
  const take = (names: readonly string[]) =>
    packed.add(
      columns,
      names.map((name, id) => [id, name, id === 0 ? `${name.length}.25` : null, '{}']),
    );
  const names = () => packed.rows.map((_, row) => packed.text(row, 'name'));
  take(['Zürich', 'a']);
  take(['京都']);
  expect(names()).toEqual(['Zürich', 'a', '京都']);
  expect(packed.rows[2]).toMatchObject({
    id: 0,
    name: '京都',
    latitude: 2.25,
    longitude: Number.NaN,
    translations: '{}',
  });
  packed.clear();
  take(['Bern', 'Łódź']);
  expect(names()).toEqual(['Bern', 'Łódź']);
  expect(packed.rows).toMatchObject([{ latitude: 4.25 }, { latitude: Number.NaN }]);
});
