import type { Finding, VerdictKind } from '@batbot/core/verdict';
import type { DeviceOptions } from '../index.ts';
import { expect, test } from 'vitest';
import { verdictsOf } from './verdict-run.fixture.ts';

type Expected = readonly [VerdictKind, Finding['kind']];
type ScenarioName = NonNullable<DeviceOptions['scenario']>;
type BadReplies = Extract<Finding, { readonly kind: 'badReplies' }>['seen'];
type Fault = NonNullable<DeviceOptions['faults']>[number];
type FaultName = Fault['name'];

/**
 * The speed, the duration in seconds, and the expected verdicts of each scenario. The last verdict is the one at the
 * end.
 */
const SCENARIOS: Readonly<Record<ScenarioName, readonly [number, number, ...Expected[]]>> = {
  idle: [1, 60, ['ok', 'ok']],
  drive: [1, 120, ['ok', 'ok']],
  discharge: [10, 120, ['watch', 'lowSoc'], ['watch', 'oddCell'], ['protection', 'protection']],
  charge: [60, 120, ['ok', 'ok'], ['watch', 'alarm']],
  cold: [100, 60, ['protection', 'protection']],
  hot: [10, 120, ['watch', 'alarm'], ['protection', 'protection']],
  'weak-cell': [60, 90, ['watch', 'spread'], ['protection', 'protection']],
  'high-resistance': [1, 114, ['watch', 'highResistance'], ['watch', 'oddCell']],
  'leaking-cell': [1_000, 100, ['watch', 'spread'], ['watch', 'oddCell']],
  'soc-jump': [60, 90, ['watch', 'alarm']],
  'soc-red': [1, 120, ['ok', 'ok'], ['watch', 'lowSoc']],
  'open-wire': [1, 30, ['watch', 'cellNotRead']],
  'thermistor-open': [1, 30, ['watch', 'suspectSensor']],
  'thermistor-short': [1, 30, ['watch', 'suspectSensor']],
  'short-circuit': [1, 40, ['protection', 'protection'], ['watch', 'pastProtection']],
  'stuck-switch': [10, 60, ['protection', 'protection']],
  'many-cells': [1, 60, ['ok', 'ok']],
  'no-temperatures': [1, 60, ['ok', 'ok']],
};

/** Scenarios without a fault. */
const SOUND: ReadonlySet<string> = new Set(['idle', 'drive', 'many-cells', 'no-temperatures']);

test.each(Object.entries(SCENARIOS))(
  '[OBD-140] scenario %s causes the expected verdict',
  async (name, [speed, seconds, ...expected]) => {
    const scenario = name as ScenarioName; // the name is a key of the table above
    const verdicts = await verdictsOf({ scenario, speed }, seconds);
    const seen = verdicts.map(({ kind, reason }) => `${kind} ${reason.kind}`);
    for (const each of expected) expect(seen).toContain(each.join(' '));
    expect(seen.at(-1)).toBe(expected.at(-1)?.join(' '));
    if (SOUND.has(name)) expect(new Set(seen)).toEqual(new Set(['ok ok']));
    else expect(verdicts.at(-1)?.kind).not.toBe('ok');
  },
);

const POOR: Expected = ['watch', 'poorConnection'];
const NO_DATA: Expected = ['unknown', 'noRecentData'];
const BAD: Expected = ['unknown', 'badReplies'];
const UNREADABLE: Expected = ['unknown', 'unreadable'];
const STARTS_S = 20;

/** The faults of a device that is changed. They do nothing while a client only polls. */
type ChangeFault =
  | 'write-ignored'
  | 'write-clamped'
  | 'write-other'
  | 'lost-at-restart'
  | 'restart-mid-write'
  | 'other-board-after-restart'
  | 'flash-cut'
  | 'accepts-wrong-image'
  | 'ack-loss';

