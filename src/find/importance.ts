/** How likely a place is meant, before anything is known of the question: the rank of places that match equally well. */
import { CAPITAL_OF_COUNTRY, CAPITAL_OF_STATE, type Places, seatRank } from './places.ts';
import type { Standing } from './standings.ts';

/** What stands for the size of a place that nobody counted. */
const UNCOUNTED = 2.2;
/** A capital that nobody counted, which the data has as a state only, has about this part of its country's people. */
const OF_COUNTRY = 10;
/** A state is asked for less often than a city of its size, a country less often than its cities together. */
const STATE = -1.8;
const COUNTRY = -0.6;
/** What the smaller one of two rows of the same place loses. */
const SECOND = 0.5;

/**
 * About the decimal logarithm of the people that live there, more for capitals and for what many languages have a name
 * for. From 0 to some 12.
 */
export function importanceOf(places: Places, place: number, nameCount: number, standing?: Standing): number {
  const rank = Math.max(places.capitals[place] ?? 0, seatRank(standing?.geonames?.featureCode));
  const isCapital = places.typeOf(place) === 'state' && rank >= CAPITAL_OF_COUNTRY;
  const uncounted = isCapital ? (places.populations[places.countries[place] ?? 0] ?? 0) / OF_COUNTRY : 0;
  const population = (standing?.size ?? places.populations[place] ?? 0) || uncounted;
  const size = population === 0 ? UNCOUNTED : Math.log10(population + 1);
  const known = 0.25 * Math.log2(1 + nameCount);
  switch (places.typeOf(place)) {
    case 'country':
      return size + known + COUNTRY;
    case 'state':
      // A state that is the capital is asked for as the city.
      return Math.max(0, size + known + capitalBonus(rank) + (isCapital ? 0 : STATE));
    case 'city':
      return size + known + capitalBonus(rank) - (standing?.isSecond ? SECOND : 0);
  }
}

function capitalBonus(rank: number): number {
  if (rank >= CAPITAL_OF_COUNTRY) return 0.8;
  return rank >= CAPITAL_OF_STATE ? 0.3 : 0;
}
