import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDLE, interrupted, judge, type AlarmPhase } from './judge.ts';
import type { AlarmLimit } from './plan.ts';
import { isBackWithin, isBeyond } from './reading.ts';

const limit: AlarmLimit = { quantity: 'stateOfCharge', side: 'low', value: 20 };

/** A value, a reply without the value, a reply that lacks the cell beyond the limit, or a time without replies. */
const happening = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 180, max: 230 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.constant('unreadings' as const) },
  { weight: 1, arbitrary: fc.constant('hidden' as const) },
  { weight: 1, arbitrary: fc.constant('silence' as const) },
);

/** The cell that passes the limit. */
const PLACE = 3;

const isOut = ({ kind }: AlarmPhase): boolean => kind === 'active' || kind === 'acknowledged';

test('[OBD-111] [OBD-112] [OBD-113] for any input an alarm needs the set number of consecutive readings, and clears by the hysteresis', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 80 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      (happenings, needed, isLatched) => {
        let phase: AlarmPhase = IDLE;
        let readings: number[] = [];
        let replies = 0;
        for (const [at, each] of happenings.entries()) {
          if (each === 'silence') {
            phase = interrupted(phase);
            [readings, replies] = [[], 0];
            continue;
          }
          replies += 1;
          const value = each === 'hidden' ? 25 : each;
          const reading =
            value === 'unreadings'
              ? undefined
              : { value, numbers: isBeyond(limit, value) ? [PLACE] : [] };
          const last = readings.at(-1);
          const isHidden = each === 'hidden' && last !== undefined && isBeyond(limit, last);
          if (reading !== undefined && !isHidden) readings.push(reading.value);
          const before = phase;
          phase = judge(before, reading, {
            limit,
            needed,
            isLatched,
            isConfirmed: replies > 1,
            at,
            isRead: () => each !== 'hidden',
          });
          const row = readings.slice(-needed);
          const isRow = row.length === needed && row.every((one) => isBeyond(limit, one));
          // The alarm is raised exactly by the reply that completes the count.
          const mayBegin = isRow && replies > 1 && reading !== undefined && !isHidden;
          if (!isOut(before)) expect(isOut(phase)).toBe(mayBegin);
          else if (reading === undefined || each === 'hidden' || replies < 2)
            expect(isOut(phase)).toBe(true);
          else expect(isOut(phase)).toBe(!isBackWithin(limit, reading.value));
          if (isOut(before) && !isOut(phase)) {
            expect(phase.kind).toBe(isLatched ? 'returned' : 'idle');
          }
        }
      },
    ),
  );
});
