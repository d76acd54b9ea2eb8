/** Whether the operator's stored operations can be taken: a start ends where they cannot. */
import type { Config } from '../../config.ts';
import { type Finding, fault, messageOf, ok } from './finding.ts';

/** Nothing where there is no folder of them. */
export async function checkOperations({ operationsDir }: Config): Promise<Finding[]> {
  if (operationsDir === undefined) return [];
  // All of GraphQL, which no other check needs.
  const [{ readOperationsFolder }, { storedOperations }, { schema }] = await Promise.all([
    import('../../graphql/operations-folder.ts'),
    import('../../graphql/stored-operations.ts'),
    import('../../schema/schema.ts'),
  ]);
  try {
    const { all } = storedOperations(schema, { house: [], files: await readOperationsFolder(operationsDir) });
    return [ok('operations', `${all.length} in ${operationsDir}`)];
  } catch (error) {
    return [fault('operations', messageOf(error), 'correct what OPERATIONS_DIR names, or take it out')];
  }
}
