/** The prepared statements of one client in the session that all clients share: there they have names of their own. */
import { messageType, statementName, wireMessage, withStatementName } from './wire-messages.ts';

export class SessionStatements {
  readonly #client: number;
  /** The client's names and those in the session. */
  readonly #names = new Map<string, string>();
  #soFar = 0;
  /** Those in the session that are not closed. */
  readonly #open = new Set<string>();

  /** @param client a number that no other client has */
  constructor(client: number) {
    this.#client = client;
  }

  /** A message as the session is to have it. */
  renamed(message: Buffer): Buffer {
    return withStatementName(message, (name) => {
      const known = this.#names.get(name) ?? `${this.#client}/${this.#soFar++}`;
      if (messageType(message) === 'C') this.#names.delete(name);
      else this.#names.set(name, known);
      return known;
    });
  }

  /** To be told of renamed messages when the session gets them. */
  note(messages: readonly Buffer[]): void {
    for (const message of messages) {
      const type = messageType(message);
      const name = type === 'P' || type === 'C' ? statementName(message) : undefined;
      if (name === undefined) continue;
      if (type === 'P') this.#open.add(name);
      else this.#open.delete(name);
    }
  }

  /** The messages that close what the client leaves behind. */
  closes(): Buffer[] {
    return [...this.#open].map((name) => wireMessage('C', `S${name}`));
  }
}
