/**
 * What people call states beside the names that a data set has: in English where that has the own name, and the other way ("West Java",
 * "Mazowieckie"), as two lists of ISO 3166-2 have them (`npm run generate:states`); what nobody lists any more; and names in other order.
 */
import listed from '../../generated/state-names.json' with { type: 'json' };
import { FORMER_COUNTIES } from './counties.ts';
import { fold } from './fold.ts';
import { isOfKind } from './kinds.ts';
import type { SourceState } from './source-rows.ts';
import { withoutWording } from './wordings.ts';

/** By ISO 3166-2, as all below. */
const LISTED: Readonly<Record<string, readonly string[]>> = listed;

/** Former names, those of France's regions that were merged in 2016 among them, and names that are on neither list. */
const OTHERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['AR-C', ['Capital Federal']],
  ['AT-2', ['Ktn']],
  ['AT-3', ['NÖ', 'NOE']],
  ['AT-4', ['OÖ', 'OOE']],
  ['AT-6', ['Stmk']],
  ['AT-8', ['Vbg', 'Vlbg']],
  ['AT-1', ['Bgld']],
  ['CN-GD', ['Canton', 'Kwangtung']],
  ['CN-GX', ['广西', '廣西']],
  ['CN-HK', ['Hong Kong', '香港']],
  ['CN-MO', ['Macau', 'Macao', '澳门', '澳門']],
  ['CN-NM', ['内蒙古', '內蒙古']],
  ['CN-NX', ['宁夏', '寧夏']],
  ['CN-XJ', ['新疆']],
  ['CN-XZ', ['西藏']],
  ['CZ-10', ['Prague']],
  ['CZ-20', ['Central Bohemia', 'Central Bohemian Region']],
  ['CZ-31', ['South Bohemia', 'South Bohemian Region']],
  ['CZ-63', ['Vysočina']],
  ['CZ-64', ['South Moravia', 'South Moravian Region']],
  ['CZ-80', ['Moravia-Silesia', 'Moravian-Silesian Region']],
  ['DE-MV', ['Mecklenburg', 'Meckpomm']],
  ['DE-BW', ['BaWü']],
  ['DE-RP', ['RLP']],
  ['DE-BY', ['Free State of Bavaria']],
  ['DE-SN', ['Free State of Saxony']],
  ['DE-TH', ['Free State of Thuringia']],
  ['ES-BI', ['Vizcaya']],
  ['ES-C', ['La Coruña']],
  ['ES-CN', ['Islas Canarias']],
  ['ES-GI', ['Gerona']],
  ['ES-IB', ['Baleares']],
  ['ES-L', ['Lérida']],
  ['ES-OR', ['Orense']],
  ['ES-PM', ['Baleares']],
  ['ES-SS', ['Guipúzcoa']],
  ['ES-VC', ['Comunitat Valenciana']],
  ['FR-ARA', ['Auvergne', 'Rhône-Alpes']],
  ['FR-BFC', ['Bourgogne', 'Burgundy', 'Franche-Comté']],
  ['FR-GES', ['Champagne-Ardenne', 'Lorraine']],
  ['FR-HDF', ['Nord-Pas-de-Calais', 'Picardie', 'Picardy']],
  ['FR-NAQ', ['Aquitaine', 'Limousin', 'Poitou-Charentes']],
  ['FR-NOR', ['Basse-Normandie', 'Haute-Normandie', 'Lower Normandy', 'Normandy', 'Upper Normandy']],
  ['FR-OCC', ['Languedoc-Roussillon', 'Midi-Pyrénées']],
  ['FR-PAC', ['PACA', 'Provence']],
  ['GB-BKM', ['Bucks']],
  ['GB-CAM', ['Cambs']],
  ['GB-ERY', ['E Yorks']],
  ['GB-GLS', ['Glos']],
  ['GB-HAM', ['Hants']],
  ['GB-HRT', ['Herts']],
  ['GB-LAN', ['Lancs']],
  ['GB-LEC', ['Leics']],
  ['GB-LIN', ['Lincs']],
  ['GB-NTT', ['Notts']],
  ['GB-NYK', ['N Yorks']],
  ['GB-OXF', ['Oxon']],
  ['GB-SHR', ['Salop']],
  ['GB-STS', ['Staffs']],
  ['GB-WAR', ['Warks']],
  ['GB-WLS', ['Cymru']],
  ['GB-WOR', ['Worcs']],
  ['ID-YO', ['Jogjakarta']],
  ['IN-UK', ['Uttaranchal']],
  ['IN-UT', ['Uttaranchal']],
  ['PH-14', ['BARMM', 'Bangsamoro']],
  ['PH-15', ['CAR', 'Cordillera']],
  ['PH-40', ['Region IV-A']],
  ['PH-41', ['Region IV-B', 'Southwestern Tagalog Region']],
  ['RU-CE', ['Chechnya']],
  ['RU-SA', ['Yakutia']],
  ['UA-05', ['Vinnytsia']],
  ['UA-09', ['Luhansk']],
  ['UA-12', ['Dnipropetrovsk']],
  ['UA-14', ['Donetsk']],
  ['UA-18', ['Zhytomyr']],
  ['UA-23', ['Zaporizhzhia']],
  ['UA-26', ['Ivano-Frankivsk']],
  ['UA-32', ['Kyiv Oblast']],
  ['UA-35', ['Kirovohrad']],
  ['UA-46', ['Lviv', 'Lvov']],
  ['UA-48', ['Mykolaiv']],
  ['UA-51', ['Odesa', 'Odessa']],
  ['UA-53', ['Poltava']],
  ['UA-56', ['Rivne']],
  ['UA-59', ['Sumy']],
  ['UA-61', ['Ternopil']],
  ['UA-63', ['Kharkiv']],
  ['UA-65', ['Kherson']],
  ['UA-68', ['Khmelnytskyi']],
  ['UA-71', ['Cherkasy']],
  ['UA-74', ['Chernihiv']],
  ['US-VI', ['U.S. Virgin Islands', 'Virgin Islands']],
  ['VN-SG', ['Saigon', 'TP Hồ Chí Minh', 'Thành phố Hồ Chí Minh']],
]);

