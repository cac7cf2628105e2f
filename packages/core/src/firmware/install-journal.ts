import * as v from 'valibot';
import { KNOWN_SCHEMA } from '../parameters/journal.ts';
import { PARAMETER_VALUES } from '../parameters/parameter-set.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { readAs } from '../prelude/schema.ts';
import { FIRMWARE_IMAGE } from './firmware-image.ts';

const text = v.exactOptional(v.string());

/** An install that has begun. */
const JOB = v.object({
  phase: v.picklist(['entering', 'transferring', 'restarting', 'asking', 'restoring']),
  documentId: text,
  image: FIRMWARE_IMAGE,
  /** The device before the install. */
  before: v.object({ model: text, hardware: text, firmware: text, serial: v.string() }),
  known: KNOWN_SCHEMA,
  /** The settings before the install. */
  settings: PARAMETER_VALUES,
  /** Wall-clock times of the beginning and of the last phase. */
  startedAt: v.number(),
  at: v.number(),
  /** Whether the receiver acknowledged the whole image. */
  isTransferred: v.boolean(),
  /** Why the install did not continue, as a sentence. */
  failure: text,
});
export type InstallJob = Readonly<v.InferOutput<typeof JOB>>;

/** The installs of one user that have begun and not ended, on this computer. */
export interface InstallJournal {
  /** The newest first. Rows that are not readable are left out. */
  readonly load: () => Promise<readonly InstallJob[]>;
  /** Stores a job, on the disk. Returns why it could not be stored. */
  readonly save: (job: InstallJob) => Promise<string | undefined>;
  readonly remove: (serial: string) => Promise<unknown>;
}

const idOf = (serial: string): string => `install:${serial}`;

export const createInstallJournal = (
  store: Pick<WorkspaceStore, 'read' | 'write'>,
  userId: string,
): InstallJournal => ({
  load: async () => {
    const read = await store.read(userId, 'device');
    return (read.ok ? read.value : [])
      .flatMap(({ value }) => {
        const job = readAs(JOB, value);
        return job === undefined ? [] : [job];
      })
      .toSorted((a, b) => b.at - a.at);
  },
  save: async (job) => {
    const written = await store.write(userId, [
      { table: 'device', id: idOf(job.before.serial), value: job },
    ]);
    return written.ok ? undefined : `This computer could not store it: ${written.error.message}`;
  },
  remove: (serial) => store.write(userId, [{ table: 'device', id: idOf(serial) }]),
});
