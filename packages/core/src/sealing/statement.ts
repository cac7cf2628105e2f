import * as v from 'valibot';
import { jsonFile, readAs } from '../prelude/schema.ts';
import { captureHeaderText } from '../protocol/capture.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import { cleanText } from '../recording/session-info.ts';
import { bytesOf, hexOf, SEAL_VERSION } from './seal-lines.ts';

/** The identity of the pack, from the session's last sample and the reply to ATI. */
export interface SealedPack {
  readonly cells: number;
  readonly temperatures: number;
  readonly designCapacityAh?: number;
  readonly cycles?: number;
  /** Known only when the user asked the device for it. */
  readonly serial?: string;
}

/** What line 1 of a sealed session states. */
export interface SealStatement {
  /** ISO 8601, UTC, by the clock of the computer that sealed: nothing else proves it. */
  readonly sealedAt: string;
  /** Name and version of the app. */
  readonly app: string;
  readonly session: {
    readonly id: string;
    readonly name: string;
    /** ISO 8601, UTC, by the same clock. */
    readonly startedAt: string;
    readonly durationMs: number;
    readonly samples: number;
    /** False if the recording was interrupted. */
    readonly finished: boolean;
    /** Number of damaged chunks that were left out. */
    readonly damaged: number;
    /** The id of the session before it, of another pack. */
    readonly follows?: string;
  };
  readonly device: Omit<DeviceIdentity, 'serial'> & {
    readonly label: string;
    readonly baudRate: number;
  };
  readonly pack: SealedPack;
  /** The user who was signed in when it was sealed. */
  readonly technician: { readonly userId: string; readonly name: string };
}

const LONGEST_TEXT = 200;

/** One visible line of text, as it is shown and read back. */
export const sealedText = (text: string): string => cleanText(text, LONGEST_TEXT);

export const statementLine = (
  { session, device, ...rest }: SealStatement,
  publicKey: Uint8Array,
): string => {
  const { name, startedAt, ...facts } = session;
  const { label, baudRate, ...identity } = device;
  const key = hexOf(publicKey);
  return captureHeaderText({
    name,
    startedAt,
    device: label,
    baudRate,
    seal: { version: SEAL_VERSION, key, ...rest, session: facts, device: identity },
  }).trimEnd();
};

// What is missing in a statement, or not readable, is empty or 0.
const TEXT = v.fallback(v.pipe(v.string(), v.transform(sealedText)), '');
const NUMBER = v.fallback(v.pipe(v.number(), v.finite()), 0);
const optionalText = v.exactOptional(TEXT);
const optionalNumber = v.exactOptional(NUMBER);
/** A part of the statement; anything but an object counts as one without fields. */
const part = <T extends v.ObjectEntries>(entries: T) =>
  v.pipe(v.fallback(v.record(v.string(), v.unknown()), {}), v.object(entries));

const STATEMENT = v.pipe(
  v.object({
    name: TEXT,
    startedAt: TEXT,
    device: TEXT,
    baudRate: NUMBER,
    seal: v.object({
      sealedAt: TEXT,
      app: TEXT,
      session: part({
        id: TEXT,
        durationMs: NUMBER,
        samples: NUMBER,
        finished: v.fallback(v.boolean(), false),
        damaged: NUMBER,
        follows: optionalText,
      }),
      device: part({ model: optionalText, hardware: optionalText, firmware: optionalText }),
      pack: part({
        cells: NUMBER,
        temperatures: NUMBER,
        designCapacityAh: optionalNumber,
        cycles: optionalNumber,
        serial: optionalText,
      }),
      technician: part({ userId: TEXT, name: TEXT }),
    }),
  }),
  v.transform(({ name, startedAt, device, baudRate, seal }): SealStatement => ({
    ...seal,
    session: { ...seal.session, name, startedAt },
    device: { ...seal.device, label: device, baudRate },
  })),
);

const HEADER = jsonFile({
  schema: v.looseObject({
    batbot: v.literal('capture'),
    seal: v.fallback(
      v.optional(v.looseObject({ version: v.unknown(), key: v.unknown() })),
      undefined,
    ),
  }),
});

/** The kinds of line 1. */
export type FirstLine =
  | {
      readonly kind: 'sealed';
      readonly statement: SealStatement;
      readonly publicKey: Uint8Array<ArrayBuffer>;
    }
  /** A seal of an unknown version. */
  | { readonly kind: 'version' }
  /** A capture without a seal. */
  | { readonly kind: 'unsealed' }
  | { readonly kind: 'unknown' };

/** Reads line 1 of a file of unknown origin. */
export const readStatement = (text: string): FirstLine => {
  const header = HEADER.parse(text);
  if (!header.ok) return { kind: 'unknown' };
  const { seal } = header.value;
  if (seal === undefined) return { kind: 'unsealed' };
  if (seal.version !== SEAL_VERSION) return { kind: 'version' };
  const publicKey = typeof seal.key === 'string' ? bytesOf(seal.key) : undefined;
  const statement = readAs(STATEMENT, header.value);
  return publicKey === undefined || statement === undefined
    ? { kind: 'unknown' }
    : { kind: 'sealed', statement, publicKey };
};
