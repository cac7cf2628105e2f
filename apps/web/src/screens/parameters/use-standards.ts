import { useMemo } from 'react';
import type { Result } from '@batbot/core';
import {
  PARAMETER_SCHEMA_FILE,
  PARAMETER_SET_FILE,
  type ParameterSchema,
  type ParameterSet,
} from '@batbot/core/parameters';
import {
  accountsOf,
  assetsOf,
  assignmentsOf,
  documentsOf,
  standardFor,
  type Account,
  type Asset,
  type Assignment,
  type Workspace,
  type WorkspaceDocument,
} from '@batbot/core/workspace';
import { useRows, useWorkspace } from '../workspace/use-workspace.ts';

/** A parameter set on the account server, or one that waits to be sent. */
export interface Standard {
  readonly document: WorkspaceDocument;
  readonly set: ParameterSet;
}

/** The documents for parameters, and what they are assigned to. Everything is empty while the workspace is loading. */
export interface Standards {
  readonly workspace: Workspace | undefined;
  /** All sets that this version can read, the newest first. */
  readonly sets: readonly Standard[];
  readonly schemas: readonly {
    readonly document: WorkspaceDocument;
    readonly schema: ParameterSchema;
  }[];
  readonly packs: readonly Asset[];
  readonly accounts: readonly Account[];
  readonly assignments: readonly Assignment[];
  /** Returns the set that is assigned to a pack. */
  readonly standardOf: (pack: Asset) => Standard | undefined;
}

/** Reads the body of a document; undefined if it is of a newer version of the app. */
const read = <T>(
  { parse }: { readonly parse: (text: string) => Result<T, unknown> },
  { body }: WorkspaceDocument,
): T | undefined => {
  const parsed = parse(JSON.stringify(body));
  return parsed.ok ? parsed.value : undefined;
};

const newestFirst = (a: WorkspaceDocument, b: WorkspaceDocument): number =>
  (b.createdAt ?? 0) - (a.createdAt ?? 0);

export const useStandards = (): Standards => {
  const state = useWorkspace();
  const workspace = state.kind === 'ready' ? state.workspace : undefined;
  const [rows, items] = useRows(workspace);
  return useMemo(() => {
    const documents = documentsOf(rows, items, 'PARAMETER_SET').toSorted(newestFirst);
    const sets = documents.flatMap((document) => {
      const set = read(PARAMETER_SET_FILE, document);
      return set === undefined ? [] : [{ document, set }];
    });
    const schemas = documentsOf(rows, items, 'PARAMETER_SCHEMA').flatMap((document) => {
      const schema = read(PARAMETER_SCHEMA_FILE, document);
      return schema === undefined ? [] : [{ document, schema }];
    });
    const assignments = assignmentsOf(rows, items);
    const accounts = accountsOf(rows);
    return {
      workspace,
      sets,
      schemas,
      packs: assetsOf(rows, items),
      accounts,
      assignments,
      standardOf: (pack) => {
        const found = standardFor(pack, { documents, assignments, accounts, now: Date.now() });
        return sets.find(({ document }) => document.id === found?.document.id);
      },
    };
  }, [workspace, rows, items]);
};
