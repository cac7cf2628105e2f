import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { NO_HEALTH } from '../telemetry/link-health.ts';
import type { HeldValue } from '../telemetry/outlier-filter.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import { createPackTrend } from './pack-trend.ts';
import { judgePack, NO_TROUBLE, type Verdict } from './verdict.ts';

interface Reply {
  readonly sample: PackSample;
  readonly held?: readonly HeldValue[];
}

/** Returns the verdicts after each of the replies, one every two seconds. */
const verdictsAfter = (replies: readonly Reply[]): readonly Verdict[] => {
  const { add } = createPackTrend();
  return replies.map(({ sample, held = [] }, index) => {
    const at = 2_000 * index;
    return judgePack({
      connection: {
        kind: 'connected',
        device: { linkId: 'usb', label: 'USB' },
        baudRate: 115_200,
        since: 0,
      },
      data: { ...liveSample(sample), held },
      health: NO_HEALTH,
      unanswered: 0,
      badReplies: undefined,
      trend: add({ sample, held, at, wall: at }),
      recent: NO_TROUBLE,
      limitsPassed: [],
      interrupted: undefined,
      deviceAlarm: undefined,
      now: at,
    });
  });
};

test('[OBD-362] a device that never reports faults is not called free of them', () => {
  const sample = aPack(0, { lacksFaults: true });
  expect(verdictsAfter([{ sample }, { sample }]).at(-1)?.reason).toEqual({
    kind: 'ok',
    reportsFaults: false,
    reportsCells: true,
  });
});

test('[OBD-313] protections and alarms that are no longer reported are a finding', () => {
  const lost = aPack(0, { lacksFaults: true });
  expect(verdictsAfter([{ sample: aPack(0) }, { sample: lost }]).at(-1)?.reason).toEqual({
    kind: 'valueMissing',
    values: ['faults'],
  });
});

/** A pack with at most one defect of each kind. */
const pack = fc
  .record({
    cells: fc.array(fc.constantFrom(3.3, 3.31, 3.2, 3.39), { minLength: 4, maxLength: 6 }),
    sensors: fc.array(fc.constantFrom(20, 30, 46, -25, 120), { minLength: 1, maxLength: 3 }),
    packOffsetV: fc.constantFrom(0, 0, 0, 2),
    socPercent: fc.constantFrom(80, 15),
    protections: fc.constantFrom([], ['cellOverVoltage'] as const),
    alarms: fc.constantFrom([], ['cellImbalance'] as const),
  })
  .map(({ cells, sensors, packOffsetV, ...rest }) =>
    aPack(0, {
      ...rest,
      cellVoltagesV: cells,
      temperaturesC: sensors,
      packVoltageV: cells.reduce<number>((sum, volts) => sum + volts, packOffsetV),
      currentA: 0.1,
      balancing: [],
    }),
  );

type Loss = (sample: PackSample, number: number) => Reply;

const without =
  (key: 'packVoltageV' | 'currentA' | 'socPercent'): Loss =>
  ({ [key]: _, ...sample }) => ({ sample });
const unread =
  (
    key: 'cellVoltagesV' | 'temperaturesC',
    isLost: (index: number, number: number) => boolean,
  ): Loss =>
  (sample, number) => ({
    sample: {
      ...sample,
      [key]: sample[key].map((value, index) =>
        isLost(index, number % sample[key].length) ? null : value,
      ),
    },
  });

/** The ways in which a reply can contain less than the one before, or an implausible value. */
const LOSSES: Readonly<Record<string, Loss>> = {
  noVoltage: without('packVoltageV'),
  noCurrent: without('currentA'),
  noSoc: without('socPercent'),
  oneCell: unread('cellVoltagesV', (index, number) => index === number),
  allCells: unread('cellVoltagesV', () => true),
  noCells: (sample) => ({ sample: { ...sample, cellVoltagesV: [] } }),
  oneSensor: unread('temperaturesC', (index, number) => index === number),
  allSensors: unread('temperaturesC', () => true),
  noSensors: (sample) => ({ sample: { ...sample, temperaturesC: [] } }),
  noFaults: (sample) => ({ sample: { ...sample, alarms: [], protections: [], lacksFaults: true } }),
  heldCell: (sample, number) => ({
    sample,
    held: [
      { key: 'cellVoltagesV', number: 1 + (number % sample.cellVoltagesV.length), reported: 2.1 },
    ],
  }),
  heldVoltage: (sample) => ({ sample, held: [{ key: 'packVoltageV', reported: 99 }] }),
};

const RANK = { ok: 0, watch: 1, unknown: 2, protection: 3 } as const;

test('[OBD-313] a reply that contains less than the one before does not give a better verdict', () => {
  fc.assert(
    fc.property(
      pack,
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(LOSSES)), fc.nat(5)), {
        minLength: 1,
        maxLength: 3,
      }),
      (sample, losses) => {
        const full = [{ sample }, { sample }];
        const less = losses.map(([name, number]) => LOSSES[name]?.(sample, number) ?? { sample });
        const [, before, ...after] = verdictsAfter([...full, ...less]);
        for (const verdict of after) {
          expect(RANK[verdict.kind], verdict.reason.kind).toBeGreaterThanOrEqual(
            RANK[before?.kind ?? 'ok'],
          );
          expect(verdict.findings.map(({ kind }) => kind)).not.toContain('pastProtection');
        }
        expect(verdictsAfter([...full, ...less, { sample }]).at(-1)?.kind).toBe(before?.kind);
      },
    ),
  );
});

test.each([
  ['noCells', 'heldCell', 0],
  ['allCells', 'heldCell', 0],
  ['oneCell', 'heldCell', 1],
])(
  '[OBD-313] a deviating cell stays a finding after the losses %s and %s',
  (first, second, number) => {
    const sample = aPack(0, { cellVoltagesV: [3.3, 3.2, 3.3, 3.3], packVoltageV: 13.1 });
    const less = [first, second].map((name) => LOSSES[name]?.(sample, number) ?? { sample });
    expect(verdictsAfter([{ sample }, { sample }, ...less]).at(-1)?.reason.kind).toBe('oddCell');
  },
);
