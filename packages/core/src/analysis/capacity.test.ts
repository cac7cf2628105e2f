import { expect, test } from 'vitest';
import { chargeBetween, findFull, packCapacity, socError, type PackFacts } from './capacity.ts';
import { testColumns, type TestRecording } from './columns.fixture.ts';
import { chemistryOf, restSoc } from './rest-curves.ts';
import { findRests } from './rests.ts';

const HOUR = 3_600;

/**
 * A pack of 100 Ah: 2 min of charge that tapers off at `fullV`, then 50 A for `hours`, then an hour of rest at `restV`.
 */
const discharge = (fullV: number, hours: number, restV: number): TestRecording => {
  const end = 120 + hours * HOUR;
  return {
    seconds: end + HOUR,
    currentA: (second) =>
      second < 90 ? 20 : second < 100 ? 8 : second < 120 ? 2.01 : second <= end ? -50 : 0,
    volts: (second, cell) => (second < 120 ? fullV : second <= end ? 3 : restV + cell / 1_000),
    socPercent: (second) => (second < 120 ? 97 : 20),
  };
};
const capacity = (recording: TestRecording, facts: PackFacts = {}) => {
  const columns = testColumns(recording);
  return packCapacity(columns, findRests(columns, facts.capacityAh), facts);
};

test('[ANA-5] the capacity is the charge between two proven states of charge over their difference', () => {
  // 3.1635 V is 7.5 % of the LFP curve: 92.5 % were taken in 1.8 h at 50 A = 90 Ah.
  const found = capacity(discharge(3.55, 1.8, 3.1635), { chemistry: 'lfp' });
  if (found.kind !== 'known') throw new Error(found.needs);
  expect(found.value.capacityAh).toBeCloseTo(90 / 0.925, 0);
  expect(found.value.error / found.value.capacityAh).toBeLessThan(0.03);
  expect(found.inferred).toBeUndefined();
});

test('[ANA-5] LFP is inferred from the end of a charge, and the capacity states this', () => {
  expect(capacity(discharge(3.55, 1.8, 3.1635))).toMatchObject({
    kind: 'known',
    inferred: 'LFP, because the charge ended below 3.75 V',
  });
});

test.each([
  ['nmc', 4.13],
  ['lmo', 4.15],
] as const)(
  '[ANA-5] a charge of %s that ends at %f V ends below 100 percent',
  (chemistry, fullV) => {
    const share = restSoc(fullV, chemistry).soc - restSoc(3.4, chemistry).soc;
    const found = capacity(discharge(fullV, 2 * share, 3.4), { chemistry });
    if (found.kind !== 'known') throw new Error(found.needs);
    expect(Math.abs(found.value.capacityAh - 100)).toBeLessThan(1);
  },
);

test('[ANA-5] two rests of a known chemistry give the capacity without a full charge', () => {
  const recording: TestRecording = {
    seconds: 4 * HOUR,
    currentA: (second) => (second > HOUR && second <= 2.2 * HOUR ? -50 : 0.01),
    // 3.965 V is 75 %, 3.4014 V about 14.5 % on the mean of the NMC curves.
    volts: (second) => (second <= HOUR ? 3.965 : 3.4014),
  };
  const found = capacity(recording, { chemistry: 'nmc' });
  if (found.kind !== 'known') throw new Error(found.needs);
  expect(found.value.capacityAh).toBeGreaterThan(60 / 0.63);
  expect(found.value.capacityAh).toBeLessThan(60 / 0.58);
});

test.each([
  ['a difference of 40 %', discharge(3.55, 0.7, 3.299), {}],
  ['a rest outside of the flat middle of LFP', discharge(3.55, 1, 3.2991), {}],
  ['a rest', { ...discharge(3.55, 1.8, 3.1635), seconds: 1.9 * HOUR }, {}],
  ['the chemistry', discharge(4.15, 1.5, 3.55), {}],
  [
    'the capacity of the design',
    { ...discharge(3.55, 1.8, 3.1635), designCapacityAh: () => Number.NaN },
    {},
  ],
])('[ANA-5] without %s there is no capacity', (_, recording, facts) => {
  expect(capacity(recording, facts).kind).toBe('notEnough');
});

test('[ANA-5] the charge is unknown if more than 1 % of the time is missing', () => {
  const columns = testColumns({ seconds: HOUR, currentA: () => -36 });
  const { ah, errorAh } = chargeBetween(columns, 0, columns.rows - 1, 0.5);
  expect(ah).toBeCloseTo(-36, 6);
  expect(errorAh).toBeCloseTo(0.5, 6);
  const gap = {
    ...columns,
    currentA: columns.currentA.map((each, row) => (row % 50 === 7 ? Number.NaN : each)),
  };
  expect(chargeBetween(gap, 0, gap.rows - 1, 0).ah).toBeNaN();
});

