/**
 * What people call states beside the names that a data set has: in English where that has the own name, and the other way ("West Java",
 * "Mazowieckie"), as two lists of ISO 3166-2 have them (`npm run generate:states`); what nobody lists any more; and names in other order.
 */
import listed from '../../generated/state-names.json' with { type: 'json' };
import { fold } from './fold.ts';
import type { SourceState } from './source-rows.ts';
import { withoutWording } from './wordings.ts';

/** By ISO 3166-2, as all below. */
const LISTED: Readonly<Record<string, readonly string[]>> = listed;

/** Former names, those of France's regions that were merged in 2016 among them, and names that are on neither list. */
const OTHERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['AR-C', ['Capital Federal']],
  ['CN-GD', ['Canton', 'Kwangtung']],
  ['CN-XZ', ['Tibet']],
  ['DE-MV', ['Mecklenburg', 'Meckpomm']],
  ['FR-ARA', ['Auvergne', 'Rhône-Alpes']],
  ['FR-BFC', ['Bourgogne', 'Burgundy', 'Franche-Comté']],
  ['FR-BRE', ['Brittany']],
  ['FR-GES', ['Champagne-Ardenne', 'Lorraine']],
  ['FR-HDF', ['Nord-Pas-de-Calais', 'Picardie', 'Picardy']],
  ['FR-NAQ', ['Aquitaine', 'Limousin', 'Poitou-Charentes']],
  ['FR-NOR', ['Basse-Normandie', 'Haute-Normandie', 'Lower Normandy', 'Normandy', 'Upper Normandy']],
  ['FR-OCC', ['Languedoc-Roussillon', 'Midi-Pyrénées']],
  ['FR-PAC', ['PACA', 'Provence']],
  ['GB-WLS', ['Cymru']],
  ['ID-YO', ['Jogjakarta', 'Yogyakarta']],
  ['IN-UK', ['Uttaranchal']],
  ['IN-UT', ['Uttaranchal']],
  ['RU-CE', ['Chechnya']],
  ['RU-SA', ['Yakutia']],
  ['UA-51', ['Odessa']],
  ['VN-SG', ['Saigon']],
]);

/**
 * The other names of each state. None is another one's own in its country: a list may have its codes from another year, and Zagreb
 * County is not Zagreb where that is a state as well. `kinds` are the words that the data has for states, folded.
 */
export function otherNamesOfStates(
  states: readonly SourceState[],
  kinds: ReadonlySet<string>,
): (state: SourceState) => readonly string[] {
  const owners = new Map<string, Set<number>>();
  const keyOf = (name: string, { countryCode }: SourceState): string => `${countryCode} ${fold(name)}`;
  for (const state of states) {
    for (const name of [state.name, state.native ?? state.name]) {
      const key = keyOf(name, state);
      owners.set(key, (owners.get(key) ?? new Set()).add(state.id));
    }
  }
  return (state) => {
    const { name: own, iso31662: code } = state;
    const isAnothers = (name: string): boolean =>
      [...(owners.get(keyOf(name, state)) ?? [])].some((owner) => owner !== state.id);
    const others = code === null ? [] : [...(LISTED[code] ?? []), ...(OTHERS.get(code) ?? [])];
    const whole = [own, ...others].flatMap(inOrder);
    const bare = whole.flatMap((name) => withoutWording(name, kinds).map(({ rest }) => rest));
    return [...new Set([...whole, ...bare])].filter((name) => name !== own && !isAnothers(name));
  };
}

/** "Asturias, Principado de" is Asturias, and Principado de Asturias. */
function inOrder(name: string): readonly string[] {
  const [head = '', tail, more] = name.split(', ', 3);
  return tail === undefined || more !== undefined ? [name] : [name, head, `${tail} ${head}`];
}
