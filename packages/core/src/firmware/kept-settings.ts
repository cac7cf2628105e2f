import { filter, firstValueFrom } from 'rxjs';
import type { DeviceParameters, WriteInput } from '../parameters/device-parameters-api.ts';
import { differencesOf } from '../parameters/differences.ts';
import type { ParameterValues } from '../parameters/parameter-schema.ts';
import { usableValues } from '../parameters/parameter-set.ts';
import {
  valuesOf,
  type DeviceReading,
  type ParametersState,
  type ReadProblem,
  type Review,
} from '../parameters/parameters-state.ts';
import type { Clock } from '../ports/clock.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import { conditionText, firstUnmet } from '../procedures/conditions.ts';
import type { InstallJob } from './install-journal.ts';
import type { SettingsResult } from './install-machine.ts';

/** How long live data may take to show that the settings may be written. */
const REVIEW_MS = 15_000;
/** The service may still store the end of its last operation. */
const BUSY_MS = 200;
const MOST_WAITS = 10;

export type KeptSettings = ReturnType<typeof createKeptSettings>;

const problemText = (problem: ReadProblem): string => {
  switch (problem.kind) {
    case 'notConnected':
      return 'The device is not connected.';
    case 'noSchema':
      return `No parameter schema fits the device: ${problem.why.join('; ') || 'none is known'}.`;
    case 'noReply':
      return `The settings could not be read: ${problem.text}.`;
    case 'otherDevice':
      return 'Another device is connected.';
  }
};

const lackOf = (
  { needsSerial, needsPassword, needsConsent, isReady, problems, conditions }: Review,
  { typedSerial, password, consent }: WriteInput,
): string | undefined => {
  if (needsSerial && typedSerial === undefined) return 'Type the serial number to write them.';
  if (needsPassword && password === undefined) return 'Enter the password to write them.';
  if (needsConsent && consent !== true) return 'The new firmware is newer than the schema.';
  if (isReady) return undefined;
  const unmet = firstUnmet(conditions);
  return problems[0] ?? (unmet && conditionText(unmet)) ?? 'They cannot be written.';
};

/** Reads the settings of a device before an install, and restores them afterwards, through the parameter engine. */
export const createKeptSettings = ({
  parameters,
  clock,
}: {
  readonly parameters: DeviceParameters;
  readonly clock: Clock;
}) => {
  const { state$ } = parameters;

  /** Waits for a state; the service may end meanwhile. */
  const until = (isWanted: (now: ParametersState) => boolean): Promise<ParametersState> =>
    firstValueFrom(state$.pipe(filter(isWanted)), { defaultValue: state$.value });

  /** Returns the reading, or why nothing was read. */
  const read = async (): Promise<DeviceReading | string> => {
    parameters.read();
    for (let wait = 0; state$.value.kind !== 'reading' && wait < MOST_WAITS; wait += 1) {
      await new Promise<void>((resolve) => {
        clock.after(BUSY_MS, resolve);
      });
      parameters.read();
    }
    if (state$.value.kind !== 'reading') return 'Configuration is busy with a device.';
    const now = await until(({ kind }) => kind !== 'reading');
    if (now.kind === 'clean' || now.kind === 'dirty') return now.device;
    return now.kind === 'notRead' ? problemText(now.problem) : 'The settings could not be read.';
  };

  /** Returns the review when the write is possible, or as it is after some seconds. */
  const reviewed = async (): Promise<Review | undefined> => {
    parameters.review();
    const settled = until((now) => now.kind !== 'review' || now.review.isReady);
    const now = (await withTimeout(settled, clock, REVIEW_MS, undefined)) ?? state$.value;
    return now.kind === 'review' ? now.review : undefined;
  };

  /**
   * Compares the settings of the device with those from before the install. If they differ, writes the earlier ones back,
   * unless the user has to enter something first or a condition is not met.
   */
  const compare = async (
    { before, settings }: Pick<InstallJob, 'before' | 'settings'>,
    input: WriteInput,
  ): Promise<SettingsResult> => {
    if (Object.keys(settings).length === 0) {
      return { kind: 'unknown', why: 'The settings before the install are not known.' };
    }
    const unfinished = parameters.unfinished$.value ?? [];
    if (unfinished.some(({ serial }) => serial === before.serial)) {
      parameters.finish(input); // settings whose restoring was interrupted
      await until((now) => 'report' in now || now.kind === 'notRead');
    }
    const device = await read();
    if (typeof device === 'string') return { kind: 'unknown', why: device };
    const { schema } = device.known;
    const wanted = usableValues(schema, settings).values;
    const differing = (now: ParameterValues): number => differencesOf(schema, now, wanted).length;
    const count = differing(valuesOf(device));
    if (count === 0) return { kind: 'same' };
    parameters.fill(wanted);
    const review = await reviewed();
    const lack = review === undefined ? 'They cannot be written.' : lackOf(review, input);
    if (lack !== undefined) {
      parameters.closeReview();
      return { kind: 'differ', count, why: lack };
    }
    parameters.write(input);
    const end = await until(
      (now) =>
        'report' in now ||
        now.kind === 'clean' ||
        now.kind === 'dirty' ||
        (now.kind === 'review' && now.problem !== undefined),
    );
    if (end.kind === 'done') return { kind: 'restored' };
    const values = 'device' in end && end.device !== undefined ? valuesOf(end.device) : {};
    const why = 'report' in end ? end.report.why : 'problem' in end ? end.problem : undefined;
    return {
      kind: 'differ',
      count: differing(values),
      why: typeof why === 'string' ? why : 'They could not be written.',
    };
  };

  return { read, compare };
};
