/** A row of the fault matrix that breaks something: what it does to a world, and what has to be so all the same. */
import type { Tally } from './traffic.ts';
import type { World } from './world.ts';

export interface Row {
  readonly number: number;
  readonly title: string;
  /** Why it cannot run here; undefined where it can. */
  readonly missing?: string | undefined;
  /** Throws where the service does not stand it. */
  run(world: World): Promise<Finding>;
}

export interface Finding {
  /** How often the fault was made. */
  readonly cases: number;
  readonly tally: Tally;
  /** Figures for whoever reads the report. */
  readonly said?: string;
}
