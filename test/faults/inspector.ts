/** Asks a process that listens with `--inspect` what only itself knows. */
import { setTimeout as sleep } from 'node:timers/promises';

type Result = Readonly<Record<string, unknown>>;

export interface Inspector {
  call(method: string, params?: object): Promise<Result>;
  /** Collects all that nobody holds. */
  collect(): Promise<void>;
  close(): void;
}

/** `onEvent` is told what comes without having been asked for. */
export async function openInspector(
  port: number,
  onEvent: (method: string, params: Result) => void = () => undefined,
): Promise<Inspector> {
  const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    readonly webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(list[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('there is no inspector')));
  });
  const waiting = new Map<number, (result: Result) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result } = JSON.parse(String(data));
    if (method !== undefined) onEvent(method, params);
    else waiting.get(id)?.(result ?? {});
  });
  let calls = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<Result>((resolve) => {
      const id = ++calls;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    call,
    async collect() {
      await call('HeapProfiler.collectGarbage');
      await sleep(500); // What finalizers let go.
      await call('HeapProfiler.collectGarbage');
    },
    close: () => socket.close(),
  };
}
