import * as v from 'valibot';
import { readAs } from '../prelude/schema.ts';
import { cleanName } from '../recording/session-info.ts';
import { documentsOf } from '../workspace/device-rows.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  IMPORT_KINDS,
  PACK_TARGETS,
  SAMPLE_TARGETS,
  type ImportKind,
  type Mapping,
} from './targets.ts';

/** What a file with the same columns was, and which column contained which value. */
const REMEMBERED = v.object({
  kind: v.picklist(IMPORT_KINDS),
  mapping: v.array(
    v.object({
      target: v.picklist([...PACK_TARGETS, ...SAMPLE_TARGETS]),
      column: v.number(),
      unit: v.optional(v.string()),
      isAssumed: v.optional(v.boolean()),
    }),
  ),
});

export interface Remembered {
  readonly kind: ImportKind;
  readonly mapping: Mapping;
}

const FORMAT = 'batbot-import-mapping-1';

/** The mappings that were applied: on this computer, and those of others as documents of the workspace. */
export const createRememberedMappings = ({
  input,
  tools,
  rows$,
  submitNow,
}: Pick<Workspace, 'input' | 'tools' | 'rows$' | 'submitNow'>) => {
  const hashOf = (header: readonly string[]): Promise<string> =>
    tools.sha256(new TextEncoder().encode(JSON.stringify(header)));
  const publishedFor = (hash: string): Remembered | undefined => {
    const [newest] = documentsOf(rows$.value, [], 'IMPORT_MAPPING')
      .filter(({ state, body }) => state === 'RELEASED' && body['columns'] === hash)
      .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
    return readAs(REMEMBERED, newest?.body);
  };
  return {
    /** Returns the mapping for a file with these columns: that of this computer, else the newest of the workspace. */
    of: async (header: readonly string[]): Promise<Remembered | undefined> => {
      const hash = await hashOf(header);
      const rows = await input.read('imports', `mapping:${hash}`);
      const own = rows.ok ? readAs(REMEMBERED, rows.value[0]?.value) : undefined;
      return own ?? publishedFor(hash);
    },
    /** Keeps a mapping. It is published if the server can be reached now. `id` is a new UUID. */
    keep: async (
      header: readonly string[],
      { kind, mapping }: Remembered,
      id: string,
    ): Promise<void> => {
      if (kind === 'session') return; // its columns have fixed names
      const hash = await hashOf(header);
      const value = { kind, mapping };
      await input.write([{ table: 'imports', id: `mapping:${hash}`, value }]);
      if (JSON.stringify(publishedFor(hash)) === JSON.stringify(value)) return;
      const name = cleanName(header.join(', ')) || 'Columns';
      const body = { format: FORMAT, columns: hash, ...value };
      const document = { id, kind: 'IMPORT_MAPPING', name, body, state: 'RELEASED' };
      await submitNow([{ kind: 'publishDocument', input: document }]);
    },
  };
};
