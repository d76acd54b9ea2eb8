import { expect, it } from 'vitest';
import { assertSortVisible, fieldsOf, sortOf, visibleFields } from '../../src/rest/shape.ts';
import { COUNTRY } from '../../src/schema/country.resource.ts';
import { REGION } from '../../src/schema/region.resource.ts';
import { STATE } from '../../src/schema/state.resource.ts';

it('names the first sort key that lies above the tier', () => {
  const sort = sortOf(STATE).parse('name,population:desc', 'sort') ?? [];
  expect(() => assertSortVisible(STATE, sort, 'coordinates')).not.toThrow();
  expect(() => assertSortVisible(STATE, sort, 'basic')).toThrow(
    'Field "population" is not available on your current plan.',
  );
  const several = sortOf(COUNTRY).parse('gdp,population', 'sort') ?? [];
  expect(() => assertSortVisible(COUNTRY, several, 'basic')).toThrow(
    'Field "gdp" is not available on your current plan.',
  );
});

it('takes an empty list of fields or sort keys for none', () => {
  for (const text of [undefined, '', ' ', ',', ' , ,']) {
    expect(fieldsOf(REGION).parse(text, 'fields')).toBeUndefined();
    expect(sortOf(REGION).parse(text, 'sort')).toBeUndefined();
  }
});

it('keeps the asked fields in the order of the table, with the id, without what the tier hides', () => {
  const asked = fieldsOf(REGION).parse('translations,name,name', 'fields');
  expect(asked).toEqual(['id', 'name', 'translations']);
  expect(visibleFields(REGION, asked, 'coordinates')).toEqual(['id', 'name']);
  expect(visibleFields(REGION, fieldsOf(REGION).parse('translations', 'fields'), 'coordinates')).toEqual(['id']);
  // Everything that the tier shows is the answer without `fields`: they share an entry.
  expect(visibleFields(REGION, fieldsOf(REGION).parse('name,wikiDataId', 'fields'), 'coordinates')).toBeUndefined();
});

it('takes the first of several sort keys of a field, in its place', () => {
  expect(sortOf(STATE).parse('population,name:desc,population:desc,id,name', 'sort')).toEqual([
    { field: 'POPULATION', direction: 'ASC' },
    { field: 'NAME', direction: 'DESC' },
    { field: 'ID', direction: 'ASC' },
  ]);
});

it('reads every form of a sort key', () => {
  expect(sortOf(STATE).parse(' name , population : DESC ,id:Asc', 'sort')).toEqual([
    { field: 'NAME', direction: 'ASC' },
    { field: 'POPULATION', direction: 'DESC' },
    { field: 'ID', direction: 'ASC' },
  ]);
});
