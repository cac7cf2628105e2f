import * as v from 'valibot';
import { jsonFile } from '../prelude/schema.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { hexOf } from './hex.ts';

/**
 * The first line of a capture. A capture is JSON lines that the simulator replays. `rx` lines are sent by the device.
 */
export interface CaptureHeader {
  readonly batbot: 'capture';
  readonly version: 1;
  readonly name?: string;
  /** Start of the capture in ISO 8601, UTC. */
  readonly startedAt?: string;
  readonly device?: string;
  readonly baudRate?: number;
}

/** Consecutive bytes of one direction. `ms` is the time since the start. */
export interface CaptureLine {
  readonly dir: 'rx' | 'tx';
  readonly ms: number;
  readonly bytes: Uint8Array;
}

export interface Capture {
  readonly header: CaptureHeader;
  readonly lines: readonly NotedLine[];
  /** The numbers of the lines, from 1, that are not lines of a capture. */
  readonly skipped: readonly number[];
  /** The indexes in `lines` before which lines were skipped: the length of `lines` if they were skipped at the end. */
  readonly gaps: ReadonlySet<number>;
}

/** Parses pairs of hexadecimal digits; undefined for any other text. */
export const bytesOf = (hex: string): Uint8Array<ArrayBuffer> | undefined => {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) return undefined;
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
};

/** Formats the header of a capture. `seal` is the data of a sealed session, which a replay ignores. */
export const captureHeaderText = (
  header: Omit<CaptureHeader, 'batbot' | 'version'> & { readonly seal?: object },
): string => `${JSON.stringify({ batbot: 'capture', version: 1, ...header })}\n`;

/** Additional fields of a line of bytes. A replay ignores them. */
export interface CaptureRemarks {
  readonly system?: string;
  readonly note?: string;
  /** The text of a marker at which another pack or session begins. */
  readonly marker?: string;
  /** Set if the program sent or requested the bytes, not the user. */
  readonly by?: 'program';
}

export const captureText = (runs: readonly (CaptureLine & CaptureRemarks)[]): string =>
  runs
    .map(({ dir, ms, bytes, system, note, marker, by }) => {
      const rounded = Math.round(ms * 1_000) / 1_000;
      const line = { dir, ms: rounded, hex: hexOf(bytes), system, note, marker, by };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');

/** The line in the place of bytes that could not be read. Readers skip and report it, so that no reply spans it. */
export const CAPTURE_GAP = `${JSON.stringify({ missing: 'bytes that could not be read' })}\n`;

/** A line that was read, with what the user noted at its time. */
export type NotedLine = CaptureLine & Pick<CaptureRemarks, 'note' | 'marker'>;

const optionalText = v.exactOptional(v.fallback(v.optional(v.string()), undefined));
const LINE = jsonFile({
  schema: v.object({
    dir: v.picklist(['rx', 'tx']),
    ms: v.pipe(v.number(), v.finite(), v.minValue(0)),
    hex: v.string(),
    note: optionalText,
    marker: optionalText,
  }),
});

export const parseCaptureLine = (text: string): NotedLine | undefined => {
  const line = LINE.parse(text);
  if (!line.ok) return undefined;
  const { dir, ms, hex, note, marker } = line.value;
  const bytes = bytesOf(hex);
  if (bytes === undefined) return undefined;
  return {
    dir,
    ms,
    bytes,
    ...(note === undefined ? {} : { note }),
    ...(marker === undefined ? {} : { marker }),
  };
};

const HEADER = jsonFile({
  schema: v.object({
    batbot: v.literal('capture'),
    version: v.unknown(),
    name: optionalText,
    startedAt: optionalText,
    device: optionalText,
    baudRate: v.exactOptional(v.fallback(v.optional(v.number()), undefined)),
  }),
});

/** Parses a capture. Damaged lines are skipped and reported. */
export const parseCapture = (
  text: string,
): Result<Capture, { readonly kind: 'notACapture' | 'version' }> => {
  const [first = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const parsed = HEADER.parse(first);
  if (!parsed.ok) return err({ kind: 'notACapture' });
  const { version, name, startedAt, device, baudRate } = parsed.value;
  if (version !== 1) return err({ kind: 'version' });
  const lines: NotedLine[] = [];
  const skipped: number[] = [];
  const gaps = new Set<number>();
  for (const [index, each] of rest.entries()) {
    if (each.trim() === '') continue;
    const line = parseCaptureLine(each);
    if (line === undefined) {
      skipped.push(index + 2);
      gaps.add(lines.length);
    } else lines.push(line);
  }
  return ok({
    header: {
      batbot: 'capture',
      version: 1,
      ...(name === undefined ? {} : { name }),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(device === undefined ? {} : { device }),
      ...(baudRate === undefined ? {} : { baudRate }),
    },
    lines,
    skipped,
    gaps,
  });
};
