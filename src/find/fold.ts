/** What two spellings of a name have in common: the text that names are looked up by. Linear in the text's length. */

/** Letters that Unicode does not take apart, in lower case, and signs that stand for others. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ƒ: 'f',
  ɩ: 'i',
  ʋ: 'v',
  ς: 'σ',
  // Arabic letters that Persian, Urdu and Arabic keyboards give different code points.
  ی: 'ي',
  ى: 'ي',
  ې: 'ي',
  ک: 'ك',
  ہ: 'ه',
  ھ: 'ه',
  ة: 'ه',
  ە: 'ه',
  // Hebrew's letters at the end of a word.
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};

/** Umlauts and rings as they are written where there is no key for them. */
const SPELT_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['sainte', 'st'],
  ['ste', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]);

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
const KEPT = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;
/** Apostrophes, and letters that only modify others: a word goes on across them. */
const SILENT = /['’‘ʼʻ`´′ʹʿʾـ\p{Lm}\u200b-\u200f\u00ad]/u;
/** They make が of か; without them it is another name. */
const KANA_VOICE = /[\u3099\u309a]/;
/** Katakana's sign for a long vowel is a modifying letter by category only. */
const LONG_VOWEL = 'ー';

const cache = new Map<string, string>();

/**
 * The text in lower case without accents and marks (vowel signs of Arabic, Hebrew and Indic scripts among them),
 * punctuation as single blanks, apostrophes as nothing, letters without a decomposition as their nearest ones.
 * Scripts stay what they are.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  let folded = '';
  // Letters since the last stop or blank. Stops behind single letters are nothing: "N.S.W." is one word, "St. Louis" are two.
  let run = 0;
  let blank = false;
  for (const character of lower.normalize('NFKD').toLowerCase()) {
    const isInitials = character === '.' && run === 1;
    const kept = isInitials ? '' : foldedCharacter(character);
    if (kept === ' ') blank = folded !== '';
    else if (kept !== '') {
      folded += blank ? ` ${kept}` : kept;
      blank = false;
    }
    if (isInitials || kept === ' ') run = 0;
    else if (kept !== '') run += 1;
  }
  return folded.normalize('NFC');
}

/** Every folded text under which a name is to be found: its own, with umlauts spelt out, with abbreviations. */
export function foldings(name: string): string[] {
  const folded = fold(name);
  const texts = new Set([folded, abbreviated(folded)]);
  const spelt = fold(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöüåø]/g, (letter) => SPELT_OUT[letter] ?? letter),
  );
  texts.add(spelt).add(abbreviated(spelt)).delete('');
  return [...texts];
}

/** A folded text with Saint, Sainte, Ste as st, Mount as mt and Fort as ft. */
export function abbreviated(folded: string): string {
  return folded
    .split(' ')
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .join(' ');
}

function foldedCharacter(character: string): string {
  const known = cache.get(character);
  if (known !== undefined) return known;
  const folded = foldCharacter(character);
  // All of Unicode would be some megabytes; what names and searches hold is a few thousand characters.
  if (cache.size < 20_000) cache.set(character, folded);
  return folded;
}

function foldCharacter(character: string): string {
  const letter = LETTERS[character];
  if (letter !== undefined) return letter;
  if (KANA_VOICE.test(character) || character === LONG_VOWEL) return character;
  if (MARK.test(character) || SILENT.test(character)) return '';
  return KEPT.test(character) ? character : ' ';
}
