import * as v from 'valibot';
import { jsonFile, readAs } from '../prelude/schema.ts';
import { captureHeaderText } from '../protocol/capture.ts';
import { hexOf } from '../protocol/hex.ts';
import { cleanText } from '../recording/session-info.ts';
import { sealedBytes, SEAL_VERSION } from './seal-lines.ts';

const LONGEST_TEXT = 200;

/** Returns text as one visible line, which is the same when shown and when read back. */
export const sealedText = (text: string): string => cleanText(text, LONGEST_TEXT);

// The fallback of missing or unreadable values of a statement: empty or 0.
const TEXT = v.fallback(v.pipe(v.string(), v.transform(sealedText)), '');
const NUMBER = v.fallback(v.pipe(v.number(), v.finite()), 0);
const optionalText = v.exactOptional(TEXT);
const optionalNumber = v.exactOptional(NUMBER);
/** The schema of a part of the statement. Any value that is not an object counts as an object without fields. */
const part = <T extends v.ObjectEntries>(entries: T) =>
  v.pipe(v.fallback(v.record(v.string(), v.unknown()), {}), v.object(entries));

const STATEMENT = v.pipe(
  v.object({
    name: TEXT,
    /** ISO 8601, UTC, from the same clock as `sealedAt`. */
    startedAt: TEXT,
    device: TEXT,
    baudRate: NUMBER,
    seal: v.object({
      /** ISO 8601, UTC, from the clock of the computer that sealed. It is not proven in any other way. */
      sealedAt: TEXT,
      /** Name and version of the app. */
      app: TEXT,
      session: part({
        id: TEXT,
        durationMs: NUMBER,
        samples: NUMBER,
        /** False if the recording was interrupted. */
        finished: v.fallback(v.boolean(), false),
        /** Number of damaged chunks that were left out. */
        damaged: NUMBER,
        /** The id of the previous session, of another pack. */
        follows: optionalText,
      }),
      device: part({ model: optionalText, hardware: optionalText, firmware: optionalText }),
      /** The pack as in the last sample of the session and the reply to ATI. */
      pack: part({
        cells: NUMBER,
        temperatures: NUMBER,
        designCapacityAh: optionalNumber,
        cycles: optionalNumber,
        /** Present only if the user asked the device for it. */
        serial: optionalText,
      }),
      /** The user who was signed in when the session was sealed. */
      technician: part({ userId: TEXT, name: TEXT }),
    }),
  }),
  v.transform(({ name, startedAt, device, baudRate, seal }) => ({
    ...seal,
    session: { ...seal.session, name, startedAt },
    device: { ...seal.device, label: device, baudRate },
  })),
);

/** The statement in line 1 of a sealed session. */
export type SealStatement = v.InferOutput<typeof STATEMENT>;

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
  const publicKey = typeof seal.key === 'string' ? sealedBytes(seal.key) : undefined;
  const statement = readAs(STATEMENT, header.value);
  return publicKey === undefined || statement === undefined
    ? { kind: 'unknown' }
    : { kind: 'sealed', statement, publicKey };
};
