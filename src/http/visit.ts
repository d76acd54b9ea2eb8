/**
 * Who is shown the demo keys: whoever opened the link that the start printed, which leaves a cookie in the browser. Where
 * a reader sits says nothing, since a proxy on this machine may stand before anybody.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { DemoKeys } from '../auth/demo-keys.ts';
import type { HttpRequest } from './messages.ts';

export const VISIT_PATH = '/visit';

/**
 * The token of the link, made of the keys that it leads to: it is as long-lived as they are, nothing else has to be kept
 * for it, and whoever can make it up has the keys already. Undefined where there are none.
 */
function visitToken(keys: DemoKeys): string | undefined {
  const secrets = Object.entries(keys);
  if (secrets.length === 0) return undefined;
  return digest(JSON.stringify(['visit', ...secrets.sort()])).toString('base64url');
}

/** The path and query that open a visit, `/visit?token=…`; undefined where there are no demo keys. */
export function visitTarget(keys: DemoKeys): string | undefined {
  const token = visitToken(keys);
  return token && `${VISIT_PATH}?token=${token}`;
}

/** The `Set-Cookie` for whoever has the token; undefined for a wrong one. It lasts as long as the browser is open. */
export function visitCookie(given: string, keys: DemoKeys, isSecure: boolean): string | undefined {
  const token = visitToken(keys);
  if (token === undefined || !isEqual(given, token)) return undefined;
  return `${cookieName(token)}=${token}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** True for a request of a browser in which a visit was opened. */
export function isVisitor({ header }: HttpRequest, keys: DemoKeys): boolean {
  const cookies = header('cookie');
  const token = cookies === undefined ? undefined : visitToken(keys);
  if (cookies === undefined || token === undefined) return false;
  const start = `${cookieName(token)}=`;
  return cookies
    .split(';')
    .some((each) => each.trimStart().startsWith(start) && isEqual(each.trim().slice(start.length), token));
}

/** Browsers keep cookies by host and not by port: services beside each other must not take each other's. */
function cookieName(token: string): string {
  return `geo_visit_${digest(token).toString('hex').slice(0, 8)}`;
}

/** Takes as long whatever is wrong. */
function isEqual(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
