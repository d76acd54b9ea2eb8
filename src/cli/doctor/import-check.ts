/** Can this installation load another data set, and does it leave none behind? */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DatabaseCondition, findImportCondition } from '../../db/condition.queries.ts';
import { WHOLE } from '../../db/database-fitness.ts';
import { TEMPLATE } from '../../db/import/template-steps.ts';
import { type Finding, fault, ok, skipped, warning } from './finding.ts';

/** For the user of DATABASE_URL; others may import, too. */
export async function checkImports(em: EntityManager, { missingMigrations }: DatabaseCondition): Promise<Finding> {
  if (missingMigrations.length > 0) return skipped('imports', 'the migrations have not run');
  const { database, user, owner, isOurs, ...found } = await findImportCondition(em);
  if (found.lackingInTemplate !== null)
    return fault('imports', `the schema ${TEMPLATE} lacks ${found.lackingInTemplate}`, WHOLE);
  if (!isOurs) return skipped('imports', `not by ${user}: the tables of the service are those of ${owner}`);
  if (!found.mayCreateSchemas) {
    const advice = `as a superuser: GRANT CREATE ON DATABASE ${database} TO ${user}`;
    return warning('imports', `${user} may not make the schema of another data set`, advice);
  }
  const { stray, strayOwner } = found;
  if (stray === null) return ok('imports', `${user} may run them`);
  const text = `${stray} is a data set of before that is ${strayOwner}'s: no import by ${user} drops it`;
  return warning('imports', text, `as ${strayOwner} or a superuser: DROP SCHEMA ${stray} CASCADE`);
}
