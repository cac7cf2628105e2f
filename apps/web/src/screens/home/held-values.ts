import type { HeldValue, PackSample } from '@batbot/core';
import { FAULT_WORDS } from '../controls/fault-words.ts';
import { DASH, fixed } from '../../text/format.ts';

/** Whether an older value is shown while an implausible value is not confirmed. */
export const isHeld = (
  held: readonly HeldValue[],
  key: keyof PackSample,
  number?: number,
): boolean =>
  held.some(
    (each) =>
      each.key === key &&
      each.fault === undefined &&
      (each.number === undefined || each.number === number),
  );

const NAMES: Readonly<Partial<Record<keyof PackSample, readonly [string, number, string]>>> = {
  packVoltageV: ['pack voltage', 3, 'V'],
  currentA: ['current', 2, 'A'],
  socPercent: ['state of charge', 1, '%'],
  sohPercent: ['state of health', 1, '%'],
  designCapacityAh: ['design capacity', 2, 'Ah'],
  remainingAh: ['remaining capacity', 2, 'Ah'],
  cycles: ['cycles', 0, ''],
  sequence: ['sequence no.', 0, ''],
  uptimeS: ['uptime', 0, 's'],
  cellVoltagesV: ['cell', 3, 'V'],
  temperaturesC: ['sensor', 0, '°C'],
};

/** Returns the text for an implausible value, which live data leaves out: 'cell 7 7.302 V', or the text of its fault. */
export const heldText = ({ key, number, reported, fault }: HeldValue): string => {
  if (fault !== undefined) return FAULT_WORDS[fault];
  const [name, digits, unit] = NAMES[key] ?? [key, 0, ''];
  if (key === 'switches') return 'contactors';
  if (reported === undefined) return `another number of ${name}s`;
  const value = reported === null ? DASH : `${fixed(reported, digits)} ${unit}`.trim();
  return `${name}${number === undefined ? '' : ` ${number}`} ${value}`;
};
