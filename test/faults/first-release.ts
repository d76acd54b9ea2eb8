/**
 * What an audit found in release 0.1.0 (403c871): starts the service of a tree (packages installed) and says of each defect whether it
 * has it. `node test/faults/first-release.ts [FOLDER]`; this tree where no folder is named. Ends with 1 where there is one. What needs
 * PostgreSQL's programs or the full data is skipped, and says so, where they are not there.
 *
 * Reads that fail where single connections are killed are not among them: that takes a machine which is busy, and is row 3 of the suite.
 * Nor is how long readers that drip are held: what was seen there are answers that the system had taken as a whole.
 */
import { join, resolve } from 'node:path';
import { fullDataDir, NO_FULL_DATA } from '../environment.ts';
import { NO_CLUSTERS } from '../postgres-cluster.ts';
import { lookAtDatabases } from './first-release/databases.ts';
import { lookAtStart } from './first-release/embedded.ts';
import { lookAtFullData } from './first-release/full-data.ts';
import { lookAtReplicas } from './first-release/replicas.ts';
import { type Note, treeAt } from './first-release/tree.ts';

const tree = treeAt(resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..')));
const note: Note = (where, what, isThere, seen) => {
  if (isThere) process.exitCode = 1;
  console.log(`| ${where} | ${what} | ${isThere ? 'yes' : 'no'} | ${seen} |`);
};
console.log('| | Defect | There | Seen |\n|---|---|---|---|');
await lookAtStart(tree, note);
if (NO_CLUSTERS === undefined) {
  await lookAtDatabases(tree, note);
  await lookAtReplicas(tree, note);
} else console.log(`| | databases | skipped | ${NO_CLUSTERS} |`);
const full = fullDataDir();
if (full !== undefined) await lookAtFullData(tree, note, full);
else console.log(`| | full data | skipped | ${NO_FULL_DATA} |`);
