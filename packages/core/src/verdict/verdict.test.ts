import { expect, test } from 'vitest';
import type { Connection } from '../link/connection.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { NO_HEALTH } from '../telemetry/link-health.ts';
import { aPack } from '../telemetry/pack.fixture.ts';
import type { Freshness } from '../telemetry/freshness.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { NO_TREND } from './pack-trend.ts';
import { judgePack, NO_TROUBLE, type Verdict, type VerdictInput } from './verdict.ts';

const device = { linkId: 'usb', label: 'USB 1A86:7523' };
const CONNECTED: Connection = { kind: 'connected', device, baudRate: 115_200, since: 0 };

const live = (change: Partial<PackSample>, freshness: Freshness = 'fresh'): LiveSample => ({
  kind: 'sample',
  sample: aPack(0, change),
  held: [],
  steps: [],
  others: [],
  understanding: { kind: 'native' },
  receivedAt: 0,
  ageMs: 7_000,
  freshness,
  raw: [],
});

const verdictOf = (change: Partial<VerdictInput>): Verdict =>
  judgePack({
    connection: CONNECTED,
    data: { kind: 'none' },
    health: NO_HEALTH,
    unanswered: 0,
    badReplies: undefined,
    trend: NO_TREND,
    recent: NO_TROUBLE,
    limitsPassed: [],
    interrupted: undefined,
    deviceAlarm: undefined,
    now: 0,
    ...change,
  });

const ofPack = (change: Partial<PackSample>, input: Partial<VerdictInput> = {}): Verdict =>
  verdictOf({ data: live(change), ...input });

const WITHOUT_VALUES: readonly (readonly [string, Partial<VerdictInput>])[] = [
  ['noDevice', { connection: { kind: 'disconnected', cause: { kind: 'never' } } }],
  [
    'waitingForDevice',
    { connection: { kind: 'disconnected', cause: { kind: 'unplugged' }, awaited: device } },
  ],
  ['noDevice', { connection: { kind: 'connecting', linkId: 'usb', stage: 'choosing' } }],
  ['waitingForReply', { connection: { kind: 'connecting', linkId: 'usb', stage: 'opening' } }],
  ['waitingForReply', { unanswered: 1 }],
  ['noReply', { unanswered: 2 }],
  ['badReplies', { badReplies: 'late', unanswered: 2 }],
  ['badReplies', { badReplies: 'incomplete', data: live({}, 'stale') }],
  ['noRecentData', { data: live({}, 'stale') }],
  ['noRecentData', { data: live({ protections: ['shortCircuit'] }, 'expired') }],
];

test.each(WITHOUT_VALUES)('[OBD-141] %s: the verdict is Unknown', (reason, input) => {
  expect(verdictOf(input)).toMatchObject({ kind: 'unknown', reason: { kind: reason } });
});

test('[OBD-141] if the last reply was rejected, the verdict says why the replies are unreadable', () => {
  const error = { kind: 'count', detail: '37 values for 16 cells and 4 temperatures' } as const;
  const rejected = { ...NO_HEALTH, lastRejection: { error, raw: [] } };
  const input = {
    data: live({}, 'stale'),
    health: { ...rejected, lastResult: 'rejected' },
  } as const;
  expect(verdictOf(input)).toMatchObject({
    kind: 'unknown',
    reason: { kind: 'unreadable', detail: error.detail, ageMs: 7_000 },
    next: { kind: 'seeReply' },
  });
  const silent = { ...input, health: { ...rejected, lastResult: 'timeout' } } as const;
  expect(verdictOf(silent)).toMatchObject({ reason: { kind: 'noRecentData' } });
});

test('[OBD-66] the last good value of a held cell causes neither a spread nor a deviating cell after a load step', () => {
  const cellVoltagesV = [3.348, 3.316, 3.347, 3.348];
  const step = { cellVoltagesV, packVoltageV: 13.391, balancing: [false, false, false, false] };
  expect(ofPack(step).reason.kind).toBe('spread');
  const held = [{ key: 'cellVoltagesV', number: 2, reported: 2.1 }] as const;
  expect(verdictOf({ data: { ...live(step), held } }).reason.kind).toBe('ok');
});

