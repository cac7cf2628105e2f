import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTION, openWorld } from './procedures-world.fixture.ts';

/** `PROCEDURES="runs seed"` runs more than the fixed seed. */
const [runs = 25, seed = 5] = (process.env['PROCEDURES']?.split(' ') ?? []).map(Number);

test('[TERM-224] whatever happens to device, user and page, procedures send each command in order and once, and judge only its own reply', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ACTION, { maxLength: 60, size: 'max' }), async (actions) => {
      const world = await openWorld();
      for (const each of actions) await world.act(each);
      await world.finish();
      expect([...new Set(world.problems)]).toEqual([]);
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
});
