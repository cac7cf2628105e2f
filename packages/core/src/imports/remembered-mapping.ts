import * as v from 'valibot';
import { readAs, type Schema } from '../prelude/schema.ts';
import type { InputRows } from '../workspace/workspace.ts';
import {
  IMPORT_KINDS,
  PACK_TARGETS,
  SAMPLE_TARGETS,
  type ImportKind,
  type Mapping,
  type Target,
} from './targets.ts';

/** What a file with the same columns was, and which column contained which value. */
export interface Remembered {
  readonly kind: ImportKind;
  readonly mapping: Mapping;
}

const TARGETS: readonly Target[] = [...PACK_TARGETS, ...SAMPLE_TARGETS];

const REMEMBERED: Schema<Remembered> = v.object({
  kind: v.picklist(IMPORT_KINDS),
  mapping: v.array(
    v.object({
      target: v.picklist(TARGETS),
      column: v.number(),
      unit: v.optional(v.string()),
      isAssumed: v.optional(v.boolean()),
    }),
  ),
});

/** The mappings that the user has applied, by a hash of the names of the columns. */
export const createRememberedMappings = (
  store: InputRows,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
) => {
  const idOf = async (header: readonly string[]): Promise<string> =>
    `mapping:${await sha256(new TextEncoder().encode(JSON.stringify(header)))}`;
  return {
    of: async (header: readonly string[]): Promise<Remembered | undefined> => {
      const rows = await store.read('imports', await idOf(header));
      return rows.ok ? readAs(REMEMBERED, rows.value[0]?.value) : undefined;
    },
    keep: async (header: readonly string[], value: Remembered): Promise<void> => {
      await store.write([{ table: 'imports', id: await idOf(header), value }]);
    },
  };
};
