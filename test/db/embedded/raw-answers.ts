/** A client below the driver, for what the driver never sends: several units at once, and units without an end. */
import { connect } from 'node:net';
import type { EmbeddedDatabase } from '../../../src/db/embedded/embedded.ts';
import { MessageReader, messageType, startupPacket, wireMessage } from '../../../src/db/embedded/wire-messages.ts';

/** The messages that run a statement in the extended protocol, without the Sync. */
export function executeMessages(sql: string): Buffer[] {
  return [
    wireMessage('P', '', sql, Buffer.alloc(2)),
    wireMessage('B', '', '', Buffer.alloc(6)),
    wireMessage('E', '', Buffer.alloc(4)),
  ];
}

/** Sends messages in one packet and hangs up when `readies` units are answered, or at the first answer of type `until`. */
export async function rawAnswers(
  { host, port, user, database }: EmbeddedDatabase['clientConfig'],
  messages: readonly Buffer[],
  readies: number,
  until?: string,
): Promise<string[]> {
  const socket = connect(`${host}/.s.PGSQL.${port}`);
  const reader = new MessageReader();
  const types: string[] = [];
  socket.write(startupPacket({ user, database }));
  await new Promise<void>((resolve, reject) => {
    let greeted = false;
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      reader.push(chunk);
      for (let message = reader.next(false); message !== undefined; message = reader.next(false)) {
        const type = messageType(message);
        if (greeted) types.push(type);
        else if (type === 'Z') socket.write(Buffer.concat(messages));
        greeted ||= type === 'Z';
        if (type === until || (readies > 0 && types.filter((each) => each === 'Z').length === readies)) resolve();
      }
    });
  });
  socket.destroy();
  return types;
}