/** The verdict that each other fault of the simulator must cause. */
const FAULTS: Readonly<Record<Exclude<FaultName, ChangeFault>, Expected>> = {
  'garbage-before': POOR,
  'garbage-inside': UNREADABLE,
  'garbage-after': POOR,
  'bit-flips': POOR,
  'dropped-bytes': POOR,
  'duplicated-bytes': POOR,
  'truncated-line': UNREADABLE,
  'missing-final': POOR,
  glued: UNREADABLE,
  'previous-reply': POOR,
  'wrong-counts': UNREADABLE,
  nan: UNREADABLE,
  'decimal-comma': UNREADABLE,
  slow: BAD,
  trickle: BAD,
  stall: BAD,
  silence: NO_DATA,
  'wrong-baud': BAD,
  'unplug-mid-frame': ['unknown', 'waitingForDevice'],
  spike: POOR,
  frozen: ['unknown', 'frozen'],
  alarms: ['watch', 'deviceAlarm'],
  busy: ['watch', 'unsolicited'],
  flood: ['watch', 'unsolicited'],
  'flood-line-rate': ['watch', 'unsolicited'],
  reboot: ['watch', 'interrupted'],
  'echo-on': ['watch', 'interrupted'],
  'echo-off': ['watch', 'interrupted'],
  unplug: ['unknown', 'waitingForDevice'],
  'replug-renamed': ['unknown', 'waitingForDevice'],
};

test.each(Object.entries(FAULTS))(
  '[OBD-140] fault %s causes the expected verdict, and the verdict is not OK again afterwards',
  async (name, expected) => {
    const fault = name as FaultName; // the name is a key of the table above
    const options: DeviceOptions = {
      echo: fault === 'echo-off',
      // If every reply were delayed by one poll, each would look new. A fault with probability 0.5 repeats some
      // replies.
      faults: [{ name: fault, after: STARTS_S, ...(fault === 'previous-reply' ? { p: 0.5 } : {}) }],
    };
    const verdicts = await verdictsOf({ scenario: 'drive', ...options }, 75);
    const seen = verdicts.map(({ kind, reason }) => `${kind} ${reason.kind}`);
    expect(seen.slice(0, STARTS_S - 2)).toEqual(Array(STARTS_S - 2).fill('ok ok'));
    expect(seen).toContain(expected.join(' '));
    const from = seen.findIndex((text) => text !== 'ok ok');
    expect(seen.slice(from)).not.toContain('ok ok');
  },
);

const BAD_REPLIES: readonly (readonly [Fault, BadReplies, number])[] = [
  [{ name: 'slow', value: 5.5, on: 'polls' }, 'late', 20], // longer than any reply is awaited
  [{ name: 'trickle' }, 'incomplete', 20],
  [{ name: 'stall' }, 'incomplete', 20],
  [{ name: 'wrong-baud' }, 'garbled', 20],
];

test.each(BAD_REPLIES)(
  '[OBD-141] the verdict of fault %o is that the replies are %s, also without a reply before',
  async (fault, seen, after) => {
    for (const from of [after, 0]) {
      const faults = [{ ...fault, after: from }];
      const verdicts = await verdictsOf({ scenario: 'drive', faults }, 45);
      const bad = verdicts.findLast(({ reason }) => reason.kind === 'badReplies');
      expect(bad?.reason).toMatchObject({ seen });
    }
  },
);

test.each([1.2, 1.9, 3, 4.5])(
  '[OBD-315] a device that answers polls after %d s is Watch, because it answers slowly, not Unknown',
  async (value) => {
    const fault = { name: 'slow', value, on: 'polls', after: STARTS_S } as const;
    const verdicts = await verdictsOf({ scenario: 'drive', faults: [fault] }, 140);
    const last = verdicts.slice(-40).map(({ kind, reason }) => `${kind} ${reason.kind}`);
    expect(new Set(last)).toEqual(new Set(['watch slowReplies']));
  },
);

test('[OBD-150] inferred values give at most Watch, whatever they report', async () => {
  const sound = await verdictsOf({ scenario: 'drive', dialect: 'json' }, 20);
  expect(sound.at(-1)).toMatchObject({ kind: 'watch', reason: { kind: 'inferred' } });
  expect(sound.at(-1)?.next).toEqual({ kind: 'teach' });
  const hot = await verdictsOf({ scenario: 'hot', dialect: 'json', speed: 60 }, 60);
  expect(hot.map(({ kind }) => kind)).not.toContain('protection');
  expect(hot.at(-1)?.kind).toBe('watch');
});
