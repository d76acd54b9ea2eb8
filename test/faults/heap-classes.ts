/** What a process keeps, and how many objects of each class, asked through its inspector after a collection. */
import { openInspector } from './inspector.ts';

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly (readonly string[] | string)[];
    };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

export interface Heap {
  /** Objects by the name of their class. */
  readonly classes: ReadonlyMap<string, number>;
  readonly mb: number;
}

/** Counts the objects of a process that listens with `--inspect` on this port. */
export async function heapClasses(port: number): Promise<Heap> {
  const chunks: unknown[] = [];
  const inspector = await openInspector(port, (method, { chunk }) => {
    if (method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(chunk);
  });
  await inspector.collect();
  await inspector.call('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  inspector.close();
  return counted(JSON.parse(chunks.join('')) as Snapshot);
}

function counted({ snapshot: { meta }, nodes, strings }: Snapshot): Heap {
  const [typeAt, nameAt] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('name')];
  const sizeAt = meta.node_fields.indexOf('self_size');
  const types = meta.node_types[typeAt];
  const object = Array.isArray(types) ? types.indexOf('object') : -1;
  const classes = new Map<string, number>();
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    bytes += nodes[at + sizeAt] ?? 0;
    if (nodes[at + typeAt] !== object) continue;
    const name = strings[nodes[at + nameAt] ?? -1] ?? '';
    classes.set(name, (classes.get(name) ?? 0) + 1);
  }
  return { classes, mb: bytes / 1024 / 1024 };
}
