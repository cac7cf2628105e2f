import type { Fault, PackSample } from '../protocol/pack-sample.ts';
import { cellStats, extremeSensor } from './pack-summary.ts';

/** The value that supports a fault: the extreme value of the same sample. Cells and sensors count from 1. */
export type FaultEvidence =
  | { readonly kind: 'cell'; readonly number: number; readonly volts: number }
  | { readonly kind: 'spread'; readonly deltaMv: number }
  | { readonly kind: 'pack'; readonly volts: number }
  | { readonly kind: 'current'; readonly amps: number }
  | { readonly kind: 'sensor'; readonly number: number; readonly celsius: number };

const sensorEvidence = (sample: PackSample, direction: 1 | -1): FaultEvidence | undefined => {
  const sensor = extremeSensor(sample, direction);
  return sensor && { kind: 'sensor', ...sensor };
};

/** Returns the value of the sample that supports the fault, if there is one. */
export const faultEvidence = (fault: Fault, sample: PackSample): FaultEvidence | undefined => {
  const { packVoltageV: volts, currentA: amps } = sample;
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
      return sensorEvidence(sample, 1);
    case 'chargeUnderTemperature':
    case 'dischargeUnderTemperature':
      return sensorEvidence(sample, -1);
    case 'frontEndError':
    case 'softwareLock':
    case 'chargeTimeout':
    case 'temperatureSensorFault':
    case 'unknownFault':
      return undefined;
  }
};
