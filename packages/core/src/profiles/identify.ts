import { fitsPattern, patternOf, textOfBytes } from './device-bytes.ts';
import { createFramer } from './framer.ts';
import { questionBytes } from './profile-commands.ts';
import { createProfileReader } from './profile-reader.ts';
import type { ModbusRequest, Profile, ProfileProbe } from './profile.ts';

/** One attempt to find out what is connected. */
export interface ProbeStep {
  readonly profileId: string;
  readonly profileName: string;
  readonly line: {
    readonly baud: number;
    readonly parity: Profile['line']['parity'];
    readonly dataBits: 7 | 8;
    readonly stopBits: 1 | 2;
  };
  /** Sent in this order, each after the answer to the one before; empty: listen only. The last one is the question. */
  readonly sends: readonly Uint8Array[];
  /** How long to wait for the answer. */
  readonly timeoutMs: number;
}

const LISTEN_MS = 1_500;
const ANSWER_MS = 800;

/**
 * What a device of another kind may make of it. Listening harms none; a frame with a checksum is noise to all others; a
 * line of text may be taken for a command.
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
 * The probes of these profiles: the harmless ones first, and among equals those with the same line settings together, so
 * that the port is opened as seldom as possible. All of them only read; a profile without a probe is left out.
 */
export const identifyPlan = (profiles: readonly Profile[]): readonly ProbeStep[] => {
  const steps = profiles.flatMap((profile) => {
    const { probe } = profile.match;
    if (probe === undefined) return [];
    const { baud, parity, dataBits, stopBits } = profile.line;
    const question = questionBytes(probe);
    const sends =
      question.length === 0 ? [] : [...profile.init.map((each) => questionBytes(each)), question];
    const poll = profile.polls.find((each) => isSameQuestion(each, probe));
    return baud.map((rate, at) => ({
      risk: riskOf(profile, probe),
      /** A profile's first rate is its usual one. */
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
 * Whether these bytes prove the device: a frame with a right checksum (or, without one, the text that only this device
 * writes) that begins as the probe says and, if it answers a poll too, is read without a refused value.
 */
export const matchesProbe = (profile: Profile, bytes: Uint8Array): boolean => {
  const { probe } = profile.match;
  if (probe === undefined) return false;
  const pattern = patternOf(probe.expect) ?? [];
  // A Modbus question has a Modbus answer, whatever the frames of the polls are.
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
  if (isAsked && poll === undefined) return true; // no record reads this answer
  const context = { at: 0, ...(poll === undefined ? {} : { poll }) };
  const reader = createProfileReader(profile);
  const read = reader.read(bytes, context);
  const rest = reader.flush(context);
  const refused = [...read.refused, ...rest.refused].filter(
    ({ recordId }) => recordId !== undefined,
  );
  return refused.length === 0 && [...read.readings, ...rest.readings].length > 0;
};
