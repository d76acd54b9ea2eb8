/** A small page about a place, for the frame in which clients show it. */
import { type Html, html } from '../html/html.ts';
import { pageAnswer, pageReply } from '../html/page-reply.ts';
import { HTML } from '../http/media-types.ts';
import type { Reply } from '../http/outcome.ts';
import type { TypeId } from './entities.ts';

type Row = Readonly<Record<string, unknown>>;

/** Nothing is loaded, and pages of others may frame it. */
const FRAMED = { 'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'" };

export function previewReply(type: TypeId, row: Row): Reply {
  const answer = pageAnswer(previewPage(type, row));
  return pageReply(answer, { type: HTML, cacheControl: 'no-store', extra: FRAMED, isOpen: true });
}

function previewPage(type: TypeId, row: Row): Html {
  const named = (value: unknown) => (value as { readonly name?: string } | null | undefined)?.name;
  const where = [named(row['_state']), named(row['_country'])].filter((each) => each !== undefined).join(', ');
  const facts: readonly (readonly [string, unknown])[] = [
    ['Native name', row['native']],
    ['Inhabitants', row['population']],
    ['Point', row['latitude'] && `${row['latitude']}, ${row['longitude']}`],
    ['Time zone', row['timezone']],
    ['Code', row['iso3166_2'] ?? row['iso2']],
  ];
  const lines = facts.filter(([, value]) => value !== null && value !== undefined);
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${String(row['name'])}</title>
<p><strong>${String(row['name'])}</strong> (${type}${where === '' ? undefined : `, ${where}`})</p>
<ul>${lines.map(([name, value]) => html`<li>${name}: ${String(value)}</li>`)}</ul></html>
`;
}
