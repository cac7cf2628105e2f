import { rounded } from './numbers.ts';
import { baseOf, firstNumber, readingOf, type InferredValue } from './reading.ts';
import { HIGHEST_V, POWERS_OF_TEN, type VoltageAndCurrent } from './voltage-and-current.ts';

/** Scale factors proven for a name on this connection. A single reply may lack the value that proves them. */
export type ProvenFactors = Map<string, number>;

/** Reads the voltage of the pack. A number without a unit needs a proof of its scale, or decimals. */
export const readVoltage = (
  { voltage, isOutput, byPower }: VoltageAndCurrent,
  fitsCells: (voltage: number) => boolean,
  proven: ProvenFactors,
): InferredValue | undefined => {
  const number = voltage && firstNumber(voltage);
  if (voltage === undefined || number === undefined) return undefined;
  const read = (value: number, reason: string): InferredValue | undefined =>
    value >= 0 && value <= HIGHEST_V
      ? readingOf('packVoltageV', value, [voltage], reason)
      : undefined;

  if (voltage.unit !== undefined)
    return read(
      baseOf(voltage),
      isOutput
        ? 'an output voltage that is the sum of the cells'
        : 'a voltage of the battery by its name and unit',
    );
  const bySum = POWERS_OF_TEN.find((each) => fitsCells(number.value * each));
  const factor = bySum ?? byPower?.[0] ?? proven.get(voltage.name);
  if (factor !== undefined) {
    if (number.decimals > 0 && factor !== 1) return undefined; // the proof contradicts the decimals
    proven.set(voltage.name, factor);
    const proof =
      bySum !== undefined
        ? 'the cells add up to it'
        : byPower !== undefined
          ? 'with the current it gives the reported power'
          : 'an earlier reply proved its factor';
    return read(rounded(number.value * factor), `a voltage by its name; ${proof}`);
  }
  return number.decimals > 0 && number.value >= 1
    ? read(number.value, 'a voltage by its name; written with decimals, so in V')
    : undefined;
};
