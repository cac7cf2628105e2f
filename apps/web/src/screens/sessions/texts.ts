import { type ArchiveUsage, type ComparedValue, type SessionInfo } from '@batbot/core';
import { sessionTitle } from './session-words.ts';

/** Share of the storage from which the user is asked to delete sessions. */
export const NEARLY_FULL = 0.8;

export const isNearlyFull = ({ usedBytes, quotaBytes }: ArchiveUsage): boolean =>
  usedBytes > quotaBytes * NEARLY_FULL;

/** Returns a file name that is valid on all systems, with the session's title and start. */
export const fileName = (info: SessionInfo, ending: string): string => {
  const plain = sessionTitle(info)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const start = new Date(info.startedAt).toISOString().slice(0, 19).replaceAll(':', '');
  return `${plain === '' ? 'session' : plain}-${start}.${ending}`;
};

/** Names, units and decimals of the values in a comparison. */
export const COMPARED: Readonly<
  Record<ComparedValue, readonly [name: string, unit: string, digits: number]>
> = {
  packVoltageV: ['Pack voltage', 'V', 3],
  currentA: ['Current', 'A', 2],
  powerW: ['Power', 'W', 0],
  socPercent: ['State of charge', '%', 1],
  sohPercent: ['State of health', '%', 1],
  remainingAh: ['Remaining', 'Ah', 2],
  designCapacityAh: ['Design capacity', 'Ah', 2],
  cycles: ['Cycles', '', 0],
  cellLowV: ['Lowest cell', 'V', 3],
  cellHighV: ['Highest cell', 'V', 3],
  cellAverageV: ['Average cell', 'V', 3],
  cellDeltaMv: ['Spread of cells', 'mV', 0],
  temperatureLowC: ['Lowest temperature', '°C', 0],
  temperatureHighC: ['Highest temperature', '°C', 0],
};
