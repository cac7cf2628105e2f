import type { AlarmLimit } from '../alarms/plan.ts';
import type { Reading } from '../alarms/reading.ts';
import type { Connection } from '../link/connection.ts';
import { faultsOf, type Fault, type PackSample } from '../protocol/pack-sample.ts';
import { confirmed } from '../telemetry/confirmed.ts';
import { faultEvidence, type FaultEvidence } from '../telemetry/fault-evidence.ts';
import type { LinkHealth } from '../telemetry/link-health.ts';
import {
  cellStats,
  deltaLevel,
  isSuspectTemperature,
  millivoltsBetween,
  socLevel,
} from '../telemetry/pack-summary.ts';
import type { LiveData, LiveSample } from '../telemetry/telemetry.ts';
import type { LostValue, PackTrend } from './pack-trend.ts';

/** The one answer for a pack. */
export type VerdictKind = 'ok' | 'watch' | 'protection' | 'unknown';

export type Contactor = 'charge' | 'discharge';

/**
 * What interrupted the live data. `echo`: the device changed its echo setting, as after a restart that it did not
 * report.
 */
export type Interruption = 'restart' | 'unplug' | 'echo';

/** Counts of polls without a usable result, and of other irregular events, in the last minute. */
export interface RecentTrouble {
  readonly unreadable: number;
  readonly unanswered: number;
  readonly skipped: number;
  readonly implausible: number;
  /** Replies with unreadable bytes around values that could be read. */
  readonly noisy: number;
  /** Replies without the final result code that the device sent before. */
  readonly unfinished: number;
  /** Lines that the device sent without being asked. */
  readonly unsolicited: number;
}

export const NO_TROUBLE: RecentTrouble = {
  unreadable: 0,
  unanswered: 0,
  skipped: 0,
  implausible: 0,
  noisy: 0,
  unfinished: 0,
  unsolicited: 0,
};

/**
 * What the device sent instead of complete replies. `late`: bytes after the time limit; `incomplete`: the beginning of
 * a reply; `garbled`: bytes that are not text.
 */
export type BadReplies = 'late' | 'incomplete' | 'garbled';

/** A limit of the user that a value exceeds now. */
export interface PassedLimit {
  readonly limit: AlarmLimit;
  readonly reading: Reading;
}

/** A finding about a pack. Cells and sensors count from 1. */
export type Finding =
  // Findings without current values.
  | { readonly kind: 'noDevice' }
  | { readonly kind: 'waitingForDevice'; readonly label: string }
  | { readonly kind: 'waitingForReply' }
  | { readonly kind: 'noReply'; readonly commands: number }
  /** `ageMs` is the age of the last values, if there were any. */
  | { readonly kind: 'unreadable'; readonly detail: string; readonly ageMs?: number }
  | { readonly kind: 'badReplies'; readonly seen: BadReplies; readonly ageMs?: number }
  | { readonly kind: 'noRecentData'; readonly ageMs: number }
  // The BMS protects the pack.
  | {
      readonly kind: 'protection';
      readonly fault: Fault;
      readonly evidence: FaultEvidence | undefined;
      readonly open: readonly Contactor[];
      /** The contactors that are closed although the protection must open them. */
      readonly stuck: readonly Contactor[];
    }
  // The values are not reliable.
  | { readonly kind: 'frozen'; readonly replies: number; readonly forMs: number }
  | { readonly kind: 'cellNotRead'; readonly numbers: readonly number[] }
  | {
      readonly kind: 'cellStep';
      readonly number: number;
      readonly fromV: number;
      readonly toV: number;
    }
  | { readonly kind: 'sumMismatch'; readonly sumV: number; readonly packV: number }
  | {
      readonly kind: 'suspectSensor';
      readonly numbers: readonly number[];
      readonly celsius: number | null;
    }
  /** Values that earlier replies contained. */
  | { readonly kind: 'valueMissing'; readonly values: readonly LostValue[] }
  // The pack needs attention.
  | { readonly kind: 'contactorOpen'; readonly open: readonly Contactor[] }
  | {
      readonly kind: 'alarm';
      readonly fault: Fault;
      readonly evidence: FaultEvidence | undefined;
    }
  | { readonly kind: 'hot' | 'cold'; readonly number: number; readonly celsius: number }
  | ({ readonly kind: 'limitPassed' } & PassedLimit)
  | {
      readonly kind: 'oddCell';
      readonly number: number;
      /** The difference from the average. */
      readonly offsetMv: number;
      readonly currentA: number | undefined;
      /** The deviating cell was the lowest one in `lowestCount` of the last `replies` replies. */
      readonly lowestCount: number;
      readonly replies: number;
    }
  | { readonly kind: 'spread'; readonly deltaMv: number }
  | {
      readonly kind: 'highResistance';
      readonly number: number;
      readonly milliohm: number;
      readonly typicalMilliohm: number;
    }
  | { readonly kind: 'lowSoc'; readonly percent: number }
  | { readonly kind: 'socJump'; readonly from: number; readonly to: number }
  // Events of the last minutes.
  | { readonly kind: 'pastProtection'; readonly fault: Fault; readonly agoMs: number }
  | { readonly kind: 'interrupted'; readonly cause: Interruption; readonly agoMs: number }
  | {
      readonly kind: 'deviceAlarm';
      /** The protections that the line names; empty if it names none. */
      readonly faults: readonly Fault[];
      readonly payload: string;
      readonly agoMs: number;
    }
  // The connection is poor.
  | { readonly kind: 'poorConnection'; readonly recent: RecentTrouble }
  | { readonly kind: 'slowReplies'; readonly ms: number }
  | { readonly kind: 'unsolicited'; readonly lines: number }
  // How much of the pack can be judged.
  | { readonly kind: 'inferred' }
  | { readonly kind: 'nothingToJudge' }
  | { readonly kind: 'ok'; readonly reportsFaults: boolean; readonly reportsCells: boolean };

