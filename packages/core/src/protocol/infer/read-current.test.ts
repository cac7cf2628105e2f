import { describe, expect, test } from 'vitest';
import { candidates, meant } from './meaning.fixture.ts';
import type { Meaning } from './meaning.ts';
import { readCurrent } from './read-current.ts';
import { readingOf } from './reading.ts';
import { unitMeaning } from './quantity.ts';
import type { VoltageAndCurrent } from './voltage-and-current.ts';

interface Case {
  readonly current?: Meaning;
  readonly voltage?: string;
  /** The voltage of the pack that was read. */
  readonly volts?: number;
  readonly byPower?: VoltageAndCurrent['byPower'];
  readonly proven?: number;
  readonly others?: readonly Meaning[];
}

const readOf = ({ current, voltage, volts, byPower, proven, others = [] }: Case) => {
  const factors = new Map(proven === undefined ? [] : [['I', proven]]);
  const pack = voltage === undefined ? undefined : meant('packVoltage', 'U', voltage);
  const reading = readCurrent(
    { voltage: pack, current, isOutput: false, byPower },
    candidates(...(current === undefined ? [] : [current]), ...others),
    volts === undefined ? undefined : readingOf('packVoltageV', volts, [], ''),
    factors,
  );
  return { reading, factor: factors.get('I') };
};

const amps = (text: string, rest: Partial<Meaning> = {}) => meant('current', 'I', text, rest);
const BY_UNIT = 'a current by its name and unit';

const expectCurrent = (each: Case, value: number | undefined, reason = BY_UNIT): void => {
  const { current } = each;
  const evidence = { place: 'currentA', key: 'I', text: current?.entry.value.text, reason };
  expect(readOf(each).reading).toEqual(
    value === undefined ? undefined : { value, evidence: [evidence], used: [current?.entry] },
  );
};

test.each([
  ['-12.4 A', -12.4],
  ['12400 mA', 12.4],
  ['0 A', 0],
  ['5000 A', 5000],
  ['-5000 A', -5000],
  ['5001 A', undefined],
  ['-5001 A', undefined],
])('[OBD-173] a current with a unit: %s', (text, value) => {
  expectCurrent({ current: amps(text) }, value);
});

test('[OBD-173] the unit in the name of a value is used', () => {
  expectCurrent({ current: amps('12400', { unit: unitMeaning('mA') }) }, 12.4);
});

describe('[OBD-177] a current without a unit', () => {
  const AMPERES = 'a current by its name, which says amperes';
  test.each(['amp', 'amps', 'ampere', 'amperes', 'batt amps'])('named in %s', (words) => {
    expectCurrent({ current: amps('12', { words }) }, 12, AMPERES);
  });
  test.each(['amplitude', 'milliamps', 'current'])(
    'is not read if it is a whole number named %s',
    (words) => {
      expectCurrent({ current: amps('12', { words }) }, undefined);
    },
  );

  const POWER = 'a current by its name; with the voltage it gives the reported power';
  const EARLIER = 'a current by its name; an earlier reply proved its factor';
  const DECIMALS = 'a current by its name; written with decimals, so in A';
  test.each<
    readonly [string, string, Omit<Case, 'current'>, number | undefined, string, number | undefined]
  >([
    ['by the power', '1240', { byPower: [1, 0.01] }, 12.4, POWER, 0.01],
    ['by an earlier reply', '-1240', { proven: 0.01 }, -12.4, EARLIER, 0.01],
    ['by the power first', '124', { byPower: [1, 0.1], proven: 0.01 }, 12.4, POWER, 0.1],
    ['rounded', '3', { proven: 0.1 }, 0.3, EARLIER, 0.1],
    ['decimals that fit the proof', '12.4', { byPower: [1, 1] }, 12.4, POWER, 1],
    ['decimals that contradict it', '12.4', { byPower: [1, 0.1] }, undefined, '', undefined],
    ['with decimals', '12.4', {}, 12.4, DECIMALS, undefined],
    ['with decimals up to 1000 A', '-1000.0', {}, -1000, DECIMALS, undefined],
    ['with decimals above 1000 A', '-1000.1', {}, undefined, '', undefined],
    ['of a whole number', '12', {}, undefined, '', undefined],
    ['with decimals beside V', '12.4', { voltage: '52.8', volts: 52.8 }, 12.4, DECIMALS, undefined],
    [
      'with decimals beside a unit',
      '12.4',
      { voltage: '52800 mV', volts: 52 },
      12.4,
      DECIMALS,
      undefined,
    ],
    [
      'with decimals beside mV',
      '12.4',
      { voltage: '52800', volts: 52.8 },
      undefined,
      '',
      undefined,
    ],
    [
      'with decimals beside an unknown scale',
      '12.4',
      { voltage: '52800' },
      undefined,
      '',
      undefined,
    ],
    ['of a text', 'idle', {}, undefined, '', undefined],
  ])('%s', (_, text, each, value, reason, factor) => {
    const current = amps(text);
    expectCurrent({ ...each, current }, value, reason);
    expect(readOf({ ...each, current }).factor).toBe(factor);
  });
});

