import { countText } from '../../../text/format.ts';
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

export const errorCount = ({ errors }: Pick<LineCounters, 'errors'>): number =>
  Object.values(errors).reduce((sum, count) => sum + count, 0);

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
  bytes >= 1_048_576 ? `${countText(bytes / 1_048_576)} MiB` : `${countText(bytes / 1_024)} KiB`;
