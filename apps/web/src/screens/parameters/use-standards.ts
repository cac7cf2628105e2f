import { useMemo, useSyncExternalStore } from 'react';
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
  type Asset,
  type Assignment,
  type WorkspaceDocument,
} from '@batbot/core/workspace';
import { useLoadState, useRows, useWorkspace } from '../workspace/use-workspace.ts';

/** A parameter set on the account server, or one that waits to be sent. */
export interface Standard {
  readonly document: WorkspaceDocument;
  readonly set: ParameterSet;
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

const EVERY_MS = 1_000;

const everySecond = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, EVERY_MS);
  return () => clearInterval(timer);
};

/**
 * Returns the latest time at which one of the assignments has expired; 0 if none has. It divides them like the current
 * time, and changes only when one expires, which renders again.
 */
const useLatestExpiry = (assignments: readonly Assignment[]): number =>
  useSyncExternalStore(everySecond, () => {
    const now = Date.now();
    const times = assignments.map(({ expiresAt = Infinity }) => expiresAt);
    return Math.max(0, ...times.filter((time) => time <= now));
  });

/** The documents for parameters, and what they are assigned to. Everything is empty while the workspace is loading. */
export type Standards = ReturnType<typeof useStandards>;

export const useStandards = () => {
  const state = useWorkspace();
  const [rows, items] = useRows();
  const isComplete = useLoadState().kind === 'ready';
  const known = useMemo(() => {
    const documents = documentsOf(rows, items, 'PARAMETER_SET').toSorted(newestFirst);
    const sets: readonly Standard[] = documents.flatMap((document) => {
      const set = read(PARAMETER_SET_FILE, document);
      return set === undefined ? [] : [{ document, set }];
    });
    const schemas = documentsOf(rows, items, 'PARAMETER_SCHEMA').flatMap((document) => {
      const schema = read(PARAMETER_SCHEMA_FILE, document);
      return schema === undefined ? [] : [{ document, schema }];
    });
    return {
      documents,
      /** All sets that this version can read, the newest first. */
      sets,
      schemas,
      packs: assetsOf(rows, items),
      accounts: accountsOf(rows),
      assignments: assignmentsOf(rows, items),
      /**
       * Returns a schema by its hash, because several versions may have its name. A schema that the server does not have yet
       * has no hash and is found by its name.
       */
      schemaOf: ({ name, hash }: ParameterSet['schema']): ParameterSchema | undefined =>
        (
          schemas.find(({ document }) => document.hash === hash) ??
          schemas.find(
            ({ document, schema }) => document.hash === undefined && schema.name === name,
          )
        )?.schema,
    };
  }, [rows, items]);
  const now = useLatestExpiry(known.assignments);
  return useMemo(() => {
    const { documents, ...standards } = known;
    return {
      ...standards,
      state,
      workspace: state.workspace,
      /** Whether all lists were read. Until then, what is not among them may exist. */
      isComplete,
      /** The time in ms since 1970 up to which assignments have expired: see `useLatestExpiry`. */
      now,
      standardOf: (pack: Asset): Standard | undefined => {
        const found = standardFor(pack, { ...standards, documents, now });
        return standards.sets.find(({ document }) => document.id === found?.document.id);
      },
    };
  }, [state, isComplete, known, now]);
};
