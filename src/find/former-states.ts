/** Names of France's regions that the data lacks: those of the ones that were merged in 2016, which people go on using, and English ones. */
import { fold } from './fold.ts';

/** By the folded name that the data has. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'auvergne rhone alpes': ['Auvergne', 'Rhône-Alpes'],
  'bourgogne franche comte': ['Bourgogne', 'Burgundy', 'Franche-Comté'],
  bretagne: ['Brittany'],
  'grand est': ['Champagne-Ardenne', 'Lorraine'],
  'hauts de france': ['Nord-Pas-de-Calais', 'Picardie', 'Picardy'],
  normandie: ['Basse-Normandie', 'Haute-Normandie', 'Lower Normandy', 'Normandy', 'Upper Normandy'],
  'nouvelle aquitaine': ['Aquitaine', 'Limousin', 'Poitou-Charentes'],
  occitanie: ['Languedoc-Roussillon', 'Midi-Pyrénées'],
  'provence alpes cote dazur': ['PACA', 'Provence'],
};

/** What else people call a state; none for most. */
export function otherNamesOfState({ name, countryCode }: { name: string; countryCode: string }): readonly string[] {
  return countryCode === 'FR' ? (NAMES[fold(name)] ?? []) : [];
}