describe('[OBD-294] the direction', () => {
  const state = (text: string) => meant('direction', 'State', text);
  const CHARGES = `${BY_UNIT}; the device says that the battery charges`;
  const DISCHARGES = `${BY_UNIT}; the device says that the battery discharges`;
  test.each([
    ['of a state', '4 A', ['Discharging'], -4, DISCHARGES],
    ['of a device that counts a discharge as positive', '-4 A', ['Charging'], 4, CHARGES],
    ['that the sign shows already', '-4 A', ['Discharging'], -4, BY_UNIT],
    ['that the current shows already', '4 A', ['Charging'], 4, BY_UNIT],
    ['of no current', '0 A', ['Discharging'], 0, BY_UNIT],
    ['beside the current first', '4 A (discharging)', ['Charging'], -4, DISCHARGES],
    ['of two equal states', '4 A', ['dsg', 'Discharging'], -4, DISCHARGES],
    ['of two states that contradict', '4 A', ['Charging', 'Discharging'], 4, BY_UNIT],
    ['of two states in the other order', '4 A', ['Discharging', 'Charging'], 4, BY_UNIT],
    ['of a state that says none', '4 A', ['idle'], 4, BY_UNIT],
  ])('%s', (_, text, states, value, reason) => {
    expectCurrent({ current: amps(text), others: states.map(state) }, value, reason);
  });
});

describe('[OBD-294] one value per direction', () => {
  const pair = (charge: string, discharge: string) => [
    meant('chargeCurrent', 'Charge', charge),
    meant('dischargeCurrent', 'Discharge', discharge),
  ];
  test.each([
    ['5 A', '0 A', 5],
    ['0 A', '5 A', -5],
    ['0 A', '-5 A', -5],
    ['-5 A', '0 A', 5],
    ['0 A', '0 mA', 0],
    ['2500 mA', '0 A', 2.5],
    ['5 A', '1 A', undefined],
    ['5', '0 A', undefined],
    ['5 A', '0', undefined],
    ['5001 A', '0 A', undefined],
  ])('charge %s, discharge %s', (charge, discharge, value) => {
    const others = pair(charge, discharge);
    const reason = 'charging current minus discharging current, with their unit';
    expect(readOf({ others }).reading).toEqual(
      value === undefined
        ? undefined
        : {
            value,
            evidence: [
              { place: 'currentA', key: 'Charge', text: charge, reason },
              { place: 'currentA', key: 'Discharge', text: discharge, reason },
            ],
            used: others.map(({ entry }) => entry),
          },
    );
  });
  test('is not enough alone', () => {
    for (const each of pair('5 A', '0 A'))
      expect(readOf({ others: [each] }).reading).toBeUndefined();
  });
  test('is not read beside a current, also if that is not clear', () => {
    expect(readOf({ others: [...pair('5 A', '0 A'), amps('3 A')] }).reading).toBeUndefined();
    expectCurrent({ current: amps('3 A'), others: pair('5 A', '0 A') }, 3);
    expectCurrent({ current: amps('3'), others: pair('5 A', '0 A') }, undefined);
  });
});