test('[ANA-5] a charge that is interrupted at a low voltage is not full', () => {
  expect(findFull(testColumns(discharge(3.4, 1, 3.2)), 100, 'lfp')).toEqual([]);
  expect(findFull(testColumns(discharge(3.55, 1, 3.2)), 100, 'lfp')).toEqual([50]);
  expect(findFull(testColumns(discharge(3.55, 1, 3.2)), 100, 'nmc')).toEqual([]);
});

test('[ANA-5] [ANA-7] a charger that is switched off at a high current leaves NMC cells above their voltage at rest', () => {
  const unplugged: TestRecording = {
    seconds: 200,
    currentA: (second) => (second < 100 ? 50 : 0),
    volts: (second) => (second < 100 ? 4.2 : 4.15),
  };
  expect(findFull(testColumns(unplugged), 100, 'nmc')).toEqual([]);
  expect(findFull(testColumns(discharge(4.15, 1, 3.5)), 100, 'nmc')).toEqual([50]);
});

test('[ANA-7] the error of the state of charge is the reported one minus the proven one', () => {
  const columns = testColumns(discharge(3.55, 1.8, 3.1635));
  const found = socError(columns, findRests(columns), { chemistry: 'lfp' });
  // At full charge the BMS reports 97 %, at the rest of 7.6 % it reports 20 %.
  expect(found).toMatchObject({ kind: 'known', n: 2, confidence: 'high' });
  expect(found.kind === 'known' ? found.value : Number.NaN).toBeCloseTo(12.4, 0);
});

test('[ANA-7] a rest in the flat middle of LFP gives no error of the state of charge', () => {
  const columns = testColumns({ seconds: HOUR, volts: () => 3.2991, socPercent: () => 50 });
  expect(socError(columns, findRests(columns), { chemistry: 'lfp' })).toEqual({
    kind: 'notEnough',
    needs: 'a full charge or a rest outside of the flat part of the rest curve',
  });
  const short = testColumns({ seconds: 60, socPercent: () => 50 });
  expect(socError(short, findRests(short))).toMatchObject({ kind: 'notEnough' });
});

test.each([
  [
    'a reported state of charge',
    { socPercent: () => Number.NaN },
    /^the state of charge that the BMS reports$/,
  ],
  ['a known capacity', { designCapacityAh: () => Number.NaN }, /^the design capacity of the pack$/],
])('[ANA-7] without %s the state of charge has no error', (_, missing, text) => {
  const columns = testColumns({ ...discharge(3.55, 1.8, 3.1635), ...missing });
  expect(socError(columns, findRests(columns, 100), { chemistry: 'lfp' })).toEqual({
    kind: 'notEnough',
    needs: expect.stringMatching(text),
  });
});

test('[ANA-5] a rest at which the weakest cell was not read does not prove its charge', () => {
  const recording: TestRecording = {
    seconds: 4 * HOUR,
    currentA: (second) => (second > HOUR && second <= 2.2 * HOUR ? -50 : 0),
    volts: (second, cell) => {
      if (cell === 2) return second <= HOUR ? Number.NaN : 3.2;
      return second <= HOUR ? 3.9 : 3.4014;
    },
  };
  expect(capacity(recording, { chemistry: 'nmc' }).kind).toBe('notEnough');
});

test('[ANA-5] a rest at which a cell was not read does not prove the charge of the weakest cell', () => {
  const wire = discharge(3.55, 1.8, 3.1635);
  const withUnread = (isUnread: (second: number, cell: number) => boolean): TestRecording => ({
    ...wire,
    volts: (second, cell) =>
      isUnread(second, cell) ? Number.NaN : (wire.volts?.(second, cell) ?? Number.NaN),
  });
  const atRest = withUnread((second, cell) => cell === 2 && second > 120 + 1.8 * HOUR);
  expect(capacity(atRest, { chemistry: 'lfp' })).toEqual({
    kind: 'notEnough',
    needs: 'a rest at a low charge at which every cell is read',
  });
  // A place that was never read has no cell.
  const always = withUnread((_, cell) => cell === 3);
  expect(capacity(always, { chemistry: 'lfp' })).toEqual(capacity(wire, { chemistry: 'lfp' }));
});

test('[ANA-7] a rest at which no cell was read gives no error of the state of charge', () => {
  const columns = testColumns({
    seconds: HOUR,
    volts: () => Number.NaN,
    socPercent: () => 50,
  });
  expect(socError(columns, findRests(columns), { chemistry: 'nmc' }).kind).toBe('notEnough');
});

