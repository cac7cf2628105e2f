import type { Fault, PackSample } from '../protocol/pack-sample.ts';
import { cellStats } from './pack-summary.ts';

/** The value that supports a fault: the extreme value of the same sample. Cells and sensors count from 1. */
export type FaultEvidence =
  | { readonly kind: 'cell'; readonly number: number; readonly volts: number }
  | { readonly kind: 'spread'; readonly deltaMv: number }
  | { readonly kind: 'pack'; readonly volts: number }
  | { readonly kind: 'current'; readonly amps: number }
  | { readonly kind: 'sensor'; readonly number: number; readonly celsius: number };

const extremeSensor = (
  temperatures: readonly (number | null)[],
  direction: 1 | -1,
): FaultEvidence | undefined => {
  let found: { readonly number: number; readonly celsius: number } | undefined;
  for (const [index, celsius] of temperatures.entries()) {
    if (celsius === null) continue;
    if (found === undefined || (celsius - found.celsius) * direction > 0) {
      found = { number: index + 1, celsius };
    }
  }
  return found === undefined ? undefined : { kind: 'sensor', ...found };
};

/** Returns the value of the sample that supports the fault, if there is one. */
export const faultEvidence = (fault: Fault, sample: PackSample): FaultEvidence | undefined => {
  const { packVoltageV: volts, currentA: amps, temperaturesC } = sample;
  switch (fault) {
    case 'cellOverVoltage':
    case 'cellUnderVoltage': {
      const stats = cellStats(sample.cellVoltagesV);
      const cell = fault === 'cellOverVoltage' ? stats?.highest : stats?.lowest;
      return cell && { kind: 'cell', ...cell };
    }
    case 'cellImbalance': {
      const stats = cellStats(sample.cellVoltagesV);
      return stats && { kind: 'spread', deltaMv: stats.deltaMv };
    }
    case 'packOverVoltage':
    case 'packUnderVoltage':
      return volts === undefined ? undefined : { kind: 'pack', volts };
    case 'chargeOverCurrent':
    case 'dischargeOverCurrent':
    case 'shortCircuit':
      return amps === undefined ? undefined : { kind: 'current', amps };
    case 'chargeOverTemperature':
    case 'dischargeOverTemperature':
      return extremeSensor(temperaturesC, 1);
    case 'chargeUnderTemperature':
    case 'dischargeUnderTemperature':
      return extremeSensor(temperaturesC, -1);
    case 'frontEndError':
    case 'softwareLock':
    case 'chargeTimeout':
    case 'temperatureSensorFault':
    case 'unknownFault':
      return undefined;
  }
};
