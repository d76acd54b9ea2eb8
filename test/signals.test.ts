import { expect, it, vi } from 'vitest';
import { onFirstSignal } from '../src/signals.ts';

it('a Ctrl-C that npm passes on too is one, and a later one ends the process at once', () => {
  const handlers = new Map<string, () => void>();
  const spies = [
    vi.spyOn(process, 'on').mockImplementation((signal, handle) => {
      handlers.set(String(signal), handle as () => void);
      return process;
    }),
    vi.spyOn(process, 'exit').mockReturnValue(undefined as never),
  ];
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const stop = vi.fn();
    onFirstSignal(stop);
    const [interrupt, terminate] = [handlers.get('SIGINT'), handlers.get('SIGTERM')];
    interrupt?.();
    vi.advanceTimersByTime(299);
    interrupt?.();
    expect(process.exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    terminate?.();
    expect(process.exit).not.toHaveBeenCalled();
    interrupt?.();
    expect(vi.mocked(process.exit).mock.calls).toEqual([[130]]);
    expect(stop).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
    for (const spy of spies) spy.mockRestore();
  }
});
