import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDLE, interrupted, judge, type AlarmPhase } from './judge.ts';
import type { AlarmLimit } from './plan.ts';
import { isBack, isBeyond } from './reading.ts';

const limit: AlarmLimit = { quantity: 'stateOfCharge', side: 'low', value: 20 };

/** A reply's value, none in it, or a time without replies. */
const happening = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 180, max: 230 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.constant('untold' as const) },
  { weight: 1, arbitrary: fc.constant('silence' as const) },
);

const isOut = ({ kind }: AlarmPhase): boolean => kind === 'active' || kind === 'acknowledged';

test('[OBD-111] [OBD-112] [OBD-113] whatever comes, an alarm begins with so many readings beyond in a row, and ends well within', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 80 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      (happenings, needed, isLatched) => {
        let phase: AlarmPhase = IDLE;
        let told: number[] = [];
        let replies = 0;
        for (const [at, each] of happenings.entries()) {
          if (each === 'silence') {
            phase = interrupted(phase);
            [told, replies] = [[], 0];
            continue;
          }
          replies += 1;
          const reading = each === 'untold' ? undefined : { value: each, numbers: [] };
          if (reading !== undefined) told.push(reading.value);
          const before = phase;
          phase = judge(before, reading, {
            limit,
            needed,
            isLatched,
            isWitnessed: replies > 1,
            at,
            areRead: () => true,
          });
          const row = told.slice(-needed);
          const isRow = row.length === needed && row.every((value) => isBeyond(limit, value));
          // It begins then, and only then, with the reply that completes the row.
          const mayBegin = isRow && replies > 1 && reading !== undefined;
          if (!isOut(before)) expect(isOut(phase)).toBe(mayBegin);
          else if (reading === undefined || replies < 2) expect(isOut(phase)).toBe(true);
          else expect(isOut(phase)).toBe(!isBack(limit, reading.value));
          if (isOut(before) && !isOut(phase)) {
            expect(phase.kind).toBe(isLatched ? 'returned' : 'idle');
          }
        }
      },
    ),
  );
});
