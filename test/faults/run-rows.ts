/** Runs rows of the matrix, each in the same world, and says what became of it. */
import { ROWS } from './matrix.ts';
import type { Finding, Row } from './row.ts';
import { createWorld, type Size } from './world.ts';

export interface Outcome {
  readonly row: Row;
  readonly finding?: Finding;
  /** What went wrong. */
  readonly fault?: string;
  readonly seconds: number;
}

/** The rows of these numbers, or all; each outcome is told as it comes. */
export async function runRows(
  { size, only }: { readonly size: Size; readonly only?: readonly number[] | undefined },
  onOutcome: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  await using world = await createWorld(size);
  const outcomes: Outcome[] = [];
  for (const row of ROWS.filter(({ number, missing }) => missing === undefined && (only?.includes(number) ?? true))) {
    const startedAt = performance.now();
    const found = await row.run(world).then(
      (finding) => ({ finding }),
      (error: unknown) => ({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    // What a row that failed has left broken is no fault of the next.
    world.proxy.delay(0);
    await world.proxy.open();
    world.postgres.thaw();
    await world.endTraffic();
    const outcome = { row, ...found, seconds: (performance.now() - startedAt) / 1000 };
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}
