/** A reader who came by the link of the start. */
import { visitCookie, visitTarget } from '../src/http/visit.ts';

/** The token in the link; fails where there are no demo keys. */
export function tokenOf(keys: Readonly<Record<string, string>>): string {
  const target = visitTarget(keys);
  const token = target && new URL(target, 'http://geo.test').searchParams.get('token');
  if (!token) throw new Error('no link');
  return token;
}

/** The `Cookie` header of such a reader's requests. */
export function visitorCookie(keys: Readonly<Record<string, string>>): string {
  const [cookie] = visitCookie(tokenOf(keys), keys, false)?.split(';') ?? [];
  if (cookie === undefined) throw new Error('no cookie');
  return cookie;
}

/** A browser in which a visit is open, for `newContext` of Playwright. */
export function visitorState(keys: Readonly<Record<string, string>>) {
  const [name = '', value = ''] = visitorCookie(keys).split('=');
  const cookie = { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false };
  return { storageState: { cookies: [{ ...cookie, sameSite: 'Strict' as const }], origins: [] } };
}
