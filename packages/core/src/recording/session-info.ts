import * as v from 'valibot';
import type { ConnectedDevice } from '../link/connection.ts';
import { deviceKey } from '../link/connection.ts';
import { fits } from '../prelude/schema.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';

/** Of the rows, so that a later version knows what it reads. */
export const SESSION_VERSION = 1;

/** What happened in a session, counted while it is recorded. */
export interface SessionSummary {
  readonly notes: number;
  /** Notes, markers and passed limits. */
  readonly marks: number;
  readonly firstNote?: string;
  readonly worstSpreadMv?: number;
}

export const NO_SUMMARY: SessionSummary = { notes: 0, marks: 0 };

/** What the list of sessions shows. Holds no token, no password, no name of a user. */
export interface SessionInfo {
  readonly version: typeof SESSION_VERSION;
  readonly id: string;
  readonly name: string;
  /** UTC milliseconds. */
  readonly startedAt: number;
  /** UTC milliseconds of the last thing kept. */
  readonly lastAt: number;
  /** Monotonic, milliseconds. */
  readonly durationMs: number;
  readonly device: string;
  readonly linkId: string;
  /** Under which the device's profile is kept. */
  readonly deviceKey?: string;
  readonly baudRate: number;
  readonly samples: number;
  readonly rxBytes: number;
  readonly txBytes: number;
  /** About what it takes on this computer. */
  readonly storedBytes: number;
  /** Cells and sensors of the last sample; 0 before the first. */
  readonly cells: number;
  readonly temperatures: number;
  /** False while it is recorded, and for ever when the recording broke off. */
  readonly finished: boolean;
  /** The session before it on the same connection, which was of another pack. */
  readonly follows?: string;
  /** What the device told of itself, if the user asked it on this connection: within the session or before. */
  readonly identity?: DeviceIdentity;
  /** Missing in sessions recorded by a version that did not count. */
  readonly summary?: SessionSummary;
}

const LONGEST_NAME = 80;

/** One line of visible text: controls, bidi overrides and zero-width characters are taken out (RX-05). */
export const cleanText = (text: string, longest: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);

export const cleanName = (text: string): string => cleanText(text, LONGEST_NAME);

export const newSession = (
  id: string,
  startedAt: number,
  device: ConnectedDevice,
  baudRate: number,
): SessionInfo => ({
  version: SESSION_VERSION,
  id,
  name: cleanName(device.label),
  startedAt,
  lastAt: startedAt,
  durationMs: 0,
  device: cleanName(device.label),
  linkId: device.linkId,
  deviceKey: deviceKey(device),
  baudRate,
  samples: 0,
  rxBytes: 0,
  txBytes: 0,
  storedBytes: 0,
  cells: 0,
  temperatures: 0,
  finished: false,
});

const NUMBER = v.pipe(v.number(), v.finite());
const INFO = v.object({
  version: v.literal(SESSION_VERSION),
  id: v.string(),
  name: v.string(),
  startedAt: NUMBER,
  lastAt: NUMBER,
  durationMs: NUMBER,
  device: v.string(),
  linkId: v.string(),
  deviceKey: v.optional(v.string()),
  baudRate: NUMBER,
  samples: NUMBER,
  rxBytes: NUMBER,
  txBytes: NUMBER,
  storedBytes: NUMBER,
  cells: NUMBER,
  temperatures: NUMBER,
  finished: v.boolean(),
  follows: v.optional(v.string()),
  identity: v.optional(v.record(v.string(), v.string())),
});

/** Reads a stored row; undefined when it is damaged or of a version this one does not know (ST-03). */
export const parseSessionInfo = (stored: unknown): SessionInfo | undefined =>
  fits(INFO, stored) ? (stored as SessionInfo) : undefined; // every field was just checked
