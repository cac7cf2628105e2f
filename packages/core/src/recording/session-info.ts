import * as v from 'valibot';
import type { ConnectedDevice } from '../link/connection.ts';
import { deviceKey } from '../link/connection.ts';
import { fits } from '../prelude/schema.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';

/** Version of the saved format. */
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

/** What the list of sessions shows. Contains no token, no password and no user name. */
export interface SessionInfo {
  readonly version: typeof SESSION_VERSION;
  readonly id: string;
  readonly name: string;
  /** UTC milliseconds. */
  readonly startedAt: number;
  /** UTC milliseconds of the last saved data. */
  readonly lastAt: number;
  /** Monotonic, milliseconds. */
  readonly durationMs: number;
  readonly device: string;
  readonly linkId: string;
  /** The key of the device's profile. */
  readonly deviceKey?: string;
  readonly baudRate: number;
  readonly samples: number;
  readonly rxBytes: number;
  readonly txBytes: number;
  /** Estimated size on this computer, in bytes. */
  readonly storedBytes: number;
  /** Cells and sensors of the last sample; 0 before the first. */
  readonly cells: number;
  readonly temperatures: number;
  /** False while it is recorded, and for good if the recording was interrupted. */
  readonly finished: boolean;
  /** The id of the session before it on the same connection, of another pack. */
  readonly follows?: string;
  /** The identity that the device reported, if the user asked for it on this connection. */
  readonly identity?: DeviceIdentity;
  /** Missing in sessions recorded by a version that did not count. */
  readonly summary?: SessionSummary;
}

const LONGEST_NAME = 80;

/** One line of visible text, without control characters, bidi overrides and zero-width characters (RX-05). */
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

/** Reads a stored info; undefined if it is damaged or of an unknown version (ST-03). */
export const parseSessionInfo = (stored: unknown): SessionInfo | undefined =>
  fits(INFO, stored) ? (stored as SessionInfo) : undefined; // every field was just checked
