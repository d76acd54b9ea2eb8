/** Texts in Chinese, Japanese and Korean that say where a place lies before its name, with no blank between: 神奈川県横浜市. */

/** They end a country, or a part of one: 中国, 广东省, 広西壮族自治区. */
const ENDS: ReadonlySet<string> = new Set('国國省道府県都市县縣州区區도시군');
const WRITTEN_SO = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー\s]{4,}$/u;
/** Letters of a part at least: 市川市 is one. */
const LEAST = 2;

/** Its parts from the largest to the smallest, as it may be cut; undefined for a text of one part, or in other scripts. */
export function partsBySigns(text: string): readonly string[] | undefined {
  if (!WRITTEN_SO.test(text)) return undefined;
  const parts = text.trim().split(/\s+/).flatMap(cut);
  return parts.length > 1 ? parts : undefined;
}

/** 京都府京都市 is cut behind 府, since no part begins with such a sign. */
function cut(word: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let end = LEAST; end <= word.length - LEAST; end += 1) {
    const isEnd = ENDS.has(word[end - 1] ?? '') && !ENDS.has(word[end] ?? '');
    if (!isEnd || end - start < LEAST) continue;
    parts.push(word.slice(start, end));
    start = end;
  }
  return [...parts, word.slice(start)];
}