test('[ANA-5] the range of a rest covers all curves of a chemistry, and every one if it is unknown', () => {
  expect(restSoc(3.1635, 'lfp').soc).toBeCloseTo(0.075, 6);
  expect(restSoc(3.1635, 'lfp').error).toBeLessThan(0.01);
  expect(restSoc(3.2991, 'lfp').error).toBeGreaterThan(0.15);
  expect(restSoc(3.7, 'nmc').error).toBeLessThan(0.03);
  expect(restSoc(3.7, undefined).error).toBeGreaterThan(0.3);
  expect(restSoc(5, 'nmc').soc).toBe(1);
  expect(restSoc(1, 'nmc').soc).toBe(0);
});

test('[ANA-5] common spellings of a chemistry are recognized', () => {
  expect(['LiFePO4', 'lfp', 'NMC 811', 'NCA', 'LMO', 'lead acid', ''].map(chemistryOf)).toEqual([
    'lfp',
    'lfp',
    'nmc',
    'nmc',
    'lmo',
    undefined,
    undefined,
  ]);
});

test('[ANA-47] the charge that a pack took does not count as the capacity of a cell that was not full', () => {
  const unbalanced = (
    fullV: number,
    weakV: number,
    hours: number,
    restV: number,
  ): TestRecording => ({
    ...discharge(fullV, hours, restV),
    volts: (second, cell) =>
      second < 120 ? (cell === 2 ? weakV : fullV) : cell === 2 ? restV : restV + 0.1,
  });
  // An LFP cell at 3.34 V has between 75 and 90 %.
  expect(capacity(unbalanced(3.55, 3.34, 1.5, 3.1635), { chemistry: 'lfp' })).toEqual({
    kind: 'notEnough',
    needs: 'a full charge at which the weakest cell is full too, such as after balancing',
  });
  expect(capacity(unbalanced(3.55, 3.41, 1.85, 3.1635), { chemistry: 'lfp' }).kind).toBe('known');
  // An NMC cell shows its state of charge: 100 Ah, from 80 % down to 14.5 %.
  const share = restSoc(4.02, 'nmc').soc - restSoc(3.4, 'nmc').soc;
  const found = capacity(unbalanced(4.15, 4.02, 2 * share, 3.4), { chemistry: 'nmc' });
  expect(found.kind === 'known' ? found.value.capacityAh : Number.NaN).toBeCloseTo(100, 0);
});

test.each([
  ['reported in whole amperes, such as 10 A for 10.4 A', -10],
  ['0.3 A too low', -10.11],
])('[ANA-48] the error of a capacity includes a current that is %s', (_, amps) => {
  const hours = 9;
  const end = 120 + hours * HOUR;
  const wire = discharge(3.55, hours, 3.1635);
  const found = capacity(
    {
      ...wire,
      currentA: (second) =>
        second < 120 ? Math.round(wire.currentA?.(second) ?? 0) : second <= end ? amps : 0,
    },
    { chemistry: 'lfp' },
  );
  if (found.kind !== 'known') return; // an error above 5 %
  const trueAh = ((amps === -10 ? 10.4 : 10.41) * hours) / 0.925;
  expect(Math.abs(found.value.capacityAh - trueAh)).toBeLessThan(found.value.error);
});

test('[ANA-48] a discharge of 20 h is too slow for a capacity, and the error includes what may have flowed in a gap', () => {
  const slow = discharge(3.55, 20, 3.1635);
  const amps = (second: number) => (second < 120 ? (slow.currentA?.(second) ?? 0) : -4.61);
  const currentA = (second: number) => (second <= 120 + 20 * HOUR ? amps(second) : 0);
  expect(capacity({ ...slow, currentA }, { chemistry: 'lfp' })).toEqual({
    kind: 'notEnough',
    needs: 'a faster discharge, because small errors of the current add up in many hours',
  });
  const quick = discharge(3.55, 1.8, 3.1635);
  const errorOf = (lost: number) => {
    const found = capacity(
      {
        ...quick,
        currentA: (second) =>
          second > 3_000 && second < 3_000 + lost ? Number.NaN : (quick.currentA?.(second) ?? 0),
      },
      { chemistry: 'lfp' },
    );
    return found.kind === 'known' ? found.value.error : Number.NaN;
  };
  expect(errorOf(80)).toBeGreaterThan(errorOf(0) + 0.5);
});

test('[ANA-49] a BMS is not judged while the cells have different states of charge', () => {
  const wire = discharge(4.15, 1.5, 3.4);
  const found = (weakFullV: number, weakRestV: number) => {
    const columns = testColumns({
      ...wire,
      volts: (second, cell) => {
        if (cell !== 2) return wire.volts?.(second, cell) ?? Number.NaN;
        return second < 120 ? weakFullV : weakRestV;
      },
    });
    return socError(columns, findRests(columns), { chemistry: 'nmc' });
  };
  expect(found(4.14, 3.39).kind).toBe('known');
  // The BMS reports the charge of the weakest cell, as it should.
  expect(found(4, 3.1)).toEqual({
    kind: 'notEnough',
    needs: 'a full charge or a rest at which all cells have a similar state of charge',
  });
});
