/** Parts of a country that people write where the country's name belongs: "England". */
import type { Places } from './places.ts';

/** Codes of such states, by the country's. */
const NATIONS: Readonly<Record<string, readonly string[]>> = { GB: ['ENG', 'NIR', 'SCT', 'WLS'] };

export function isNation(places: Places, state: number): boolean {
  return NATIONS[places.countryCode(state)]?.includes(places.stateCode(state) ?? '') ?? false;
}
