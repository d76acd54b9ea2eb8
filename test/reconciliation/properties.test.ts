import { expect, it } from 'vitest';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { statesOfAddresses } from '../../src/address/states-of-addresses.ts';
import { allProperties, propertiesOf } from '../../src/reconciliation/properties.ts';
import { country, state } from '../find/find-rows.ts';

it('properties of records are listed once a process', () => {
  expect(propertiesOf('city')).toBe(propertiesOf('city'));
  expect(allProperties()).toBe(allProperties());
  expect(new Set(allProperties().map(({ id }) => id)).size).toBe(allProperties().length);
});

it('states are joined to those of addresses once a data set', () => {
  const rows = { countries: [country('AA', 1)], states: [state('North', 1, 'AA', { iso2: 'N' })], cities: [] };
  const index = () => openPlaceIndex(buildPlaceIndex(rows));
  const [one, other] = [index(), index()];
  const unknown = { latinName: undefined, isoCode: undefined, postcodes: undefined, otherPostcodes: undefined };
  const subdivisions = [{ key: 'N', name: 'North', ...unknown }];
  const joined = statesOfAddresses(one, 0, subdivisions);
  expect(joined).toEqual([1]);
  expect(statesOfAddresses(one, 0, subdivisions)).toBe(joined);
  expect(statesOfAddresses(other, 0, subdivisions)).not.toBe(joined);
});