/** What the user can do about a finding. */
export type NextStep =
  | { readonly kind: 'connect' | 'wait' | 'teach' | 'seeReply' | 'seeLimits' | 'none' }
  | { readonly kind: 'seeCell'; readonly number: number }
  | { readonly kind: 'startCheck' };

export interface Verdict {
  readonly kind: VerdictKind;
  readonly reason: Finding;
  readonly next: NextStep;
  /** All findings, the most serious first. */
  readonly findings: readonly Finding[];
}

export interface VerdictInput {
  readonly connection: Connection;
  readonly data: LiveData;
  readonly health: LinkHealth;
  /** The number of consecutive commands without a reply, the same as in the device chip. */
  readonly unanswered: number;
  /** The data that the device sent recently instead of replies; undefined if it sent nothing. */
  readonly badReplies: BadReplies | undefined;
  readonly trend: PackTrend;
  readonly recent: RecentTrouble;
  readonly limitsPassed: readonly PassedLimit[];
  readonly interrupted: { readonly cause: Interruption; readonly at: number } | undefined;
  readonly deviceAlarm: { readonly payload: string; readonly at: number } | undefined;
  /** The monotonic time, as `at`. */
  readonly now: number;
}

const HOT_C = 45; // OBD-147: the upper limit for charging and discharging
const COLD_C = -20; // OBD-147: the lower limit for discharging
const COLD_CHARGING_C = 0; // OBD-147: the lower limit for charging
const UNANSWERED_COMMANDS = 2; // OBD-141
const LOST_POLLS = 2; // OBD-148: one lost poll in a minute is tolerated
const SLOW_REPLY_MS = 1_000; // OBD-148
const UNSOLICITED_LINES = 10; // OBD-148
/** A sag is odd if it is this many times the typical sag and exceeds it by this many mΩ. */
const ODD_SAG_FACTOR = 1.5; // OBD-144
const ODD_SAG_MILLIOHM = 0.2; // OBD-144
const SAG_STEPS = 3; // OBD-144
const EVENT_SHOWN_MS = 60_000; // OBD-149
const PROTECTION_SHOWN_MS = 600_000; // OBD-149

/** The contactors that a protection opens (LibreSolar's defaults). Other faults open both or none. */
const OPENS: Readonly<Partial<Record<Fault, readonly Contactor[]>>> = {
  cellOverVoltage: ['charge'],
  packOverVoltage: ['charge'],
  chargeOverTemperature: ['charge'],
  chargeUnderTemperature: ['charge'],
  chargeOverCurrent: ['charge'],
  chargeTimeout: ['charge'],
  cellUnderVoltage: ['discharge'],
  packUnderVoltage: ['discharge'],
  dischargeOverTemperature: ['discharge'],
  dischargeUnderTemperature: ['discharge'],
  dischargeOverCurrent: ['discharge'],
  shortCircuit: ['discharge'],
};

