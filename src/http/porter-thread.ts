/** The thread of a porter ({@link Porter}): takes connections while it has sockets to listen at, and refuses or hands over each. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { networkOf } from '../auth/network.ts';
import { errorReply } from './errors.ts';
import { connectPipes, type HandlePipe, takeHandle, textOf } from './handle-pipes.ts';
import { FairParts } from './load/fair-parts.ts';
import { PorterLedger, WORDS } from './porter-ledger.ts';
import type { PorterData } from './porter-link.ts';
import { rawAnswer } from './raw-answer.ts';
import { type ConnectionHandle, Farewells, type ListeningHandle, requestsOf, trialServer } from './raw-handles.ts';
import { unavailable } from './refusals.ts';

const START_MS = 30_000;
/** To refuse gives way to what is answered; where it gets no processor the main loop refuses, which listens as well. */
const NICENESS = 10;
/** How often the parts of the networks are judged anew, in milliseconds. */
const STEP_MS = 20;
/** So many wait at most to be received: a main loop that stands still takes nobody. */
const MOST_WAITING = 512;
/** Whoever comes again as soon as it is told takes the less the later that is, in milliseconds; all are to hear it within 50. */
const PAUSE_MS = 20;
const LOOK_MS = 4;
/** To shut the doors may take so long, in milliseconds, however many come. */
const SHUT_MS = 1_000;

const { meeting, pipes: count, backlog, memory } = workerData as PorterData;
const signal = AbortSignal.timeout(START_MS);
// Linux has a priority for each thread, and this name for the one that reads it: `PID/task/TID`.
const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
setPriority(thread, Math.max(NICENESS, getPriority(thread)));
const trial = await trialServer(signal);
const requests = await requestsOf(trial, signal);
trial.close();
const { Write } = requests;
if (!Write) throw new Error('Node.js writes otherwise');
const refusal = rawAnswer(errorReply(unavailable('busy')));
const ledger = new PorterLedger(memory);
const farewells = new Farewells(requests);
const parts = new FairParts();
const doors: ListeningHandle[] = [];
/** Those who are to be refused, and since when, the longest first. */
const refused: { readonly handle: ConnectionHandle; readonly since: number }[] = [];
let look: NodeJS.Timeout | undefined;
let owed = 0;
let settledAt = performance.now();
let turn = 0;

const pipes = await connectPipes(count, meeting, Write, signal);
for (const pipe of pipes) {
  pipe.onread = (bytes) => {
    const handle = takeHandle(pipe);
    if (handle) openDoor(handle as ListeningHandle);
    // A socket for which there is no descriptor does not come along with its word.
    else if (bytes === undefined || textOf(bytes).includes(WORDS.rest)) closeDoors();
    else if (textOf(bytes).includes(WORDS.shut)) void shutDoors();
  };
  pipe.readStart();
}

function openDoor(door: ListeningHandle): void {
  door.onconnection = (error, handle) => {
    if (error === 0 && handle) meet(handle);
  };
  door.listen(backlog);
  doors.push(door);
}

/** Those who wait are the main loop's, which listens at the same sockets. */
function closeDoors(): void {
  for (const door of doors.splice(0)) door.close();
  sayFarewells(0);
  ledger.set('isAtDoor', 0);
}

/**
 * Nobody else has these sockets any more: each is closed when a turn has found nobody, for closing it resets who waits there. Meanwhile the system
 * lets two wait, and who would be one more asks again after a second, when nobody listens: this thread may not have a processor just then.
 */
async function shutDoors(): Promise<void> {
  const until = performance.now() + SHUT_MS;
  for (const door of doors.splice(0)) {
    door.listen(1);
    let came: number;
    do {
      came = ledger.get('came');
      await nextTurn();
    } while (ledger.get('came') !== came && performance.now() < until);
    door.close();
  }
  closeDoors();
}

function meet(handle: ConnectionHandle): void {
  ledger.count('came');
  const name: { address?: string } = {};
  if (handle.getpeername(name) !== 0 || name.address === undefined) {
    handle.close(); // Its client has gone.
    return;
  }
  settle();
  owed += parts.of(networkOf(name.address));
  if (owed >= 1) {
    owed -= 1;
    if (ledger.waiting < MOST_WAITING && handOver(handle)) return;
  }
  refuse(handle);
}

function refuse(handle: ConnectionHandle): void {
  refused.push({ handle, since: performance.now() });
  look ??= setInterval(() => sayFarewells(PAUSE_MS), LOOK_MS);
}

function settle(): void {
  const now = performance.now();
  if (now - settledAt < STEP_MS) return;
  parts.settle(now - settledAt, ledger.share);
  settledAt = now;
}

/** One pipe after the other: a turn of the main loop takes one from each. False where there is none that can be written to. */
function handOver(handle: ConnectionHandle): boolean {
  turn = (turn + 1) % pipes.length;
  const oncomplete = (code: number) => {
    // What was sent is a copy.
    if (code === 0) return handle.close();
    // The system lets a user have only so many descriptors on their way.
    ledger.count('handedOver', -1);
    refuse(handle);
  };
  const request = Object.assign(new (Write as new () => object)(), { oncomplete });
  ledger.count('handedOver'); // Before it can be received.
  if ((pipes[turn] as HandlePipe).writeLatin1String(request, WORDS.connection, handle) === 0) return true;
  ledger.count('handedOver', -1);
  return false;
}

/** Tells those who have waited for so long. */
function sayFarewells(ms: number): void {
  const until = performance.now() - ms;
  const left = refused.findIndex(({ since }) => since > until);
  for (const { handle } of refused.splice(0, left < 0 ? refused.length : left)) {
    ledger.count('refused');
    farewells.say(handle, refusal());
  }
  if (refused.length > 0) return;
  clearInterval(look);
  look = undefined;
}
