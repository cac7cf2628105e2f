import { countText } from '../../../text/format.ts';
import type { LineCounters, LineErrorName, PortOptions } from '@batbot/core';

/** The words of line errors in singular and plural. */
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

/** The choices of each port option except the buffer size, with their labels. */
export const PORT_CHOICES: readonly {
  readonly name: keyof PortOptions;
  readonly label: string;
  readonly options: { readonly value: string | number; readonly label: string }[];
}[] = [
  {
    name: 'dataBits',
    label: 'Data bits',
    options: [
      { value: 8, label: '8' },
      { value: 7, label: '7' },
    ],
  },
  {
    name: 'parity',
    label: 'Parity',
    options: [
      { value: 'none', label: 'None' },
      { value: 'even', label: 'Even' },
      { value: 'odd', label: 'Odd' },
    ],
  },
  {
    name: 'stopBits',
    label: 'Stop bits',
    options: [
      { value: 1, label: '1' },
      { value: 2, label: '2' },
    ],
  },
  {
    name: 'flowControl',
    label: 'Flow control',
    options: [
      { value: 'none', label: 'None' },
      { value: 'hardware', label: 'RTS/CTS' },
    ],
  },
];

/** Formats a buffer size: "64 KiB", "1 MiB". */
export const bufferText = (bytes: number): string =>
  bytes >= 1_048_576 ? `${countText(bytes / 1_048_576)} MiB` : `${countText(bytes / 1_024)} KiB`;
