import { closeSync, openSync, writeSync } from 'node:fs';

/** One chunk of traffic. Text is latin-1: one character, one byte. */
export interface Traffic {
  /** `in`: bytes sent to the device. */
  readonly direction: 'in' | 'out';
  /** Milliseconds since the simulator's start. */
  readonly ms: number;
  readonly transport: string;
  readonly text: string;
}

/** The first line of a capture. The client exports and reads the same format. */
export const CAPTURE_HEADER = '{"batbot":"capture","version":1}\n';

/** Formats traffic as one JSON line of a capture. `rx` is data that the client received, as in the client's exports. */
export const toJsonLine = ({ direction, ms, transport, text }: Traffic): string => {
  const dir = direction === 'out' ? 'rx' : 'tx';
  const hex = Buffer.from(text, 'latin1').toString('hex');
  return `${JSON.stringify({ dir, ms: Math.round(ms * 1000) / 1000, hex, transport })}\n`;
};

/** The file is not a recording; the message names the line. */
export class BadRecording extends Error {}

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const fieldsOf = (line: string): Readonly<Record<string, unknown>> => {
  const json = parseLine(line);
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}; // any object has fields
};

const toTraffic = (line: string): Traffic | undefined => {
  const { dir, ms, hex, transport } = fieldsOf(line);
  if ((dir !== 'rx' && dir !== 'tx') || typeof ms !== 'number') return undefined;
  if (typeof hex !== 'string' || !/^(?:[0-9a-f]{2})*$/i.test(hex)) return undefined;
  return {
    direction: dir === 'rx' ? 'out' : 'in',
    ms,
    transport: typeof transport === 'string' ? transport : '',
    text: Buffer.from(hex, 'hex').toString('latin1'),
  };
};

/**
 * Reads a capture of the simulator or of the client. Where the client could not read bytes (`missing`), the rest of the
 * reply is left out, because it may answer another command. Throws `BadRecording`.
 */
export const readRecording = (text: string): readonly Traffic[] => {
  const lines = text.split('\n').map((line, i) => [line.trim(), i + 1] as const);
  const [head = ''] = lines[0] ?? [];
  const { batbot, version } = fieldsOf(head);
  if (batbot !== 'capture' || version !== 1)
    throw new BadRecording('line 1 is not {"batbot":"capture","version":1}');
  const recording: Traffic[] = [];
  let hasCommand = false;
  let isAfterGap = false;
  for (const [line, number] of lines.slice(1)) {
    if (line === '') continue;
    if ('missing' in fieldsOf(line)) {
      isAfterGap = hasCommand;
      continue;
    }
    const traffic = toTraffic(line);
    if (traffic === undefined)
      throw new BadRecording(`line ${number} is not {"dir":"rx"|"tx","ms","hex"}`);
    if (traffic.direction === 'in') {
      hasCommand = true;
      isAfterGap = false;
    }
    if (!isAfterGap) recording.push(traffic);
  }
  return recording;
};

/** Appends traffic to a file immediately, so that a crash loses nothing. Throws if the file cannot be created. */
export const openRecorder = (
  path: string,
): { readonly write: (traffic: Traffic) => void; readonly close: () => void } => {
  const file = openSync(path, 'w');
  writeSync(file, CAPTURE_HEADER);
  return {
    write: (traffic) => void writeSync(file, toJsonLine(traffic)),
    close: () => closeSync(file),
  };
};
