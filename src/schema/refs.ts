/** References to the object types of the records, so that types can name each other without importing each other. */
import type { CityRow } from '../db/city.entity.ts';
import type { CountryRow } from '../db/country.entity.ts';
import type { RegionRow } from '../db/region.entity.ts';
import type { StateRow } from '../db/state.entity.ts';
import type { SubregionRow } from '../db/subregion.entity.ts';
import { CITY } from './city.resource.ts';
import { COUNTRY } from './country.resource.ts';
import { REGION } from './region.resource.ts';
import { resourceRef } from './resource-fields.ts';
import { STATE } from './state.resource.ts';
import { SUBREGION } from './subregion.resource.ts';

export const CountryRef = resourceRef<CountryRow>(COUNTRY);
export const StateRef = resourceRef<StateRow>(STATE);
export const CityRef = resourceRef<CityRow>(CITY);
export const RegionRef = resourceRef<RegionRow>(REGION);
export const SubregionRef = resourceRef<SubregionRow>(SUBREGION);