/** A state is called by what it is a part of, where that is none: Leeds is West Yorkshire in a table of addresses. */
const FORMER_COUNTIES_OF = Map.groupBy(
  FORMER_COUNTIES.flatMap(([names, parts]) => parts.split(' ').map((part) => ({ names, part }))),
  ({ part }) => `GB-${part}`,
);

/**
 * The other names of each state. None is another one's own in its country, with a word for what it is or without: a list may have its codes
 * from another year, as one of Iran has, and Zagreb County is not Zagreb where that is a state as well. `kinds` are the words that the data
 * has for states, folded.
 */
export function otherNamesOfStates(
  states: readonly SourceState[],
  kinds: ReadonlySet<string>,
): (state: SourceState) => readonly string[] {
  const owners = new Map<string, Set<SourceState>>();
  const keyOf = (name: string, { countryCode }: SourceState): string => `${countryCode} ${fold(name)}`;
  for (const state of states) {
    for (const name of [state.name, state.native ?? state.name]) {
      const key = keyOf(name, state);
      owners.set(key, (owners.get(key) ?? new Set()).add(state));
    }
  }
  return (state) => {
    const { name: own, iso31662: code } = state;
    const othersCalled = (name: string): readonly SourceState[] =>
      [...(owners.get(keyOf(name, state)) ?? [])].filter(({ id }) => id !== state.id);
    const isAnothers = (name: string): boolean => othersCalled(name).length > 0;
    /** Kyiv Oblast is not Kyiv, which is a city; the province of Tehran is Tehran. */
    const isOfAnother = (name: string): boolean =>
      withoutWording(name, kinds).some(
        ({ rest, kind }) => kind && othersCalled(rest).some(({ type }) => isOfKind(fold(type ?? ''), kind)),
      );
    const others =
      code === null
        ? []
        : [
            ...(LISTED[code] ?? []),
            ...(OTHERS.get(code) ?? []),
            ...(FORMER_COUNTIES_OF.get(code) ?? []).flatMap(({ names }) => names),
          ];
    const whole = [
      own,
      ...(state.native === null ? [] : [state.native]),
      ...others.filter((name) => !isOfAnother(name)),
    ].flatMap(inOrder);
    const bare = whole.flatMap((name) => withoutWording(name, kinds).map(({ rest }) => rest));
    return [...new Set([...whole, ...bare])].filter((name) => name !== own && !isAnothers(name));
  };
}

/** "Asturias, Principado de" is Asturias, and Principado de Asturias. */
function inOrder(name: string): readonly string[] {
  const [head = '', tail, more] = name.split(', ', 3);
  return tail === undefined || more !== undefined ? [name] : [name, head, `${tail} ${head}`];
}
