import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAULTS, type PackSample } from '../protocol/pack-sample.ts';
import { judgeSample, type Judged } from './outlier-filter.ts';
import { aPack } from './pack.fixture.ts';
import { doubtsAbout } from './plausibility.ts';

const judge = (samples: readonly PackSample[]): readonly Judged[] => {
  const judged: Judged[] = [];
  for (const sample of samples) {
    judged.push(judgeSample(judged.at(-1)?.memory, sample, 2_000));
  }
  return judged;
};

/** Returns arbitrary values that a flipped bit or a broken sensor may cause. */
const decimal = (min: number, max: number) =>
  fc.integer({ min: min * 1_000, max: max * 1_000 }).map((value) => value / 1_000);
const cellVoltage = fc.option(decimal(0.001, 6), { freq: 8 });
const celsius = fc.option(fc.integer({ min: -60, max: 200 }), { freq: 8 });
const faults = fc.subarray([...FAULTS]);

/** Returns arbitrary values for the same number of cells and sensors. The counters continue. */
const anything = (cells: number, sensors: number): fc.Arbitrary<Partial<PackSample>> =>
  fc.record(
    {
      packVoltageV: decimal(0, 600),
      currentA: decimal(-900, 900),
      socPercent: decimal(0, 100),
      sohPercent: decimal(0, 100),
      designCapacityAh: decimal(1, 400),
      remainingAh: decimal(0, 400),
      cycles: fc.nat(9_999),
      alarms: faults,
      protections: faults,
      cellVoltagesV: fc.array(cellVoltage, { minLength: cells, maxLength: cells }),
      temperaturesC: fc.array(celsius, { minLength: sensors, maxLength: sensors }),
    },
    { requiredKeys: [] },
  );

interface Case {
  readonly pack: Partial<PackSample>;
  readonly change: Partial<PackSample>;
}
const cases: fc.Arbitrary<Case> = fc
  .tuple(fc.integer({ min: 0, max: 128 }), fc.integer({ min: 0, max: 64 }))
  .chain(([cells, sensors]) =>
    fc.record({
      pack: anything(cells, sensors).map((values) => ({
        ...values,
        cellVoltagesV: values.cellVoltagesV ?? Array.from({ length: cells }, () => 3.3),
        temperaturesC: values.temperaturesC ?? Array.from({ length: sensors }, () => 20),
        balancing: Array.from({ length: cells }, () => false),
      })),
      change: anything(cells, sensors),
    }),
  );

/** Packs with one value that is wrong in one reply. */
const spikes = cases.chain(({ pack, change }) => {
  const keys = Object.keys(change);
  return fc.record({
    pack: fc.constant(pack),
    key: keys.length === 0 ? fc.constant('socPercent') : fc.constantFrom(...keys),
    change: fc.constant(change),
  });
});

describe('arbitrary sequences of replies', () => {
  test('[OBD-70] a lasting change is shown completely with its second reply', () => {
    fc.assert(
      fc.property(cases, ({ pack, change }) => {
        const changed = { ...pack, ...change };
        const replies = [aPack(0, pack), aPack(1, pack), aPack(2, changed), aPack(3, changed)];
        const last = judge(replies).at(-1);
        const { alarms, protections, ...values } = last?.sample ?? aPack(0);
        const { alarms: reported, protections: tripped, ...expected } = aPack(3, changed);
        expect(values).toEqual(expected);
        expect(new Set(alarms)).toEqual(new Set(reported));
        expect(new Set(protections)).toEqual(new Set(tripped));
        expect(last?.held).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('[OBD-63] an implausible value of a single reply is never shown', () => {
    fc.assert(
      fc.property(spikes, ({ pack, key, change }) => {
        const one = Object.entries(change).filter(([name]) => name === key);
        const spike = { ...pack, ...Object.fromEntries(one) };
        const [, before, during, , after] = judge([
          aPack(0, pack),
          aPack(1, pack),
          aPack(2, spike),
          aPack(3, pack),
          aPack(4, pack),
        ]);
        if (before === undefined || during === undefined) throw new Error('nothing was judged');
        const wrong = doubtsAbout(before.sample, aPack(2, spike), 2_000);
        for (const { key: name, number, fault } of during.held) {
          if (fault === undefined) {
            const place = number === undefined ? name : `${name} ${number}`;
            expect([...wrong]).toContain(place);
          }
        }
        for (const place of wrong) {
          const [name, number] = place.split(' ');
          const at = Number(number ?? 1) - 1;
          const of = (sample: PackSample): unknown => {
            const value = Object.entries(sample).find(([each]) => each === name)?.[1] as unknown;
            return Array.isArray(value) && number !== undefined ? (value[at] as unknown) : value;
          };
          expect(of(during.sample)).toEqual(of(before.sample));
        }
        expect(after?.sample).toEqual(aPack(4, pack));
        expect(after?.held).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
