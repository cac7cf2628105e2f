import { textOfBytes } from '../prelude/text-of-bytes.ts';
import { fitsPattern, patternOf } from './device-bytes.ts';
import { createFramer } from './framer.ts';
import { questionBytes } from './profile-commands.ts';
import { createProfileReader } from './profile-reader.ts';
import type { ModbusRequest, Profile, ProfileProbe } from './profile.ts';

/** One attempt to identify the connected device. */
export interface ProbeStep {
  readonly profileId: string;
  readonly profileName: string;
  readonly line: {
    readonly baud: number;
    readonly parity: Profile['line']['parity'];
    readonly dataBits: 7 | 8;
    readonly stopBits: 1 | 2;
  };
  /**
   * The bytes to send in this order, each after the reply to the previous ones. The last ones are the question. Empty:
   * only listen.
   */
  readonly sends: readonly Uint8Array[];
  /** Maximum time to wait for the reply. */
  readonly timeoutMs: number;
}

/** Three periods of a device that reports once a second, so that a busy computer does not miss all reports. */
const LISTEN_MS = 3_000; // OBD-210
const ANSWER_MS = 800;

/**
 * Ranks how another kind of device may react to a probe. Listening has no effect; other devices ignore a frame with a
 * checksum; a line of text may be read as a command.
 */
const riskOf = (profile: Profile, probe: ProfileProbe): number => {
  if (probe.send === undefined && probe.modbus === undefined) return 0;
  return profile.init.length > 0
    ? 3
    : profile.frame.split === 'reply' || profile.frame.split === 'line'
      ? 2
      : 1;
};

/**
 * Returns what is sent before this question: a device that reads commands as lines has the bytes of earlier probes in its
 * line, and would read them as the beginning of the question.
 */
const lineEndBefore = (question: Uint8Array): readonly Uint8Array[] =>
  /^[a-z].*[\r\n]$/is.test(textOfBytes(question)) ? [question.slice(-1)] : [];

/**
 * Returns the probes of these profiles. Those without risk come first; among equal ones, those with the same line
 * settings are adjacent, so that the port is opened as seldom as possible. All of them only read. A profile without a
 * probe is skipped.
 */
export const identifyPlan = (profiles: readonly Profile[]): readonly ProbeStep[] => {
  const steps = profiles.flatMap((profile) => {
    const { probe } = profile.match;
    if (probe === undefined) return [];
    const { baud, parity, dataBits, stopBits } = profile.line;
    const question = questionBytes(probe);
    const before =
      profile.init.length === 0
        ? lineEndBefore(question)
        : profile.init.map((each) => questionBytes(each));
    const sends = question.length === 0 ? [] : [...before, question];
    const poll = profile.polls.find((each) => isSameQuestion(each, probe));
    return baud.map((rate, at) => ({
      risk: riskOf(profile, probe),
      /** The first baud rate of a profile is the usual one. */
      rank: at,
      step: {
        profileId: profile.id,
        profileName: profile.name,
        line: { baud: rate, parity, dataBits, stopBits },
        sends,
        timeoutMs: sends.length === 0 ? LISTEN_MS : (poll?.timeoutMs ?? ANSWER_MS),
      },
    }));
  });
  const keyOf = ({ line }: ProbeStep): string =>
    [line.baud, line.parity, line.dataBits, line.stopBits].join(' ');
  const shared = new Map<string, number>();
  for (const { step } of steps) shared.set(keyOf(step), (shared.get(keyOf(step)) ?? 0) + 1);
  return steps
    .toSorted(
      (a, b) =>
        a.risk - b.risk ||
        a.rank - b.rank ||
        (shared.get(keyOf(b.step)) ?? 0) - (shared.get(keyOf(a.step)) ?? 0) ||
        keyOf(a.step).localeCompare(keyOf(b.step)),
    )
    .map(({ step }) => step);
};

const isSameQuestion = (
  poll: { readonly send?: string; readonly modbus?: ModbusRequest },
  probe: ProfileProbe,
): boolean => {
  const [a, b] = [questionBytes(poll), questionBytes(probe)];
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
};

/**
 * True if these bytes prove the device: a frame with a correct checksum (or, without a checksum, a text that only this
 * device sends) that begins as the probe expects. If it also answers a poll, no value may be refused.
 */
export const matchesProbe = (profile: Profile, bytes: Uint8Array): boolean => {
  const { probe } = profile.match;
  if (probe === undefined) return false;
  const pattern = patternOf(probe.expect) ?? [];
  // A Modbus request has a Modbus response, whatever the frames of the polls are.
  const framer = createFramer(
    probe.modbus === undefined ? profile : { ...profile, frame: { split: 'modbus' } },
  );
  const bodies = [...framer.push(bytes), ...framer.flush()];
  const isFound = bodies.some(
    ({ body }) =>
      body !== undefined &&
      fitsPattern(body, pattern) &&
      (probe.has === undefined || textOfBytes(body).includes(probe.has)),
  );
  if (!isFound) return false;
  const poll = profile.polls.find((each) => isSameQuestion(each, probe))?.id;
  const isAsked = probe.send !== undefined || probe.modbus !== undefined;
  if (isAsked && poll === undefined) return true; // no record reads this response
  const context = { at: 0, ...(poll === undefined ? {} : { poll }) };
  const { readings, refused } = createProfileReader(profile).readReply(bytes, context);
  return readings.length > 0 && refused.every(({ recordId }) => recordId === undefined);
};
