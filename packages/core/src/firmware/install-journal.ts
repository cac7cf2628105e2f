import * as v from 'valibot';
import { createDeviceRows, KNOWN_SCHEMA } from '../parameters/journal.ts';
import { PARAMETER_VALUES } from '../parameters/parameter-set.ts';
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

const idOf = (serial: string): string => `install:${serial}`;

/** The installs of one user that have begun and not ended, on this computer. */
export const createInstallJournal = (...parts: Parameters<typeof createDeviceRows>) => {
  const { load, put } = createDeviceRows(...parts);
  return {
    /** The newest first. Rows that are not readable are left out. */
    load: async (): Promise<readonly InstallJob[]> => {
      const jobs = (await load()).flatMap((value) => readAs(JOB, value) ?? []);
      return jobs.toSorted((a, b) => b.at - a.at);
    },
    save: (job: InstallJob) => put(idOf(job.before.serial), job),
    remove: (serial: string) => put(idOf(serial)),
  };
};
