import { recordOf, type ForeignRecord } from '../prelude/foreign-json.ts';
import { captureHeaderText } from '../protocol/capture.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import { cleanText } from '../recording/session-info.ts';
import { bytesOf, hexOf, SEAL_VERSION } from './seal-lines.ts';

/** What tells the pack apart, as the session's last sample and the reply to ATI told it. */
export interface SealedPack {
  readonly cells: number;
  readonly temperatures: number;
  readonly designCapacityAh?: number;
  readonly cycles?: number;
  /** Known only when the user asked the device for it. */
  readonly serial?: string;
}

/** What a sealed session says of itself, in line 1. */
export interface SealStatement {
  /** ISO 8601, UTC, by the clock of the computer that sealed: nobody else vouches for it. */
  readonly sealedAt: string;
  /** Name and version of the program. */
  readonly app: string;
  readonly session: {
    readonly id: string;
    readonly name: string;
    /** ISO 8601, UTC, by the same clock. */
    readonly startedAt: string;
    readonly durationMs: number;
    readonly samples: number;
    /** False when the recording broke off. */
    readonly finished: boolean;
    /** Damaged parts of the recording that were left out. */
    readonly damaged: number;
    /** The session before it, which was of another pack. */
    readonly follows?: string;
  };
  readonly device: Omit<DeviceIdentity, 'serial'> & {
    readonly label: string;
    readonly baudRate: number;
  };
  readonly pack: SealedPack;
  /** Who was signed in when it was sealed. */
  readonly technician: { readonly userId: string; readonly name: string };
}

const LONGEST_TEXT = 200;

/** As it may be shown and read back: one visible line. */
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

const NOTHING: ForeignRecord = new Map();

const textOf = (fields: ForeignRecord, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? sealedText(value) : '';
};

const numberOf = (fields: ForeignRecord, name: string): number => {
  const value = fields.get(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};

const told = <T>(
  fields: ForeignRecord,
  names: readonly string[],
  read: (fields: ForeignRecord, name: string) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(
    names.flatMap((name) => (fields.has(name) ? [[name, read(fields, name)] as const] : [])),
  );

const statementOf = (header: ForeignRecord, seal: ForeignRecord): SealStatement => {
  const part = (name: string): ForeignRecord => recordOf(seal.get(name)) ?? NOTHING;
  const [session, device, pack, technician] = [
    part('session'),
    part('device'),
    part('pack'),
    part('technician'),
  ];
  return {
    sealedAt: textOf(seal, 'sealedAt'),
    app: textOf(seal, 'app'),
    session: {
      id: textOf(session, 'id'),
      name: textOf(header, 'name'),
      startedAt: textOf(header, 'startedAt'),
      durationMs: numberOf(session, 'durationMs'),
      samples: numberOf(session, 'samples'),
      finished: session.get('finished') === true,
      damaged: numberOf(session, 'damaged'),
      ...told(session, ['follows'], textOf),
    },
    device: {
      label: textOf(header, 'device'),
      baudRate: numberOf(header, 'baudRate'),
      ...told(device, ['model', 'hardware', 'firmware'], textOf),
    },
    pack: {
      cells: numberOf(pack, 'cells'),
      temperatures: numberOf(pack, 'temperatures'),
      ...told(pack, ['designCapacityAh', 'cycles'], numberOf),
      ...told(pack, ['serial'], textOf),
    },
    technician: { userId: textOf(technician, 'userId'), name: textOf(technician, 'name') },
  };
};

/** What line 1 turned out to be. */
export type FirstLine =
  | {
      readonly kind: 'sealed';
      readonly statement: SealStatement;
      readonly publicKey: Uint8Array<ArrayBuffer>;
    }
  /** A seal of a version this one does not know. */
  | { readonly kind: 'version' }
  /** A capture like those of every other export. */
  | { readonly kind: 'unsealed' }
  | { readonly kind: 'unknown' };

/** Reads line 1 of a file of unknown origin: what is missing in it, or is no such value, is empty or 0. */
export const readStatement = (text: string): FirstLine => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { kind: 'unknown' };
  }
  const header = recordOf(parsed);
  if (header?.get('batbot') !== 'capture') return { kind: 'unknown' };
  const seal = recordOf(header.get('seal'));
  if (seal === undefined) return { kind: 'unsealed' };
  if (seal.get('version') !== SEAL_VERSION) return { kind: 'version' };
  const key = seal.get('key');
  const publicKey = typeof key === 'string' ? bytesOf(key) : undefined;
  return publicKey === undefined
    ? { kind: 'unknown' }
    : { kind: 'sealed', statement: statementOf(header, seal), publicKey };
};
