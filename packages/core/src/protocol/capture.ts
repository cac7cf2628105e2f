import { err, ok, type Result } from '../prelude/result.ts';

/** First line of a capture: JSON lines that the simulator replays. `rx` is what the device said. */
export interface CaptureHeader {
  readonly batbot: 'capture';
  readonly version: 1;
  readonly name?: string;
  /** ISO 8601, UTC. */
  readonly startedAt?: string;
  readonly device?: string;
  readonly baudRate?: number;
}

/** One run of bytes; `ms` from the start. */
export interface CaptureLine {
  readonly dir: 'rx' | 'tx';
  readonly ms: number;
  readonly bytes: Uint8Array;
}

export interface Capture {
  readonly header: CaptureHeader;
  readonly lines: readonly CaptureLine[];
  /** Numbers of lines, from 1, that were none. */
  readonly skipped: readonly number[];
}

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

const hexOf = (bytes: Uint8Array): string => {
  let hex = '';
  for (const byte of bytes) hex += PAIRS[byte];
  return hex;
};

const bytesOf = (hex: string): Uint8Array | undefined => {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) return undefined;
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
};

/** `seal`: what a sealed session says of itself; a replay leaves it out. */
export const captureHeaderText = (
  header: Omit<CaptureHeader, 'batbot' | 'version'> & { readonly seal?: object },
): string => `${JSON.stringify({ batbot: 'capture', version: 1, ...header })}\n`;

/** What may be told beside a run of bytes; a replay leaves it out. */
export interface CaptureRemarks {
  readonly system?: string;
  readonly note?: string;
  /** Where another pack or session begins. */
  readonly marker?: string;
  /** Set where the program sent or asked by itself, not the user. */
  readonly by?: 'program';
}

/** Runs of bytes as lines of a capture. */
export const captureText = (runs: readonly (CaptureLine & CaptureRemarks)[]): string =>
  runs
    .map(({ dir, ms, bytes, system, note, marker, by }) => {
      const rounded = Math.round(ms * 1_000) / 1_000;
      const line = { dir, ms: rounded, hex: hexOf(bytes), system, note, marker, by };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Readonly<Record<string, unknown>>) // any object may be asked for fields
      : undefined;
  } catch {
    return undefined;
  }
};

const textField = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** One line; undefined when it is none. */
export const parseCaptureLine = (text: string): CaptureLine | undefined => {
  const { dir, ms, hex } = parseObject(text) ?? {};
  const bytes = typeof hex === 'string' ? bytesOf(hex) : undefined;
  const isWhole =
    (dir === 'rx' || dir === 'tx') && typeof ms === 'number' && Number.isFinite(ms) && ms >= 0;
  return isWhole && bytes !== undefined ? { dir, ms, bytes } : undefined;
};

/** Reads a capture; damaged lines are left out and told. */
export const parseCapture = (
  text: string,
): Result<Capture, { readonly kind: 'notACapture' | 'version' }> => {
  const [first = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const fields = parseObject(first);
  if (fields?.['batbot'] !== 'capture') return err({ kind: 'notACapture' });
  if (fields['version'] !== 1) return err({ kind: 'version' });
  const name = textField(fields['name']);
  const startedAt = textField(fields['startedAt']);
  const device = textField(fields['device']);
  const { baudRate } = fields;
  const lines: CaptureLine[] = [];
  const skipped: number[] = [];
  for (const [index, each] of rest.entries()) {
    if (each.trim() === '') continue;
    const line = parseCaptureLine(each);
    if (line === undefined) skipped.push(index + 2);
    else lines.push(line);
  }
  return ok({
    header: {
      batbot: 'capture',
      version: 1,
      ...(name === undefined ? {} : { name }),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(device === undefined ? {} : { device }),
      ...(typeof baudRate === 'number' ? { baudRate } : {}),
    },
    lines,
    skipped,
  });
};
