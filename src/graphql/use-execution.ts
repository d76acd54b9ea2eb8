/** Executes operations the way that `/v1` does; the context's signal ends them. */
import type { Plugin } from 'graphql-yoga';
import { executeDocument, type OperationArgs } from '../execution/execute.ts';
import type { OperationContext } from '../schema/context.ts';

export function useExecution(): Plugin<OperationContext> {
  return {
    onExecute({ setExecuteFn }) {
      // Yoga builds the context before it executes, so it is there.
      setExecuteFn((args) => executeDocument(args as OperationArgs, true));
    },
  };
}