test('[OBD-142] the order of findings is: a protection, frozen values, a hot sensor, unknown values', () => {
  const frozen = { trend: { ...NO_TREND, frozen: { replies: 8, forMs: 14_000 } } };
  const hot = { temperaturesC: [46, 25] };
  const all = ofPack({ ...hot, protections: ['dischargeOverCurrent'] }, frozen);
  expect(all.kind).toBe('protection');
  expect(all.findings.map(({ kind }) => kind)).toEqual(['protection', 'frozen', 'hot']);
  expect(ofPack(hot, frozen)).toMatchObject({ kind: 'unknown', reason: { kind: 'frozen' } });
  const unjudged = { cellVoltagesV: [], balancing: [], lacksFaults: true } as const;
  expect(ofPack({ ...hot, ...unjudged })).toMatchObject({ kind: 'watch', reason: { kind: 'hot' } });
  expect(ofPack(unjudged)).toMatchObject({ kind: 'unknown', reason: { kind: 'nothingToJudge' } });
});

test('[OBD-362] a verdict without a finding says what the device reports', () => {
  const all = { kind: 'ok', reportsFaults: true, reportsCells: true };
  expect(ofPack({}).reason).toEqual(all);
  expect(ofPack({ cellVoltagesV: [], balancing: [] }).reason).toEqual({
    ...all,
    reportsCells: false,
  });
  expect(ofPack({ lacksFaults: true }).reason).toEqual({ ...all, reportsFaults: false });
});

test.each([
  ['cellOverVoltage', 'charge'],
  ['packOverVoltage', 'charge'],
  ['chargeOverTemperature', 'charge'],
  ['chargeUnderTemperature', 'charge'],
  ['chargeOverCurrent', 'charge'],
  ['chargeTimeout', 'charge'],
  ['cellUnderVoltage', 'discharge'],
  ['packUnderVoltage', 'discharge'],
  ['dischargeOverTemperature', 'discharge'],
  ['dischargeUnderTemperature', 'discharge'],
  ['dischargeOverCurrent', 'discharge'],
  ['shortCircuit', 'discharge'],
  ['cellImbalance', undefined],
] as const)(
  '[OBD-321] with the protection %s, a closed %s contactor is reported, and open ones are named',
  (fault, contactor) => {
    const other = contactor === 'charge' ? 'discharge' : 'charge';
    const found = (switches: PackSample['switches'], held: LiveSample['held'] = []) => {
      const { sample, ...rest } = live({ protections: [fault] });
      const { switches: _, ...others } = sample;
      const data = { ...rest, held, sample: { ...others, ...(switches && { switches }) } };
      return verdictOf({ data }).reason;
    };
    const stuck = contactor === undefined ? [] : [contactor];
    const closed = { charge: true, discharge: true };
    expect(found(closed)).toMatchObject({ kind: 'protection', fault, open: [], stuck });
    const open = { ...closed, [contactor ?? 'discharge']: false };
    expect(found(open)).toMatchObject({ open: [contactor ?? 'discharge'], stuck: [] });
    expect(found({ ...closed, [other]: false })).toMatchObject({ open: [other], stuck });
    expect(found({})).toMatchObject({ open: [], stuck: [] });
    expect(found(undefined)).toMatchObject({ open: [], stuck: [] });
    expect(found(closed, [{ key: 'protections', fault }])).toMatchObject({ stuck: [] });
    expect(found(closed, [{ key: 'switches' }])).toMatchObject({ stuck: [] });
    const elsewhere = [{ key: 'protections', fault: 'unknownFault' }] as const;
    expect(found(closed, elsewhere)).toMatchObject({ stuck });
  },
);

test.each([
  [45, 'ok', false],
  [46, 'hot', false],
  [100, 'suspectSensor', false],
  [-1, 'ok', false],
  [-1, 'cold', true],
  [-20, 'ok', false],
  [-21, 'cold', false],
  [-40, 'suspectSensor', false],
] as const)(
  '[OBD-147] a sensor at %d °C has the finding %s (charging: %s)',
  (celsius, reason, isCharging) => {
    const trend = { ...NO_TREND, flow: isCharging ? 'charging' : 'discharging' } as const;
    expect(ofPack({ temperaturesC: [celsius, 20] }, { trend }).reason.kind).toBe(reason);
  },
);

test('[OBD-380] of an unknown device that is slow and sends lines by itself, the verdict says first that it is unknown', () => {
  const { reason, next, findings } = verdictOf({
    data: { ...live({}), understanding: { kind: 'inferred', evidence: [] } },
    health: { ...NO_HEALTH, roundTripMs: 1_500 },
    recent: { ...NO_TROUBLE, unsolicited: 60 },
  });
  expect(reason.kind).toBe('inferred');
  expect(next.kind).toBe('teach');
  expect(findings.map(({ kind }) => kind)).toEqual(['inferred', 'slowReplies', 'unsolicited']);
});
