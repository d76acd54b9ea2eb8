/** The Pothos plugin that stands between scope-auth and the resolvers, so that scopes can be asked without a row. */
import SchemaBuilder, { BasePlugin, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { answeringVerdicts } from '../auth/verdict.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      verdict: VerdictPlugin<Types>;
    }
  }
}

class VerdictPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: GraphQLFieldResolver<unknown, Types['Context'], object>) {
    return answeringVerdicts(resolve);
  }
}

SchemaBuilder.registerPlugin('verdict', VerdictPlugin);
