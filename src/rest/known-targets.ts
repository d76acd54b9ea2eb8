/** What targets were found to ask for, for as long as the data set is the same: clients ask the same for days. */
import { LRUCache } from 'lru-cache';

/** The longest target that is remembered, in characters; who makes up longer ones is not in a hurry. */
const LONGEST = 512;
/** What is remembered takes this much at most, in bytes; the one that was not asked for longest goes first. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What one takes beside its text, roughly: its parameters, and replies of refusals. */
const BYTES_EACH = 3_000;

export interface KnownTargets<Asked extends object> {
  get(target: string): Asked | undefined;
  set(target: string, asked: Asked): void;
}

/** Forgets everything when `dataSet` gives another one, whose indexes are large, and in which a path may name something else. */
export function createKnownTargets<Asked extends object>(dataSet: () => unknown): KnownTargets<Asked> {
  let known = { dataSet: dataSet(), targets: empty<Asked>() };
  const current = (): LRUCache<string, Asked> => {
    const now = dataSet();
    if (known.dataSet !== now) known = { dataSet: now, targets: empty() };
    return known.targets;
  };
  return {
    get: (target) => current().get(target),
    set(target, asked) {
      if (target.length <= LONGEST) current().set(target, asked);
    },
  };
}

function empty<Asked extends object>(): LRUCache<string, Asked> {
  return new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: (_asked, target) => target.length + BYTES_EACH });
}
