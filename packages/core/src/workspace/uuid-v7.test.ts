import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUuidV7, isUuidV7 } from './uuid-v7.ts';

describe('UUIDv7', () => {
  it('[SYNC-14] an id has the time, version, variant and random bits of RFC 9562', () => {
    const ids = createUuidV7(
      () => 0x017f22e279b0,
      () => new Uint8Array(10).fill(0xff),
    );
    expect(ids.next()).toBe('017f22e2-79b0-7000-bfff-ffffffffffff');
    expect(isUuidV7('017f22e2-79b0-7001-bfff-ffffffffffff')).toBe(true);
    expect(isUuidV7('017f22e2-79b0-4001-bfff-ffffffffffff')).toBe(false);
  });

  it('[SYNC-14] ids rise even if the clock is set back, also after a reload', () => {
    const clockSteps = fc.array(fc.integer({ min: -10_000, max: 2 }), { minLength: 1 });
    fc.assert(
      fc.property(clockSteps, fc.nat(5_000), (steps, burst) => {
        let now = 1_780_000_000_000;
        const make = () =>
          createUuidV7(
            () => now,
            (count) => new Uint8Array(count),
          );
        let ids = make();
        let last = '';
        for (const [index, by] of steps.entries()) {
          now += by;
          for (let each = 0; each < (index === 0 ? burst : 2); each += 1) {
            const id = ids.next();
            expect(id > last && isUuidV7(id)).toBe(true);
            last = id;
          }
          ids = make();
          ids.after(last);
        }
      }),
      { numRuns: 50 },
    );
  });
});