const CONTACTORS: readonly Contactor[] = ['charge', 'discharge'];

/** Returns the finding while there are no current values: the pack is not judged [OBD-141]. */
const withoutData = ({
  connection,
  data,
  health,
  unanswered,
  badReplies: seen,
}: VerdictInput): Finding | undefined => {
  if (connection.kind !== 'connected') {
    const awaited = connection.kind === 'disconnected' ? connection.awaited : undefined;
    if (awaited !== undefined) return { kind: 'waitingForDevice', label: awaited.label };
    const isOpening = connection.kind === 'connecting' && connection.stage === 'opening';
    return { kind: isOpening ? 'waitingForReply' : 'noDevice' };
  }
  const { lastRejection } = health;
  if (data.kind === 'none') {
    if (lastRejection !== undefined) {
      return { kind: 'unreadable', detail: lastRejection.error.detail };
    }
    if (seen !== undefined) return { kind: 'badReplies', seen };
    return unanswered >= UNANSWERED_COMMANDS
      ? { kind: 'noReply', commands: unanswered }
      : { kind: 'waitingForReply' };
  }
  const { freshness, ageMs } = data;
  if (freshness !== 'stale' && freshness !== 'expired') return undefined;
  if (health.lastResult === 'rejected' && lastRejection !== undefined) {
    return { kind: 'unreadable', detail: lastRejection.error.detail, ageMs };
  }
  return seen === undefined ? { kind: 'noRecentData', ageMs } : { kind: 'badReplies', seen, ageMs };
};

const protectionsOf = ({ sample, held }: LiveSample): readonly Finding[] => {
  const { switches, protections } = sample;
  // Whether a fault is confirmed. Together with a new protection the contactors change, and only the next reply
  // confirms them.
  const isSure = (fault: Fault): boolean =>
    !held.some((each) => each.key === 'switches' || each.fault === fault);
  const open = CONTACTORS.filter((name) => switches?.[name] === false);
  return protections.map((fault) => ({
    kind: 'protection',
    fault,
    evidence: faultEvidence(fault, sample),
    open,
    stuck: (OPENS[fault] ?? []).filter((name) => isSure(fault) && switches?.[name] === true),
  }));
};

const sensorsOf = (sample: PackSample, trend: PackTrend): readonly Finding[] => {
  const isCharging = trend.flow === 'charging';
  const read = sample.temperaturesC.map((celsius, index) => ({ celsius, number: index + 1 }));
  const sound = read.filter(
    (each): each is { readonly celsius: number; readonly number: number } =>
      each.celsius !== null && !isSuspectTemperature(each.celsius),
  );
  // A device may report places for sensors that its packs do not have, so it is not a finding if none was ever read.
  const unread = read.filter(({ celsius }) => celsius === null);
  const lost = trend.missing.sensors.map((number) => ({ number, celsius: null }));
  const missing = sound.length === 0 ? lost : unread;
  const suspect = read.filter(({ celsius }) => celsius !== null && isSuspectTemperature(celsius));
  const first = suspect[0] ?? missing[0];
  const findings: Finding[] = [];
  const hottest = sound.toSorted((a, b) => b.celsius - a.celsius)[0];
  const coldest = sound.toSorted((a, b) => a.celsius - b.celsius)[0];
  if (hottest !== undefined && hottest.celsius > HOT_C) findings.push({ kind: 'hot', ...hottest });
  if (
    coldest !== undefined &&
    (coldest.celsius < COLD_C || (isCharging && coldest.celsius < COLD_CHARGING_C))
  ) {
    findings.push({ kind: 'cold', ...coldest });
  }
  if (first !== undefined) {
    const numbers = [...suspect, ...missing].map(({ number }) => number);
    findings.push({ kind: 'suspectSensor', numbers, celsius: first.celsius });
  }
  return findings;
};

