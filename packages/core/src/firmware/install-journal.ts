import * as v from 'valibot';
import { KNOWN_SCHEMA } from '../parameters/journal.ts';
import { PARAMETER_VALUES } from '../parameters/parameter-set.ts';
import { FIRMWARE_IMAGE } from './firmware-image.ts';

const text = v.exactOptional(v.string());

/** An install that has begun. */
export const JOB = v.object({
  phase: v.picklist(['entering', 'transferring', 'restarting', 'asking', 'restoring']),
  documentId: text,
  image: FIRMWARE_IMAGE,
  before: v.object({ model: text, hardware: text, firmware: text, serial: v.string() }),
  known: KNOWN_SCHEMA,
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
