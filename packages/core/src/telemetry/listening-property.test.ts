import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECORD, setUp } from './listening.fixture.ts';

test('[OBD-245] each cycle of the device gives a sample, for any period and phase', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 8_000 }),
      fc.integer({ min: 0, max: 4_000 }),
      async (periodMs, phaseMs) => {
        const rig = await setUp();
        await rig.stream(periodMs, phaseMs, Math.max(12_000, 5 * periodMs), [RECORD]);
        const before = rig.samplesAt.length;
        await rig.stream(periodMs, 0, 10 * periodMs, [RECORD]);
        expect(rig.samplesAt.length - before).toBeGreaterThanOrEqual(9);
        expect(rig.telemetry.liveData$.value).toMatchObject({
          sample: { packVoltageV: 52.8, currentA: -1.2, socPercent: 77 },
          understanding: { kind: 'inferred' },
        });
      },
    ),
    {
      numRuns: 30,
      // Records that arrive together with the polls are taken as answers, until one answer does not end.
      examples: [
        [816, 1_690],
        [770, 1_690],
      ],
    },
  );
});
