/** Where a name lies as somebody wrote it who can't spell it: "Nova Iguaçu, Brazl". Looked for where nothing else is found. */
import { type Areas, addAreas, areasCalled, BEHIND, contextOf, type Splitting, splitting } from './contexts.ts';
import { fold } from './fold.ts';
import type { Names } from './names.ts';
import type { Places } from './places.ts';
import { textsWithTypos } from './typos.ts';

/** A question of more parts, or words, is none of these. */
const MOST_PARTS = 4;
const MOST_WORDS = 8;
/** What a name of a country or state is worth that hardly anybody takes for another one. */
const WELL_KNOWN = -1;
/** Words at the end of a question without commas that are taken for one name of a country or state. */
const MOST_WORDS_OF_AREA = 2;

export function misspeltContextsOf(places: Places, names: Names, q: string): Splitting[] {
  const [head = '', ...tail] = q.split(',').map(fold);
  const words = head.split(' ');
  if (words.length > MOST_WORDS || tail.length >= MOST_PARTS) return [];
  const found: Splitting[] = [];
  const add = (name: readonly string[], parts: readonly string[], isNamed: boolean): void => {
    const areas = parts.map((part) => areasNearly(places, names, part));
    const context = areas.some(({ size }) => size === 0) ? undefined : contextOf(places, areas);
    if (context !== undefined) found.push(splitting(name, context, BEHIND, isNamed));
  };
  const parts = tail.filter((part) => part !== '');
  if (parts.length > 0) {
    add(words, parts, true);
  } else {
    for (let count = 1; count <= MOST_WORDS_OF_AREA && count < words.length; count += 1)
      add(words.slice(0, -count), [words.slice(-count).join(' ')], false);
  }
  return found;
}

/**
 * What was typed with less of what stands behind its commas, the most first. Parts that name no country or state, not even nearly, say
 * nothing: "Birmingham, West Midlands, UK" lies in the UK. And where nothing is called so that lies where it was said to, a part is one that the
 * data draws otherwise: Leeds is no part of its West Yorkshire. None without a comma.
 */
export function withLessContext(places: Places, names: Names, q: string): readonly string[] {
  const [head = '', ...parts] = q.split(',', MOST_PARTS + 1);
  if (fold(head) === '' || parts.length === 0 || parts.length >= MOST_PARTS) return [];
  const known = parts.filter((part) => areasNearly(places, names, fold(part)).size > 0);
  const kept = [known, known.slice(-1), []].filter((some) => some.length < parts.length);
  return [...new Set(kept.map((some) => [head, ...some].join(',')))];
}

/** As it is written; and with as few typos as there are names, unless it is well known so: "Nigera" is Niger, in a language, and nearly Nigeria. */
function areasNearly(places: Places, names: Names, text: string): Areas {
  const exact = areasCalled(places, names, text, false);
  for (const worth of exact.values()) if (worth >= WELL_KNOWN) return exact;
  const typos = textsWithTypos(names, text);
  for (const least of [1, 2]) {
    const areas = new Map(exact);
    for (const [found, edits] of typos) if (edits === least) addAreas(areas, places, names, found, -edits);
    if (areas.size > exact.size) return areas;
  }
  return exact;
}
