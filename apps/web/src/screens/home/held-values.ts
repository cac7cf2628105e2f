import type { CellStep, HeldValue, PackSample } from '@batbot/core';
import { FAULT_WORDS } from './fault-words.ts';
import { DASH, fixed } from '../../text/format.ts';

/** Whether the value at this place is an older one, while the one that came waits for the next reply. */
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
  sequence: ['reply number', 0, ''],
  uptimeS: ['uptime', 0, 's'],
  cellVoltagesV: ['cell', 3, 'V'],
  temperaturesC: ['sensor', 0, '°C'],
  switches: ['switches', 0, ''],
};

/** What came and is not shown, in words: 'cell 7: 7.302 V'. */
export const heldText = ({ key, number, told, fault }: HeldValue): string => {
  if (fault !== undefined) return FAULT_WORDS[fault];
  const [name, digits, unit] = NAMES[key] ?? [key, 0, ''];
  if (key === 'switches') return 'switches';
  if (told === undefined) return `another number of ${name}s`;
  const value = told === null ? DASH : `${fixed(told, digits)} ${unit}`.trim();
  return `${name}${number === undefined ? '' : ` ${number}`}: ${value}`;
};

/** 'Cell 7 went from 3.302 to 2.700 V'. */
export const stepText = ({ number, fromV, toV }: CellStep): string =>
  `Cell ${number} went from ${fixed(fromV, 3)} to ${fixed(toV, 3)} V`;
