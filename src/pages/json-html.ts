/** JSON text, indented and with its names, texts and numbers marked for colour. */
import { escapeText, type Html, rawHtml } from '../html/html.ts';

const TOKEN = /("(?:[^"\\]|\\.)*(?:"|\\?$))(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/gs;

/** JSON for reading; text that is no JSON stays as it is. */
export function jsonHtml(json: string): Html {
  let indented: string;
  try {
    indented = JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    indented = json;
  }
  let marked = '';
  let end = 0;
  for (const match of indented.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    const kind = string === undefined ? 'n' : colon === undefined ? 's' : 'k';
    marked += `${escapeText(indented.slice(end, match.index))}<span class="${kind}">${escapeText(string ?? token)}</span>${colon ?? ''}`;
    end = match.index + token.length;
  }
  return rawHtml(marked + escapeText(indented.slice(end)));
}
