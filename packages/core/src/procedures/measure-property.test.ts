import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { startMeasure } from './measure-step.ts';
import { measure } from './procedures.fixture.ts';
import type { CheckReading } from './quantity.ts';
import type { StepFinding } from './run.ts';

const HELD_MS = 4_000;
const WITHIN_MS = 30_000;
const step = measure({
  quantity: 'highestCell',
  most: 3.6,
  heldMs: HELD_MS,
  withinMs: WITHIN_MS,
});

type Taken = CheckReading | 'unconfirmed' | undefined;
const reading = fc.constantFrom<Taken>(
  { value: 3.5 },
  { value: 3.5 },
  { value: 3.5 },
  { value: 3.5, isPartial: true },
  { value: 3.7 },
  'unconfirmed',
  undefined,
);
/** Replies, each after a time. */
const replies = fc.array(fc.tuple(fc.integer({ min: 1, max: 3_000 }), reading), { maxLength: 40 });

const isGood = (taken: Taken): boolean =>
  typeof taken === 'object' && taken.isPartial !== true && taken.value <= 3.6;

/** Returns the time at which all readings of the last 4 s or more were good, if that happens in time. */
const passesAt = (series: readonly (readonly [number, Taken])[]): number | undefined => {
  const times = series.map(([, taken], index) => ({
    at: series.slice(0, index + 1).reduce((sum, [ms]) => sum + ms, 0),
    taken,
  }));
  return times.find(({ at }, last) =>
    times.some(
      (first, from) =>
        from <= last &&
        at < WITHIN_MS &&
        at - first.at >= HELD_MS &&
        times.slice(from, last + 1).every(({ taken }) => isGood(taken)),
    ),
  )?.at;
};

test('[TERM-208] [OBD-314] for any readings a measurement passes exactly when all of the last seconds prove its limits', async () => {
  await fc.assert(
    fc.asyncProperty(replies, async (series) => {
      const clock = createFakeClock();
      const startedAt = clock.monotonicNow();
      let end: { readonly outcome: StepFinding['outcome']; readonly at: number } | undefined;
      const measurement = startMeasure(step, clock, {
        onProgress: () => undefined,
        onDone: ({ outcome }) => {
          expect(end).toBeUndefined();
          end = { outcome, at: clock.monotonicNow() - startedAt };
        },
      });
      for (const [ms, taken] of series) {
        await clock.advance(ms);
        if (end === undefined) measurement.take(taken);
      }
      await clock.advance(WITHIN_MS);
      const at = passesAt(series);
      expect(end).toEqual(
        at === undefined ? { outcome: 'failed', at: WITHIN_MS } : { outcome: 'passed', at },
      );
    }),
  );
});
