/** PGlite's engine, compiled so that V8 leaves a few functions of PostgreSQL as they are instead of optimising them at any price. */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';

/**
 * Functions whose machine code is so long that V8 takes them for hot after some 40 calls. Optimising the parser, `raw_parser`,
 * takes 600 MB and more than a second, which no statement ever wins back.
 */
const LEFT_ALONE = ['raw_parser', 'outNode', 'standard_ProcessUtility'];
/** More than any of these takes. Each is an address behind the end of the memory, so that a call ends where it begins. */
const ARGUMENTS = Array.from({ length: 8 }, () => -16);
/** As PGlite makes its memory, in pages of 64 kB; nothing of it is used. */
const MEMORY = { initial: 2048, maximum: 32768 };

/** The module that PGlite takes as `pgliteWasmModule`. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  // Most of its functions are never called, and looking through all of them first takes a tenth of a second.
  setFlagsFromString('--wasm-lazy-validation');
  // V8 throws away code that was not called lately where it is short of memory, in any thread. `leaveAlone` below compiles a few functions
  // so that their calls are not counted; compiled anew they would be counted, found hot, and optimised after all.
  setFlagsFromString('--no-flush-liftoff-code');
  // V8 13.6 may free a wrapper of an imported function twice, if a thread looks it up while another one frees it, and that ends the process
  // (nodejs/node#66366). Code that V8 has replaced is kept instead: some 2 MB.
  setFlagsFromString('--no-wasm-code-gc');
  const engine = await WebAssembly.compile(await readFile(file));
  leaveAlone(new WebAssembly.Instance(engine, standIns(engine)));
  return engine;
}

/**
 * V8 compiles a function when it is called first, and then decides whether its calls are counted; `--wasm-tier-up-filter` names
 * the only one that is. Instances share their module's code, so the instance that this happens in is thrown away.
 */
function leaveAlone({ exports }: WebAssembly.Instance): void {
  setFlagsFromString('--wasm-tier-up-filter=0');
  try {
    for (const name of LEFT_ALONE) callInVain(exports[name]);
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
}

function callInVain(compiled: WebAssembly.ExportValue | undefined): void {
  if (typeof compiled !== 'function') return; // Another version of PGlite: it only takes more memory.
  try {
    compiled(...ARGUMENTS);
  } catch {
    // What was called read behind the end of the memory, as it was meant to.
  }
}

/** Something for each of the module's imports. */
function standIns(engine: WebAssembly.Module): WebAssembly.Imports {
  const imports: WebAssembly.Imports = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(engine)) {
    imports[module] ??= {};
    const room = imports[module];
    if (kind === 'memory') room[name] = new WebAssembly.Memory(MEMORY);
    else room[name] = outOfReach;
  }
  return imports;
}

function outOfReach(): never {
  throw new Error('nothing runs in this instance');
}
