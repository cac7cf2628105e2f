import { countText } from '../../../text/format.ts';
import type { LineCounters, LineErrorName } from '@batbot/core';

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

/** Formats a buffer size: "64 KiB", "1 MiB". */
export const bufferText = (bytes: number): string =>
  bytes >= 1_048_576 ? `${countText(bytes / 1_048_576)} MiB` : `${countText(bytes / 1_024)} KiB`;
