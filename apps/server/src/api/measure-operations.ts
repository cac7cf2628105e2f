import { type ExecutionArgs, getOperationAST, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Reports the time of each operation for each of its fields, such as 'loginBot' or 'submit'. */
export const useOperationTimes = (
  onOperation: (field: string, seconds: number) => void,
): Plugin => ({
  onExecute: ({ args }) => {
    const start = performance.now();
    const { document, operationName } = args as ExecutionArgs; // the plugin's type has any here
    const operation = getOperationAST(document, operationName);
    if (!operation) return {};
    const fields = new Set(
      operation.selectionSet.selections.flatMap((node) =>
        node.kind === Kind.FIELD ? [node.name.value] : [],
      ),
    );
    return {
      onExecuteDone: () => {
        const seconds = (performance.now() - start) / 1_000;
        for (const field of fields) onOperation(field, seconds);
      },
    };
  },
});
