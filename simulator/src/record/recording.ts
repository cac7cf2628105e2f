import { closeSync, openSync, writeSync } from 'node:fs';

/** One chunk of traffic. Text is latin-1: one character, one byte. */
export interface Traffic {
  /** `in` = to the device. */
  readonly direction: 'in' | 'out';
  /** ms since the simulator's start. */
  readonly ms: number;
  readonly transport: string;
  readonly text: string;
}

/** A recording is one JSON object a line. */
export const toJsonLine = (traffic: Traffic): string =>
  `${JSON.stringify({ ...traffic, ms: Math.round(traffic.ms * 1000) / 1000 })}\n`;

/** The file is no recording; the message tells the line. */
export class BadRecording extends Error {}

/** Reads a recording. Throws `BadRecording`. */
export const readRecording = (text: string): readonly Traffic[] =>
  text
    .split('\n')
    .map((line, i) => [line.trim(), i + 1] as const)
    .filter(([line]) => line !== '')
    .map(([line, number]) => {
      const bad = (): never => {
        throw new BadRecording(`line ${number} is not {"direction","ms","transport","text"}`);
      };
      let json: Partial<Traffic>;
      try {
        json = JSON.parse(line) as Partial<Traffic>;
      } catch {
        return bad();
      }
      const { direction, ms, text: bytes, transport = '' } = json;
      if (
        (direction !== 'in' && direction !== 'out') ||
        typeof ms !== 'number' ||
        typeof bytes !== 'string'
      )
        return bad();
      return { direction, ms, transport, text: bytes };
    });

/** Appends traffic to a file as it happens, so that a crash loses nothing. Throws when the file cannot be made. */
export const openRecorder = (
  path: string,
): { readonly write: (traffic: Traffic) => void; readonly close: () => void } => {
  const file = openSync(path, 'w');
  return {
    write: (traffic) => void writeSync(file, toJsonLine(traffic)),
    close: () => closeSync(file),
  };
};
