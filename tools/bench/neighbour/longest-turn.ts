/** Loaded into the service ahead of it: tells whoever asks for how long its event loop stood still at most since it was asked before. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  // In milliseconds.
  process.send?.(delay.max / 1e6);
  delay.reset();
});
// Whoever asks keeps nothing running.
process.channel?.unref();
