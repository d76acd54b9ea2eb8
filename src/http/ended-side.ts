/**
 * Clients that have ended their side of a connection: they wait for their answers, or have left. The two look alike, until something is
 * written: who has left answers that by a reset.
 */
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** When it is looked for the first time, in milliseconds; then after twice as long each time. A reset is seen at the look behind it. */
const FIRST_LOOK_MS = 30;
/** How long one is waited for that can't be asked, in milliseconds; then it is given up for one that has left. */
const PATIENCE_MS = 90;
/** Who waits passes over it, whether it was expected or not (RFC 9110, sections 15.2 and 15.2.1). */
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\n';

/** The answer whose turn it is on a connection, as far as node:http writes it. */
export function answerOn(socket: object): ServerResponse | undefined {
  // Kept here by node:http; public API has no other sign of it.
  const current: unknown = Reflect.get(socket, '_httpMessage');
  return current instanceof ServerResponse ? current : undefined;
}

/** Looks after a connection whose client has ended its side, until it is closed; `isAnswering` tells whether it is to have an answer yet. */
export function watchEnded(socket: Socket, isAnswering: () => boolean): void {
  const endedAt = performance.now();
  let pause = FIRST_LOOK_MS;
  let timer: NodeJS.Timeout;
  const look = () => {
    const answer = answerOn(socket);
    // What is on its way asks by itself, and nothing may come into it.
    const isWritten = answer?.headersSent || socket.writableLength > 0;
    const canBeAsked = socket.writable && isAnswering() && answer?.req.httpVersion !== '1.0';
    if (!isWritten && canBeAsked) socket.write(INTERIM, 'latin1');
    else if (!isWritten && performance.now() - endedAt >= PATIENCE_MS) socket.destroy();
    pause *= 2;
    lookLater();
  };
  const lookLater = () => {
    timer = setTimeout(look, pause).unref();
  };
  lookLater();
  socket.once('close', () => clearTimeout(timer));
}
