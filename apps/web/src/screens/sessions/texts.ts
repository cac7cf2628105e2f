import {
  timeOfDay,
  type ArchiveError,
  type ArchiveUsage,
  type ComparedValue,
  type SessionError,
  type SessionInfo,
} from '@batbot/core';

/** Date in the user's way, 24-hour time to the second. */
export const dateTimeText = (at: number): string =>
  `${new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })}, ${timeOfDay(at).slice(0, 8)}`;

/** Hours, minutes, seconds: '1:02:03', '2:03'. */
export const durationText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
};

const UNITS = ['kB', 'MB', 'GB', 'TB'];

export const sizeText = (bytes: number): string => {
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
};

/** From this share of the room on it is time to tidy up. */
export const NEARLY_FULL = 0.8;

export const isNearlyFull = ({ usedBytes, quotaBytes }: ArchiveUsage): boolean =>
  usedBytes > quotaBytes * NEARLY_FULL;

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** A file name that every system takes: the session's name and its start. */
export const fileName = ({ name, startedAt }: SessionInfo, ending: string): string => {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  const start = new Date(startedAt).toISOString().slice(0, 19).replaceAll(':', '');
  return `${plain === '' ? 'session' : plain}-${start}.${ending}`;
};

const ARCHIVE_PROBLEMS: Readonly<Record<ArchiveError['kind'], string>> = {
  full: 'There is no room left on this computer. Delete sessions you no longer need.',
  blocked: 'This browser does not let the page keep data. Allow site data, then reload.',
  outdated: 'A newer version of this page is open in another tab. Reload this one.',
  failed: 'The browser could not read its database. Try again.',
};

export const problemText = (error: SessionError): string => {
  switch (error.kind) {
    case 'notFound':
      return 'This session is not on this computer, or belongs to another user.';
    case 'recording':
      return 'This session is being recorded. Stop it first.';
    default:
      return ARCHIVE_PROBLEMS[error.kind];
  }
};

/** Names, units and fractional digits of the values two samples are compared by. */
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
