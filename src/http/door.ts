/**
 * Refuses connections before Node.js makes streams of them. It goes by what `net.js` does with the handle of a listening server and with
 * those of its connections. Whether they are as they are known to be is tried on connections of our own; where they are not, there is no
 * door, and who is refused is a socket.
 */
import type { Server } from 'node:net';
import {
  answerOf,
  type ConnectionHandle,
  Farewells,
  handleOf,
  isListening,
  portOf,
  type Requests,
  requestsOf,
  trialServer,
} from './raw-handles.ts';

const TRIAL_MS = 1_000;

export interface Doorkeeper {
  /** Whether a connection from this address is taken; without an address its client has gone. */
  admits(address: string | undefined): boolean;
  /** What a connection is told that is not: a character for each byte. */
  refusal(): string;
}

export class Door {
  readonly requests: Requests;
  readonly #farewells: Farewells;
  #take: ((handle: ConnectionHandle) => void) | undefined;

  private constructor(requests: Requests) {
    this.requests = requests;
    this.#farewells = new Farewells(requests);
  }

  /** A door that has been tried; undefined where this Node.js is not made as it has to be. Never rejects. */
  static async tried(): Promise<Door | undefined> {
    const limit = AbortSignal.timeout(TRIAL_MS);
    let server: Server | undefined;
    try {
      server = await trialServer(limit);
      const door = new Door(await requestsOf(server, limit));
      const isGuarded = door.guard([server], { admits: (address) => address !== '127.0.0.1', refusal: () => 'no' });
      return isGuarded && (await answerOf(portOf(server), limit)) === 'no' ? door : undefined;
    } catch {
      return undefined;
    } finally {
      server?.close();
    }
  }

  /** From now on `keeper` is asked about each connection to these servers, which listen; false, and nothing changes, where that can't be. */
  guard(servers: readonly Server[], keeper: Doorkeeper): boolean {
    const handles = servers.map(handleOf);
    if (!handles.every(isListening)) return false;
    for (const listening of handles) {
      const take = listening.onconnection;
      if (listening === handles[0]) this.#take = (handle) => take.call(listening, 0, handle);
      listening.onconnection = (error, handle) => {
        if (error !== 0 || handle === undefined) return take.call(listening, error, handle);
        const name: { address?: string } = {};
        const address = handle.getpeername(name) === 0 ? name.address : undefined;
        if (keeper.admits(address)) take.call(listening, error, handle);
        else this.#farewells.say(handle, keeper.refusal());
      };
    }
    return true;
  }

  /** Gives the first of the servers a connection that somebody else has taken from its address; nobody is asked about it. */
  receive(handle: ConnectionHandle): void {
    this.#take?.(handle);
  }

  /** Closes what clients may still be reading. */
  close(): void {
    this.#farewells.close();
  }
}
