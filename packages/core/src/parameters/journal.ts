import * as v from 'valibot';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import type { UnreadableRows } from './parameters-state.ts';
import { readAs, type Schema } from '../prelude/schema.ts';
import { PARAMETER_SCHEMA } from './parameter-schema.ts';
import { usualForm } from './value-text.ts';

export const KNOWN_SCHEMA = v.object({
  schema: PARAMETER_SCHEMA,
  hash: v.string(),
  origin: v.picklist(['server', 'file']),
});
const RAW = v.record(v.string(), v.string());

const STORED = v.object({
  identity: v.object({
    model: v.exactOptional(v.string()),
    hardware: v.exactOptional(v.string()),
    firmware: v.exactOptional(v.string()),
    serial: v.string(),
  }),
  known: KNOWN_SCHEMA,
  /** All values before the write, as text on the line. */
  before: RAW,
  /** The values to be written. */
  wanted: RAW,
  /** The keys of `wanted` in the order of writing. An object lists whole numbers first, in their own order. */
  order: v.exactOptional(v.array(v.string())),
  /** The values when the write stopped, without those that somebody else had changed. Absent if they were not read. */
  after: v.exactOptional(RAW),
  isRollBack: v.boolean(),
  phase: v.picklist(['writing', 'persisting', 'restarting', 'verifying']),
  /** How many of the changes were sent at most: each is counted right before it is sent. */
  sent: v.number(),
  /** Wall-clock time. */
  at: v.number(),
});
type Stored = v.InferOutput<typeof STORED>;

/** Returns a journal in the form of the app. Earlier versions stored texts as the device had written them. */
const inUsualForm = ({ before, wanted, after, ...rest }: Stored): Stored => {
  const usual = (raws: Stored['before']): Stored['before'] =>
    Object.fromEntries(
      Object.entries(raws).map(([key, raw]) => [key, usualForm(rest.known.schema, key, raw)]),
    );
  return {
    ...rest,
    before: usual(before),
    wanted: usual(wanted),
    ...(after && { after: usual(after) }),
  };
};

export const JOURNAL = v.pipe(STORED, v.transform(inUsualForm));

/** A write that has begun and not ended. It is stored before each command that changes the device. */
export type Journal = Readonly<v.InferOutput<typeof JOURNAL>>;

/** Returns the keys of a write in the order of writing. Earlier versions stored no order. */
export const writeOrder = ({ order, wanted }: Journal): readonly string[] =>
  order ?? Object.keys(wanted);

/** The rows of one kind that a user has on this computer, by serial number or hash. */
export const createDeviceRows = <T extends object>(
  store: Pick<WorkspaceStore, 'read' | 'write'>,
  userId: string,
  kind: 'write' | 'schema' | 'install' | 'edits' | 'batch',
  schema: Schema<T>,
) => {
  /** Stores a row on the disk, or removes it if there is no value. Returns why that failed, as a sentence. */
  const put = async (name: string, value?: T): Promise<string | undefined> => {
    const row = { table: 'device' as const, id: `${kind}:${name}`, ...(value && { value }) };
    const written = await store.write(userId, [row]);
    return written.ok ? undefined : `This computer could not store it: ${written.error.message}`;
  };
  const read = async (): Promise<UnreadableRows & { readonly rows: readonly T[] }> => {
    const found = await store.read(userId, 'device');
    if (!found.ok) return { rows: [], unreadable: [], problem: found.error.message };
    const prefix = `${kind}:`;
    const own = found.value
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id, value }) => ({ name: id.slice(prefix.length), row: readAs(schema, value) }));
    return {
      rows: own.flatMap(({ row }) => row ?? []),
      unreadable: own.filter(({ row }) => row === undefined).map(({ name }) => name),
    };
  };
  return {
    read,
    /** Rows that are not readable are left out. */
    load: async (): Promise<readonly T[]> => (await read()).rows,
    save: (name: string, value: T) => put(name, value),
    remove: (name: string) => put(name),
  };
};
