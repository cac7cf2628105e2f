import type { LineCounters, LineErrorName, PortOptions } from '@batbot/core';

/** Errors of the line in words; singular, plural. */
export const ERROR_WORDS: Readonly<Record<LineErrorName, readonly [one: string, many: string]>> = {
  BufferOverrunError: ['buffer overrun', 'buffer overruns'],
  BreakError: ['break received', 'breaks received'],
  FramingError: ['framing error', 'framing errors'],
  ParityError: ['parity error', 'parity errors'],
  UnknownError: ['other line error', 'other line errors'],
  timeout: ['command unanswered', 'commands unanswered'],
  rejected: ['reply rejected', 'replies rejected'],
  writeFailed: ['write failed', 'writes failed'],
};

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** "812 B", "5.2 kB": a thousand at a time, as line rates are counted. */
export const bytesText = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit > 0 && value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit] ?? 'B'}`;
};

export const rateText = (bytesPerSecond: number): string => `${bytesText(bytesPerSecond)}/s`;

export const errorCount = ({ errors }: Pick<LineCounters, 'errors'>): number =>
  Object.values(errors).reduce((sum, count) => sum + count, 0);

/** "3 errors", for the tool bar. */
export const errorsText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'error' : 'errors'}`;

/** The choices for each of a port's options, with their labels. */
export const PORT_CHOICES: {
  readonly [Name in keyof Omit<PortOptions, 'bufferSize'>]: {
    readonly label: string;
    readonly options: readonly (readonly [value: PortOptions[Name], label: string])[];
  };
} = {
  dataBits: {
    label: 'Data bits',
    options: [
      [8, '8'],
      [7, '7'],
    ],
  },
  parity: {
    label: 'Parity',
    options: [
      ['none', 'None'],
      ['even', 'Even'],
      ['odd', 'Odd'],
    ],
  },
  stopBits: {
    label: 'Stop bits',
    options: [
      [1, '1'],
      [2, '2'],
    ],
  },
  flowControl: {
    label: 'Flow control',
    options: [
      ['none', 'None'],
      ['hardware', 'RTS/CTS'],
    ],
  },
};

/** "64 KiB", "1 MiB". */
export const bufferText = (bytes: number): string =>
  bytes >= 1_048_576
    ? `${(bytes / 1_048_576).toLocaleString('en')} MiB`
    : `${(bytes / 1_024).toLocaleString('en')} KiB`;
