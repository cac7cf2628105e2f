import { directionAfter, directionOf, type Direction } from './direction.ts';
import type { Meaning } from './meaning.ts';
import { rounded } from './numbers.ts';
import type { ProvenFactors } from './read-voltage.ts';
import { baseOf, bestOf, firstNumber, readingOf, type InferredValue } from './reading.ts';
import type { Candidates, VoltageAndCurrent } from './voltage-and-current.ts';

/** Limits in A that no pack exceeds; without a unit or a proof, less is plausible. */
const HIGHEST_A = 5_000;
const HIGHEST_BARE_A = 1_000;

/** Reads a current with a sign. A number without a unit needs a proof of its scale, or decimals. */
const readSigned = (
  current: Meaning,
  { byPower }: VoltageAndCurrent,
  proven: ProvenFactors,
  isVoltageScaled: boolean,
): InferredValue | undefined => {
  const number = firstNumber(current);
  if (number === undefined) return undefined;
  const read = (value: number, reason: string): InferredValue =>
    readingOf('currentA', value, [current], reason);

  if (current.unit !== undefined) return read(baseOf(current), 'a current by its name and unit');
  if (/\b(amps?|amperes?)\b/.test(current.words))
    return read(number.value, 'a current by its name, which says amperes');
  const factor = byPower?.[1] ?? proven.get(current.name);
  if (factor !== undefined) {
    if (number.decimals > 0 && factor !== 1) return undefined; // the proof contradicts the decimals
    proven.set(current.name, factor);
    const proof =
      byPower === undefined
        ? 'an earlier reply proved its factor'
        : 'with the voltage it gives the reported power';
    return read(rounded(number.value * factor), `a current by its name; ${proof}`);
  }
  // If the voltage has another scale than V, the current may have another scale than A.
  return number.decimals > 0 && Math.abs(number.value) <= HIGHEST_BARE_A && !isVoltageScaled
    ? read(number.value, 'a current by its name; written with decimals, so in A')
    : undefined;
};

/** Reads the current of a device that reports one value per direction, of which one is 0. */
const readDirections = (of: Candidates): InferredValue | undefined => {
  const charge = bestOf(of('chargeCurrent'));
  const discharge = bestOf(of('dischargeCurrent'));
  if (charge?.unit === undefined || discharge?.unit === undefined) return undefined;
  const [charging, discharging] = [baseOf(charge), baseOf(discharge)];
  if (charging !== 0 && discharging !== 0) return undefined;
  return readingOf(
    'currentA',
    Math.abs(charging) - Math.abs(discharging),
    [charge, discharge],
    'charging current minus discharging current, with their unit',
  );
};

/** Returns the direction that the device states beside the current or in a value of its own; undefined if unclear. */
const statedDirection = (current: Meaning, of: Candidates): Direction | undefined => {
  const after = directionAfter(current.entry.value.text);
  if (after !== undefined) return after;
  const stated = new Set(of('direction').map(({ entry }) => directionOf(entry.value.text)));
  return stated.size === 1 ? [...stated][0] : undefined;
};

/** Gives a current the sign of its stated direction: the device writes no sign, or it counts a discharge as positive. */
const withDirection = (reading: InferredValue, direction: Direction | undefined): InferredValue => {
  if (direction === undefined || reading.value * direction >= 0) return reading;
  const reason = `the device says that the battery ${direction > 0 ? 'charges' : 'discharges'}`;
  return {
    ...reading,
    value: -reading.value,
    evidence: reading.evidence.map((each) => ({ ...each, reason: `${each.reason}; ${reason}` })),
  };
};

/** Reads the current of the pack, in A; positive while it charges, if the device counts or says so. */
export const readCurrent = (
  candidates: VoltageAndCurrent,
  of: Candidates,
  packVoltage: InferredValue | undefined,
  proven: ProvenFactors,
): InferredValue | undefined => {
  const { voltage, current } = candidates;
  const isVoltageScaled =
    voltage !== undefined && voltage.unit === undefined && packVoltage?.value !== baseOf(voltage);
  const signed = current && readSigned(current, candidates, proven, isVoltageScaled);
  const read =
    current !== undefined
      ? signed && withDirection(signed, statedDirection(current, of))
      : of('current').length === 0
        ? readDirections(of)
        : undefined;
  return read !== undefined && Math.abs(read.value) <= HIGHEST_A ? read : undefined;
};
