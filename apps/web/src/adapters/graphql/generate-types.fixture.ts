import { readFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { Kind, parse, visit, type DocumentNode } from 'graphql';

const SCHEMA = new URL('../../../../server/schema.graphql', import.meta.url);

const HEADER = `/**
 * The types of the calls, made from apps/server/schema.graphql and the documents in operations.ts by
 * \`npm run codegen -w @batbot/web\`. Not to be edited.
 */
`;

/** Types of incremental responses, which the app does not request. */
const INCREMENTAL = /^.*Internal type.*\nexport type Incremental<.*\n/m;

interface NamedDocument {
  readonly name: string;
  readonly document: string;
}

/** Replaces the fields of the result by the name of its type. */
const withoutFields = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field: (node) =>
      node.selectionSet && {
        ...node,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [TYPE_NAME] },
      },
  });
const TYPE_NAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;

/**
 * Generates the TypeScript types of the results and variables of the documents from the schema. The fields of the
 * results of `others` are left out, because the app reads these results with its own schemas.
 */
export const generateTypes = async (
  operations: readonly NamedDocument[],
  others: readonly NamedDocument[],
): Promise<string> => {
  const documentOf = ({ name, document }: NamedDocument) => ({
    location: name,
    document: parse(document),
  });
  const types = await codegen({
    filename: 'operation-types.ts',
    schema: parse(await readFile(SCHEMA, 'utf8')),
    documents: [
      ...operations.map(documentOf),
      ...others
        .map(documentOf)
        .map((each) => ({ ...each, document: withoutFields(each.document) })),
    ],
    config: { immutableTypes: true, skipTypename: true, scalars: { SubmissionItem: 'object' } },
    plugins: [{ operations: {} }],
    pluginMap: { operations: typescriptOperations },
  });
  return `${HEADER}${types.replace(INCREMENTAL, '').replace(/\n{3,}/g, '\n\n')}`;
};
