/** Japanese names as they are typed before they become kanji: とうきょう is Tokyo. */

/** By Hepburn's rules, as maps have them: each sign and the letters for it. */
const SIGNS = new Map(
  (
    'あa いi うu えe おo かka きki くku けke こko さsa しshi すsu せse そso たta ちchi つtsu てte とto なna にni ぬnu ねne のno ' +
    'はha ひhi ふfu へhe ほho まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa をo んn がga ぎgi ぐgu げge ごgo ' +
    'ざza じji ずzu ぜze ぞzo だda ぢji づzu でde どdo ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo'
  )
    .split(' ')
    .map((each) => [each.charAt(0), each.slice(1)] as const),
);
/** They make one syllable of the sign before them: き and ょ are kyo, し and ょ sho. */
const SMALL = new Map([
  ['ゃ', 'a'],
  ['ゅ', 'u'],
  ['ょ', 'o'],
]);
const DOUBLES_NEXT = 'っ';
const LONG_VOWEL = 'ー';
const KATAKANA_FROM = 0x30a1;
const KATAKANA_TO = 0x30f6;
const TO_HIRAGANA = 0x60;

const LETTER = /[a-z ]/;

/** In Latin letters without long vowels; undefined for what is not kana, with the letters of an unfinished one behind them. */
export function romanised(text: string): string | undefined {
  let letters = '';
  let doubled = false;
  for (const character of text.normalize('NFKC').toLowerCase().trim()) {
    const sign = hiragana(character);
    const small = SMALL.get(sign);
    const syllable = SIGNS.get(sign);
    if (small !== undefined && letters.endsWith('i')) {
      const isSibilant = /(?:sh|ch|j)i$/.test(letters.slice(-3));
      letters = `${letters.slice(0, -1)}${isSibilant ? '' : 'y'}${small}`;
    } else if (syllable !== undefined) {
      // Hepburn doubles the letter, but for ch: Kutchan.
      const doubling = syllable.startsWith('ch') ? 't' : syllable.charAt(0);
      letters += doubled ? doubling + syllable : syllable;
    } else if (letters !== '' && LETTER.test(character)) {
      letters += character;
    } else if (sign !== DOUBLES_NEXT && character !== LONG_VOWEL) {
      return undefined;
    }
    doubled = sign === DOUBLES_NEXT;
  }
  return letters === '' ? undefined : letters.replaceAll(/o[ou]/g, 'o').replaceAll('uu', 'u');
}

function hiragana(character: string): string {
  const code = character.charCodeAt(0);
  return code >= KATAKANA_FROM && code <= KATAKANA_TO ? String.fromCharCode(code - TO_HIRAGANA) : character;
}
