import type { ForeignValues } from './foreign-captures.fixture.ts';
import type { PackSample } from './pack-sample.ts';

/** How many values of a capture were read. */
export interface CaptureScore {
  readonly right: number;
  /** Each value that was shown although it is not in the capture. */
  readonly wrong: readonly string[];
  readonly missing: number;
}

const SCALARS = [
  'packVoltageV',
  'currentA',
  'socPercent',
  'sohPercent',
  'remainingAh',
  'designCapacityAh',
  'cycles',
] as const;
const LISTS = ['cellVoltagesV', 'temperaturesC'] as const;
const SWITCHES = ['charge', 'discharge', 'precharge'] as const;

const isNear = (value: number, wanted: number): boolean =>
  Math.abs(value - wanted) <= Math.max(Math.abs(wanted) * 1e-4, 0.001);

/** Compares the samples of a capture with its values. A value that is not in the capture counts as wrong. */
export const scoreCapture = (
  values: ForeignValues,
  samples: readonly PackSample[],
): CaptureScore => {
  const right = new Set<string>();
  const wrong = new Set<string>();
  const judge = (place: string, value: number, wanted: readonly number[] | undefined): void => {
    if (wanted?.some((each) => isNear(value, each)) === true) right.add(place);
    else wrong.add(`${place} ${value}`);
  };
  for (const sample of samples) {
    for (const key of SCALARS) {
      const value = sample[key];
      if (value !== undefined) judge(key, value, values[key]);
    }
    for (const key of LISTS) {
      for (const [at, value] of sample[key].entries()) {
        if (value !== null) judge(`${key} ${at + 1}`, value, values[key]?.[at]);
      }
    }
    for (const name of SWITCHES) {
      const isOn = sample.switches?.[name];
      if (isOn !== undefined && isOn !== values.switches?.[name])
        wrong.add(`switch ${name} ${String(isOn)}`);
    }
    for (const fault of [...sample.alarms, ...sample.protections]) wrong.add(fault);
  }
  const total =
    SCALARS.filter((key) => values[key] !== undefined).length +
    LISTS.reduce((sum, key) => sum + (values[key]?.length ?? 0), 0);
  return { right: right.size, wrong: [...wrong], missing: total - right.size };
};
