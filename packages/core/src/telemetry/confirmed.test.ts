import { expect, test } from 'vitest';
import { confirmed } from './confirmed.ts';
import type { HeldValue } from './outlier-filter.ts';
import { aPack } from './pack.fixture.ts';

const SAMPLE = aPack(1);

test.each(['packVoltageV', 'currentA', 'socPercent'] as const)(
  '[OBD-66] a held %s is not in the confirmed sample, everything else is',
  (key) => {
    const { [key]: _, ...others } = SAMPLE;
    expect(confirmed(SAMPLE, [{ key, reported: 9 }])).toEqual(others);
  },
);

test('[OBD-66] only the held cell or sensor is unknown; the others keep their numbers', () => {
  const held: readonly HeldValue[] = [
    { key: 'cellVoltagesV', number: 2, reported: 3.9 },
    { key: 'temperaturesC', number: 1, reported: -40 },
  ];
  expect(confirmed(SAMPLE, held)).toEqual({
    ...SAMPLE,
    cellVoltagesV: [3.302, null, 3.303, 3.302],
    temperaturesC: [null, 26],
  });
});

test('[OBD-66] if the list of cells is held as a whole, no cell is known', () => {
  expect(confirmed(SAMPLE, [{ key: 'cellVoltagesV' }])).toEqual({
    ...SAMPLE,
    cellVoltagesV: [null, null, null, null],
  });
});

test('[OBD-68] a fault that only one reply has reported stays in the confirmed sample', () => {
  const faulty = aPack(1, { alarms: ['cellImbalance'] });
  const fault: HeldValue = { key: 'alarms', fault: 'cellImbalance' };
  expect(confirmed(faulty, [fault])).toEqual(faulty);
  expect(confirmed(faulty, [fault, { key: 'cycles', reported: 9 }])).toEqual(faulty);
});

test('[OBD-66] values that were not reported stay absent', () => {
  const { packVoltageV: _v, currentA: _a, socPercent: _soc, ...others } = SAMPLE;
  const known = confirmed(others, [{ key: 'temperaturesC', number: 2, reported: 99 }]);
  expect(known).toStrictEqual({ ...others, temperaturesC: [25, null] });
});
