import type { DeviceParameters } from '../parameters/device-parameters.ts';
import { differencesOf } from '../parameters/differences.ts';
import type { ParameterValues } from '../parameters/parameter-schema.ts';
import { usableValues } from '../parameters/parameter-set.ts';
import { valuesOf, type DeviceReading } from '../parameters/parameters-state.ts';
import { readProblemText } from '../parameters/problem-text.ts';
import type { WriteInput } from '../parameters/review.ts';
import { isSameText } from '../parameters/schema-match.ts';
import { areEqual } from '../parameters/value-text.ts';
import { writeValues } from '../parameters/write-values.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstallJob } from './install-journal.ts';
import type { SettingsResult } from './install-machine.ts';

const UNWRITTEN = 'Configuration has changes that are not written. Export or discard them first.';

/** Reads the settings of a device before an install. Returns the reading, or why nothing was read. */
export const readSettings = async (
  parameters: DeviceParameters,
): Promise<DeviceReading | string> => {
  if (!(await parameters.read())) return 'Configuration is busy with a device.';
  const now = parameters.state$.value;
  if (now.kind === 'clean' || now.kind === 'dirty') return now.device;
  return now.kind === 'notRead' ? readProblemText(now.problem) : 'The settings could not be read.';
};

/**
 * Compares the settings of the device with those from before the install. If they differ, writes the earlier ones back,
 * unless the user has to enter something first, has changes in Configuration that are not written, or a condition is not
 * met.
 */
export const restoreSettings = async (
  { before, settings }: Pick<InstallJob, 'before' | 'settings'>,
  input: WriteInput,
  { parameters, clock }: { readonly parameters: DeviceParameters; readonly clock: Clock },
): Promise<SettingsResult> => {
  if (Object.keys(settings).length === 0) {
    return { kind: 'unknown', why: 'The settings before the install are not known.' };
  }
  const unfinished = parameters.unfinished$.value ?? [];
  if (unfinished.some(({ serial }) => serial === before.serial)) {
    await parameters.finish(input); // settings whose restoring was interrupted
  }
  const device = await readSettings(parameters);
  if (typeof device === 'string') return { kind: 'unknown', why: device };
  const { serial, hardware } = device.identity;
  if (serial !== before.serial || !isSameText(hardware, before.hardware)) {
    return { kind: 'unknown', why: `Another device is connected, not ${before.serial}.` };
  }
  const { schema } = device.known;
  const wanted = usableValues(schema, settings).values;
  const differing = (now: ParameterValues): number => differencesOf(schema, now, wanted).length;
  const count = differing(valuesOf(device));
  if (count === 0) return { kind: 'same' };
  const now = parameters.state$.value;
  const edits = Object.entries('edits' in now ? now.edits : {});
  if (edits.some(([key, value]) => !areEqual(wanted[key], value)))
    return { kind: 'differ', count, why: UNWRITTEN };
  const end = await writeValues(parameters, wanted, input, clock);
  if (!('outcome' in end)) return { kind: 'differ', count, why: end.join(' ') };
  if (end.outcome === 'done') return { kind: 'restored' };
  const why = end.why ?? 'They could not be written.';
  return { kind: 'differ', count: differing(end.values ?? {}), why };
};
