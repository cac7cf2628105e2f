import { readFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

const SCHEMA = new URL('../../../../server/schema.graphql', import.meta.url);

const HEADER = `/**
 * The types of the calls, made from apps/server/schema.graphql and the documents in operations.ts by
 * \`npm run codegen -w @batbot/web\`. Not to be edited.
 */
`;

/** Types of incremental responses, which the app does not request. */
const INCREMENTAL = /^.*Internal type.*\nexport type Incremental<.*\n/m;

/** Generates the TypeScript types of the results and variables of the documents from the schema. */
export const generateTypes = async (
  operations: readonly { readonly name: string; readonly document: string }[],
): Promise<string> => {
  const types = await codegen({
    filename: 'operation-types.ts',
    schema: parse(await readFile(SCHEMA, 'utf8')),
    documents: operations.map(({ name, document }) => ({
      location: name,
      document: parse(document),
    })),
    config: { immutableTypes: true, skipTypename: true, scalars: { SubmissionItem: 'object' } },
    plugins: [{ operations: {} }],
    pluginMap: { operations: typescriptOperations },
  });
  return `${HEADER}${types.replace(INCREMENTAL, '')}`;
};
