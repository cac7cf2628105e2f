import * as v from 'valibot';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { readAs, type Schema } from '../prelude/schema.ts';
import { PARAMETER_SCHEMA } from './parameter-schema.ts';
import type { KnownSchema } from './schema-match.ts';

export const KNOWN_SCHEMA = v.object({
  schema: PARAMETER_SCHEMA,
  hash: v.string(),
  origin: v.picklist(['server', 'file']),
});
const RAW = v.record(v.string(), v.string());

const JOURNAL = v.object({
  identity: v.object({
    model: v.exactOptional(v.string()),
    hardware: v.exactOptional(v.string()),
    firmware: v.exactOptional(v.string()),
    serial: v.string(),
  }),
  known: KNOWN_SCHEMA,
  /** All values before the write, as text on the line. */
  before: RAW,
  /** The values to be written, in the order of writing. */
  wanted: RAW,
  isRollBack: v.boolean(),
  phase: v.picklist(['writing', 'persisting', 'restarting', 'verifying']),
  /** How many of the changes were sent. */
  sent: v.number(),
  /** Wall-clock time. */
  at: v.number(),
});

/** A write that has begun and not ended. It is stored before each command that changes the device. */
export type Journal = Readonly<v.InferOutput<typeof JOURNAL>>;

/** The rows about devices that one user has on this computer. */
export const createDeviceRows = (
  store: Pick<WorkspaceStore, 'read' | 'write'>,
  userId: string,
) => ({
  load: async (): Promise<readonly unknown[]> => {
    const read = await store.read(userId, 'device');
    return read.ok ? read.value.map(({ value }) => value) : [];
  },
  /** Stores a row on the disk, or removes it if there is no value. Returns why that failed, as a sentence. */
  put: async (id: string, value?: object): Promise<string | undefined> => {
    const row = { table: 'device' as const, id, ...(value && { value }) };
    const written = await store.write(userId, [row]);
    return written.ok ? undefined : `This computer could not store it: ${written.error.message}`;
  },
});

const idOf = (serial: string): string => `write:${serial}`;

/** The journals and imported schemas of one user on this computer. */
export const createDeviceStore = (...parts: Parameters<typeof createDeviceRows>) => {
  const { load, put } = createDeviceRows(...parts);
  return {
    /** Rows that are not readable are left out. */
    load: async () => {
      const values = await load();
      const readable = <T>(schema: Schema<T>): readonly T[] =>
        values.flatMap((value) => readAs(schema, value) ?? []);
      return { journals: readable(JOURNAL), schemas: readable(KNOWN_SCHEMA) };
    },
    save: (journal: Journal) => put(idOf(journal.identity.serial), journal),
    remove: (serial: string) => put(idOf(serial)),
    addSchema: (known: KnownSchema) => put(`schema:${known.hash}`, known),
  };
};