const cellsOf = (sample: PackSample, { cells: statistics }: PackTrend): readonly Finding[] => {
  const stats = cellStats(sample.cellVoltagesV);
  if (stats === undefined) return [];
  const offsets = sample.cellVoltagesV
    .flatMap((volts, index) =>
      volts === null
        ? []
        : [{ number: index + 1, offsetMv: millivoltsBetween(stats.averageV, volts) }],
    )
    .toSorted((a, b) => Math.abs(b.offsetMv) - Math.abs(a.offsetMv));
  const worst = offsets[0];
  const { typicalMilliohm = 0 } = statistics;
  const resistive = statistics.cells
    .map(({ sagMilliohm = 0 }, index) => ({ number: index + 1, milliohm: sagMilliohm }))
    .toSorted((a, b) => b.milliohm - a.milliohm)[0];
  const findings: Finding[] = [];
  if (worst !== undefined && deltaLevel(worst.offsetMv) !== 'good') {
    findings.push({
      kind: 'oddCell',
      ...worst,
      currentA: sample.currentA,
      lowestCount: statistics.cells[worst.number - 1]?.lowestCount ?? 0,
      replies: statistics.replies,
    });
  } else if (stats.level !== 'good') {
    findings.push({ kind: 'spread', deltaMv: stats.deltaMv });
  }
  if (
    resistive !== undefined &&
    statistics.steps >= SAG_STEPS &&
    typicalMilliohm > 0 &&
    resistive.milliohm >= typicalMilliohm * ODD_SAG_FACTOR &&
    resistive.milliohm - typicalMilliohm >= ODD_SAG_MILLIOHM
  ) {
    findings.push({ kind: 'highResistance', ...resistive, typicalMilliohm });
  }
  return findings;
};

const eventsOf = (input: VerdictInput, isInferred: boolean): readonly Finding[] => {
  const { trend, interrupted, deviceAlarm, recent, health, now } = input;
  const findings: Finding[] = [];
  if (trend.socJump !== undefined && now - trend.socJump.at < EVENT_SHOWN_MS) {
    findings.push({ kind: 'socJump', from: trend.socJump.from, to: trend.socJump.to });
  }
  for (const { fault, at } of trend.pastProtections) {
    const agoMs = now - at;
    if (agoMs < PROTECTION_SHOWN_MS) findings.push({ kind: 'pastProtection', fault, agoMs });
  }
  if (deviceAlarm !== undefined && now - deviceAlarm.at < EVENT_SHOWN_MS) {
    const { payload, at } = deviceAlarm;
    const bits = /(?:^|,)PRT=([\dA-F]{1,8})(?:,|$)/i.exec(payload)?.[1] ?? '';
    const faults = faultsOf(Number.parseInt(bits, 16));
    findings.push({ kind: 'deviceAlarm', faults, payload, agoMs: now - at });
  }
  if (interrupted !== undefined && now - interrupted.at < EVENT_SHOWN_MS) {
    const { cause, at } = interrupted;
    findings.push({ kind: 'interrupted', cause, agoMs: now - at });
  }
  const { unreadable, unanswered, implausible, noisy, unfinished } = recent;
  if (
    [unreadable + unanswered, implausible, noisy, unfinished].some((each) => each >= LOST_POLLS)
  ) {
    findings.push({ kind: 'poorConnection', recent });
  }
  if (isInferred) findings.push({ kind: 'inferred' });
  if ((health.roundTripMs ?? 0) >= SLOW_REPLY_MS) {
    findings.push({ kind: 'slowReplies', ms: health.roundTripMs ?? 0 });
  }
  if (recent.unsolicited >= UNSOLICITED_LINES) {
    findings.push({ kind: 'unsolicited', lines: recent.unsolicited });
  }
  return findings;
};

const reportsCells = (sample: PackSample): boolean =>
  sample.cellVoltagesV.some((volts) => volts !== null);

const isJudgeable = (sample: PackSample): boolean =>
  sample.lacksFaults !== true || reportsCells(sample);

