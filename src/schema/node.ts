/** `node`: a record of any type by the id that is unique among all of them. */
import { type Gate, gate } from '../auth/plans.ts';
import type { TableName } from '../db/tables.ts';
import { BatchRow } from '../rows/row-batch.ts';
import { badInput } from './bad-input.ts';
import { builder, gated } from './builder.ts';
import { decodeNodeId, Node } from './node-id.ts';
import { selectedColumns } from './selected-columns.ts';

interface NodeType {
  readonly table: TableName;
  /** The gates of the type's own look-up. */
  readonly gates: readonly Gate[];
}

const NODE_TYPES: ReadonlyMap<string, NodeType> = new Map([
  ['Country', { table: 'countries', gates: [] }],
  ['State', { table: 'states', gates: [] }],
  ['City', { table: 'cities', gates: [] }],
  ['Region', { table: 'regions', gates: [gate('regionsApi')] }],
  ['Subregion', { table: 'subregions', gates: [gate('regionsApi')] }],
]);

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    description: 'A record by its `nodeId`; null when there is none. It needs what a look-up of the record needs.',
    nullable: true,
    args: { id: t.arg.id({ required: true, description: 'The `nodeId` of a record.' }) },
    ...gated(({ id }) => NODE_TYPES.get(decodeNodeId(String(id))?.typeName ?? '')?.gates ?? []),
    resolve: async (_root, args, { loaders }, info) => {
      const key = decodeNodeId(String(args.id));
      const nodeType = key && NODE_TYPES.get(key.typeName);
      if (!nodeType) throw badInput('id is not a node id');
      const row = await loaders.rowBy(nodeType.table, 'id', key.id, selectedColumns(info, key.typeName));
      return row && { ...(row instanceof BatchRow ? row.toJSON() : row), __typename: key.typeName };
    },
  }),
);
