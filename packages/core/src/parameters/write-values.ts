import { filter, firstValueFrom } from 'rxjs';
import type { Clock } from '../ports/clock.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import { conditionText } from '../procedures/conditions.ts';
import type { DeviceParameters } from './device-parameters.ts';
import type { ParameterValues } from './parameter-schema.ts';
import type { Review, WriteReport } from './parameters-state.ts';
import type { WriteInput } from './review.ts';

/** How long live data may take to show that the values may be written. */
const REVIEW_MS = 15_000;

const obstacles = ({ problems, brokenRules, conditions }: Review): readonly string[] => [
  ...problems,
  ...brokenRules.map(({ text }) => text),
  ...conditions.filter(({ isMet }) => !isMet).map(conditionText),
];

/** Whether the review is ready, or fresh live data would not make it ready. */
const isFinal = ({ isReady, problems, brokenRules }: Review): boolean =>
  isReady || problems.length > 0 || brokenRules.length > 0;

/**
 * Writes values without a screen, after the device was read. Returns the report, or why nothing was written, as
 * sentences.
 */
export const writeValues = async (
  parameters: DeviceParameters,
  values: ParameterValues,
  input: WriteInput,
  clock: Clock,
): Promise<WriteReport | readonly string[]> => {
  const { state$ } = parameters;
  parameters.fill(values);
  parameters.review();
  const isSettled = state$.pipe(filter((now) => now.kind !== 'review' || isFinal(now.review)));
  const settled = firstValueFrom(isSettled, { defaultValue: undefined });
  await withTimeout(settled, clock, REVIEW_MS, undefined);
  await parameters.write(input);
  const end = state$.value;
  if ('report' in end) return end.report;
  parameters.closeReview();
  if (end.kind !== 'review' && end.kind !== 'dirty') return ['The values could not be written.'];
  if (end.problem !== undefined) return [end.problem];
  return end.kind === 'review' ? obstacles(end.review) : ['The values could not be written.'];
};
