import type { PackSample } from '../protocol/pack-sample.ts';
import type { HeldValue } from './outlier-filter.ts';

/**
 * Returns the sample without held values: in place of an outlier the sample contains the last good value (see
 * `judgeSample`), which is not a new reading.
 */
export const confirmed = (sample: PackSample, held: readonly HeldValue[]): PackSample => {
  const unconfirmed = held.filter(({ fault }) => fault === undefined);
  if (unconfirmed.length === 0) return sample;
  const isHeld = (key: keyof PackSample, number?: number): boolean =>
    unconfirmed.some(
      (each) => each.key === key && (each.number === undefined || each.number === number),
    );
  const known = (key: 'cellVoltagesV' | 'temperaturesC'): readonly (number | null)[] =>
    sample[key].map((value, index) => (isHeld(key, index + 1) ? null : value));
  const { packVoltageV, currentA, socPercent, ...rest } = sample;
  return {
    ...rest,
    ...(packVoltageV === undefined || isHeld('packVoltageV') ? {} : { packVoltageV }),
    ...(currentA === undefined || isHeld('currentA') ? {} : { currentA }),
    ...(socPercent === undefined || isHeld('socPercent') ? {} : { socPercent }),
    cellVoltagesV: known('cellVoltagesV'),
    temperaturesC: known('temperaturesC'),
  };
};
