import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPack } from '../telemetry/pack.fixture.ts';
import { planOf } from './alarms.fixture.ts';
import { createAlarmTracker } from './tracker.ts';

const LIMITS = [3.65, 3.6];
/** A cell clears an alarm of 3.65 V at 3.64 V. */
const BACK_V = 0.01;

const volts = fc.constantFrom(null, 3.5, 3.59, 3.595, 3.64, 3.645, 3.66, 3.9);
const happening = fc.oneof(
  { weight: 10, arbitrary: fc.tuple(volts, volts, volts) },
  { weight: 1, arbitrary: fc.constantFrom('silence', 'acknowledge', 'otherLimit', 'otherPack') },
);

/**
 * The state of one limit as the rules define it, from the last known value of each cell. A reply does not count for
 * the limit if it lacks a cell that was beyond it, unless another cell is beyond it.
 */
const createModel = (needed: number, isLatched: boolean) => {
  let limit = LIMITS[0] ?? 0;
  let [replies, count] = [0, 0];
  let kind: 'idle' | 'active' | 'acknowledged' | 'returned' = 'idle';
  let beyond = new Set<number>();
  const reset = (): void => {
    kind = 'idle';
    [count, beyond] = [0, new Set()];
  };
  return {
    kind: () => kind,
    limit: () => limit,
    reply: (cells: readonly (number | null)[]): void => {
      replies += 1;
      const read = cells.filter((each) => each !== null);
      if (read.length === 0) return;
      const highest = Math.max(...read);
      const hidden = [...beyond].filter((index) => cells[index] === null);
      if (highest >= limit) {
        beyond = new Set([
          ...hidden,
          ...cells.flatMap((each, index) => (each !== null && each >= limit ? [index] : [])),
        ]);
        if (kind === 'active' || kind === 'acknowledged') return;
        count += 1;
        if (count >= needed && replies > 1) kind = 'active';
        return;
      }
      if (hidden.length > 0) return;
      if (kind === 'active' || kind === 'acknowledged') {
        if (highest > limit - BACK_V + 1e-9 || replies < 2) return;
        kind = kind === 'active' && isLatched ? 'returned' : 'idle';
      }
      [count, beyond] = [0, new Set()];
    },
    silence: (): void => {
      replies = 0;
      if (kind !== 'active' && kind !== 'acknowledged') [count, beyond] = [0, new Set()];
    },
    acknowledge: (): void => {
      if (kind === 'active') kind = 'acknowledged';
      else if (kind === 'returned') kind = 'idle';
    },
    otherLimit: (): void => {
      limit = LIMITS.find((each) => each !== limit) ?? 0;
      reset();
    },
    otherPack: (): void => {
      replies = 0;
      reset();
    },
  };
};

test('[OBD-111] [OBD-112] [OBD-113] after any replies, gaps, answers and changes of the limit an alarm has the state that the rules define', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      (happenings, readings, isLatched) => {
        const tracker = createAlarmTracker();
        const model = createModel(readings, isLatched);
        const plan = () =>
          planOf([['cellVoltage', 'high', model.limit()]], { readings, isLatched });
        const kind = () => tracker.raised(plan().limits)[0]?.kind ?? 'idle';
        for (const [at, each] of happenings.entries()) {
          const isOut = ['active', 'acknowledged'].includes(model.kind());
          if (typeof each !== 'string') {
            const events = tracker.take(plan(), aPack(0, { cellVoltagesV: each }), at, () => false);
            model.reply(each);
            const isOutNow = ['active', 'acknowledged'].includes(model.kind());
            const wanted = isOut === isOutNow ? [] : [isOutNow ? 'raised' : 'ended'];
            expect(events.map((event) => event.kind)).toEqual(wanted);
          } else if (each === 'silence') {
            tracker.resetStreaks();
            model.silence();
          } else if (each === 'acknowledge') {
            tracker.acknowledge(plan().limits);
            model.acknowledge();
          } else if (each === 'otherLimit') {
            model.otherLimit();
            tracker.retainLimits(plan().limits);
          } else {
            tracker.forget();
            model.otherPack();
          }
          expect(kind()).toBe(model.kind());
        }
      },
    ),
    { numRuns: 300 },
  );
});