/** Returns all findings of a pack with current values, the most serious first [OBD-142]. */
const findingsOf = (input: VerdictInput, data: LiveSample): readonly Finding[] => {
  const { trend, limitsPassed } = input;
  const { steps, understanding } = data;
  const { lastFaults, missing } = trend;
  // A fault lasts until the device reports otherwise.
  const sample: PackSample =
    data.sample.lacksFaults === true && lastFaults !== undefined
      ? { ...data.sample, alarms: lastFaults.alarms, protections: lastFaults.protections }
      : data.sample;
  const { cellVoltagesV: cells, switches, protections, alarms } = sample;
  const unread = [
    ...cells.flatMap((volts, index) => (volts === null ? [index + 1] : [])),
    ...missing.cells,
  ];
  const open = CONTACTORS.filter((name) => switches?.[name] === false);
  // Earlier values cannot be compared with new ones [OBD-66]; the last reply without a held cell is judged.
  const isCellHeld = data.held.some(({ key }) => key === 'cellVoltagesV');
  const compared =
    isCellHeld && trend.confirmedCells !== undefined
      ? { ...sample, cellVoltagesV: trend.confirmedCells }
      : confirmed(sample, data.held);
  const findings: Finding[] = [...protectionsOf({ ...data, sample })];
  if (trend.frozen !== undefined) findings.push({ kind: 'frozen', ...trend.frozen });
  if (unread.length > 0) findings.push({ kind: 'cellNotRead', numbers: unread });
  if (missing.values.length > 0) findings.push({ kind: 'valueMissing', values: missing.values });
  for (const { number, fromV, toV } of steps) {
    findings.push({ kind: 'cellStep', number, fromV, toV });
  }
  if (trend.sumMismatch !== undefined) findings.push({ kind: 'sumMismatch', ...trend.sumMismatch });
  if (open.length > 0 && protections.length === 0) findings.push({ kind: 'contactorOpen', open });
  findings.push(
    ...sensorsOf(sample, trend),
    ...limitsPassed.map((each) => ({ kind: 'limitPassed' as const, ...each })),
    ...alarms
      .filter((fault) => !protections.includes(fault))
      .map((fault) => ({ kind: 'alarm' as const, fault, evidence: faultEvidence(fault, sample) })),
    ...cellsOf(compared, trend),
  );
  if (sample.socPercent !== undefined && socLevel(sample.socPercent) === 'act') {
    findings.push({ kind: 'lowSoc', percent: sample.socPercent });
  }
  findings.push(...eventsOf(input, understanding.kind === 'inferred'));
  if (!isJudgeable(sample)) findings.push({ kind: 'nothingToJudge' });
  return findings;
};

/** The findings with which nothing is known about the pack. */
const UNKNOWN: ReadonlySet<Finding['kind']> = new Set([
  ...(['noDevice', 'waitingForDevice', 'waitingForReply', 'noReply', 'unreadable'] as const),
  ...(['badReplies', 'noRecentData', 'frozen', 'nothingToJudge'] as const),
]);

const kindOf = ({ kind }: Finding, isInferred: boolean): VerdictKind => {
  if (kind === 'ok') return 'ok';
  if (kind === 'protection') return isInferred ? 'watch' : 'protection'; // OBD-150: an inferred protection is not certain
  return UNKNOWN.has(kind) ? 'unknown' : 'watch';
};

const evidenceStep = (evidence: FaultEvidence | undefined): NextStep =>
  evidence?.kind === 'cell' ? { kind: 'seeCell', number: evidence.number } : { kind: 'none' };

const nextOf = (reason: Finding): NextStep => {
  switch (reason.kind) {
    case 'noDevice':
      return { kind: 'connect' };
    case 'waitingForDevice':
    case 'waitingForReply':
    case 'noReply':
    case 'badReplies':
    case 'noRecentData':
      return { kind: 'wait' };
    case 'unreadable':
      return { kind: reason.ageMs === undefined ? 'teach' : 'seeReply' };
    case 'inferred':
      return { kind: 'teach' };
    case 'poorConnection':
    case 'valueMissing':
      return { kind: 'seeReply' };
    case 'limitPassed':
      return { kind: 'seeLimits' };
    case 'protection':
    case 'alarm':
      return evidenceStep(reason.evidence);
    case 'cellNotRead':
      return { kind: 'seeCell', number: reason.numbers[0] ?? 1 };
    case 'cellStep':
    case 'highResistance':
      return { kind: 'seeCell', number: reason.number };
    case 'oddCell':
    case 'spread':
    case 'sumMismatch':
      return { kind: 'startCheck' };
    default:
      return { kind: 'none' };
  }
};

/** Judges a pack [OBD-140]. The most serious finding decides. */
export const judgePack = (input: VerdictInput): Verdict => {
  const { data } = input;
  const missing = withoutData(input);
  const found =
    missing !== undefined ? [missing] : data.kind === 'sample' ? findingsOf(input, data) : [];
  const isSample = data.kind === 'sample';
  const reason = found[0] ?? {
    kind: 'ok',
    reportsFaults: isSample && data.sample.lacksFaults !== true,
    reportsCells: isSample && reportsCells(data.sample),
  };
  const isInferred = isSample && data.understanding.kind === 'inferred';
  return {
    kind: kindOf(reason, isInferred),
    reason,
    next: nextOf(reason),
    findings: found.length === 0 ? [reason] : found,
  };
};
