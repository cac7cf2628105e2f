import * as v from 'valibot';
import { deviceKey, type ConnectedDevice } from '../link/connection.ts';
import { readAs } from '../prelude/schema.ts';

/** Version of the saved format. */
export const SESSION_VERSION = 1;

const NUMBER = v.pipe(v.number(), v.finite());
/** The longest text of a session, in characters. A note that the user types is shorter. */
export const LONGEST_TEXT = 2_000;
/** Room for the words at the end of a shortened text. */
const REMARK_LENGTH = 60;
/**
 * A text of a session, which may come from the server or from a file. A longer text, which would stop the page while it
 * is drawn, is shortened and says so.
 */
export const TEXT = v.pipe(
  v.string(),
  v.transform((text) => {
    if (text.length <= LONGEST_TEXT) return text;
    const kept = text.slice(0, LONGEST_TEXT - REMARK_LENGTH);
    return `${kept}… (${text.length - kept.length} more characters are not shown)`;
  }),
);
const OPTIONAL_TEXT = v.exactOptional(TEXT);

const SUMMARY = v.object({
  notes: NUMBER,
  /** Number of notes, markers and passed limits. */
  marks: NUMBER,
  firstNote: OPTIONAL_TEXT,
  worstSpreadMv: v.exactOptional(NUMBER),
});

/** The counts of a session, updated while it is recorded. */
export type SessionSummary = Readonly<v.InferOutput<typeof SUMMARY>>;

export const NO_SUMMARY: SessionSummary = { notes: 0, marks: 0 };

const INFO = v.object({
  version: v.literal(SESSION_VERSION),
  id: v.string(),
  name: TEXT,
  /** UTC milliseconds. */
  startedAt: NUMBER,
  /** UTC milliseconds of the last saved data. */
  lastAt: NUMBER,
  /** Monotonic duration, milliseconds. */
  durationMs: NUMBER,
  device: TEXT,
  linkId: v.string(),
  /** The key of the device's profile. */
  deviceKey: OPTIONAL_TEXT,
  baudRate: NUMBER,
  samples: NUMBER,
  rxBytes: NUMBER,
  txBytes: NUMBER,
  /** Estimated size on this computer, in bytes. */
  storedBytes: NUMBER,
  /** Cells and sensors of the last sample that has some; 0 before the first. */
  cells: NUMBER,
  temperatures: NUMBER,
  /** False while the session is recorded, and permanently if the recording was interrupted. */
  finished: v.boolean(),
  /** The id of the previous session on the same connection, which is of another pack. */
  follows: OPTIONAL_TEXT,
  /** The number of the recorded pack, if the device reports several. */
  pack: OPTIONAL_TEXT,
  /** The identity that the device reported, if the user asked for it on this connection. */
  identity: v.exactOptional(
    v.object({
      model: OPTIONAL_TEXT,
      hardware: OPTIONAL_TEXT,
      firmware: OPTIONAL_TEXT,
      serial: OPTIONAL_TEXT,
    }),
  ),
  /** Absent in sessions from app versions that did not store a summary. */
  summary: v.exactOptional(SUMMARY),
});

/** The data in the list of sessions. It contains no token, no password and no user name. */
export type SessionInfo = Readonly<v.InferOutput<typeof INFO>>;

/** The end of the last marker of a session after which another pack was connected. */
export const NEXT_SESSION = '. A new session begins here.';

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

/** Reads a stored info; undefined if it is damaged or of an unknown version (ST-03). */
export const parseSessionInfo = (stored: unknown): SessionInfo | undefined => readAs(INFO, stored);
