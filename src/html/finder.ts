/** The box that leads to a place: a form that works by itself, made a combobox by its script. */
import { type Html, html } from './html.ts';

export interface Finder {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly value?: string;
  /** Only places of this type: `country`. */
  readonly type?: string;
}

export const FIND_PATH = '/find';
/** What somebody types is cut here. */
export const LONGEST_QUERY = 100;

export function finder({ id, label, placeholder, value, type }: Finder): Html {
  return html`<search><form class="finder" action="${FIND_PATH}" method="get">
<label for="${id}">${label}</label>
<div class="box"><input type="search" id="${id}" name="q" placeholder="${placeholder}"${value === undefined ? undefined : html` value="${value}"`} maxlength="${LONGEST_QUERY}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go" required>
${type === undefined ? undefined : html`<input type="hidden" name="type" value="${type}">`}<button type="submit">Go</button></div></form></search>`;
}
