/** Tells who may be shown the demo keys. */
import type { HttpRequest } from './messages.ts';

/**
 * True when the client runs on this machine and named it so: the peer is the loopback address, the Host too (a foreign
 * name that resolves to it is a rebinding attack), and no proxy says that it stands between.
 */
export function isOnThisMachine({ remoteAddress, header }: HttpRequest): boolean {
  const near = remoteAddress !== undefined && /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(remoteAddress);
  const named = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(header('host') ?? '');
  const direct = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].every(
    (name) => header(name) === undefined,
  );
  return near && named && direct;
}
