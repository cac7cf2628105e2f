import { describe, expect, test } from 'vitest';
import { meant } from './meaning.fixture.ts';
import { readVoltage } from './read-voltage.ts';
import { unitMeaning } from './quantity.ts';
import type { VoltageAndCurrent } from './voltage-and-current.ts';

interface Case {
  readonly text: string;
  readonly unit?: string;
  readonly isOutput?: boolean;
  readonly sum?: number;
  readonly byPower?: VoltageAndCurrent['byPower'];
  readonly proven?: number;
}

const readOf = ({ text, unit, isOutput = false, sum, byPower, proven }: Case) => {
  const written = meant('packVoltage', 'U', text);
  const voltage = unit === undefined ? written : { ...written, unit: unitMeaning(unit) };
  const factors = new Map(proven === undefined ? [] : [['U', proven]]);
  const reading = readVoltage(
    { voltage, current: undefined, isOutput, byPower },
    (value) => value === sum,
    factors,
  );
  const [evidence] = reading?.evidence ?? [];
  if (reading !== undefined)
    expect(reading).toEqual({
      value: reading.value,
      evidence: [{ place: 'packVoltageV', key: 'U', text, reason: evidence?.reason }],
      used: [voltage.entry],
    });
  return [reading?.value, evidence?.reason, factors.get('U')];
};

const NONE = [undefined, undefined, undefined];

test.each<readonly [string, Case, number | undefined]>([
  ['in V', { text: '52.8 V' }, 52.8],
  ['in mV', { text: '52800 mV' }, 52.8],
  ['with the unit of the name', { text: '52800', unit: 'mV' }, 52.8],
  ['of 0 V', { text: '0 V' }, 0],
  ['below 0 V', { text: '-0.1 V' }, undefined],
  ['of 1500 V', { text: '1500 V' }, 1500],
  ['above 1500 V', { text: '1500.1 V' }, undefined],
])('[OBD-173] a voltage with a unit: %s', (_, each, value) => {
  const reason = 'a voltage of the battery by its name and unit';
  expect(readOf(each)).toEqual(value === undefined ? NONE : [value, reason, undefined]);
});

test('[OBD-170] an output has its own reason', () => {
  const reason = 'an output voltage that is the sum of the cells';
  expect(readOf({ text: '13.2 V', isOutput: true })).toEqual([13.2, reason, undefined]);
});

describe('[OBD-177] a number without a unit', () => {
  const SUM = 'a voltage by its name; the cells add up to it';
  const POWER = 'a voltage by its name; with the current it gives the reported power';
  const EARLIER = 'a voltage by its name; an earlier reply proved its factor';
  const DECIMALS = 'a voltage by its name; written with decimals, so in V';
  test.each<readonly [string, Case, readonly unknown[]]>([
    ['V by the sum of the cells', { text: '13', sum: 13 }, [13, SUM, 1]],
    ['0.1 V by the sum', { text: '132', sum: 132 * 0.1 }, [13.2, SUM, 0.1]],
    ['0.01 V by the sum', { text: '1320', sum: 1320 * 0.01 }, [13.2, SUM, 0.01]],
    ['mV by the sum', { text: '13211', sum: 13211 * 0.001 }, [13.211, SUM, 0.001]],
    ['not 0.1 mV', { text: '132110', sum: 132110 * 0.0001 }, NONE],
    ['by the power', { text: '13211', byPower: [0.001, 1] }, [13.211, POWER, 0.001]],
    ['by an earlier reply', { text: '13211', proven: 0.001 }, [13.211, EARLIER, 0.001]],
    [
      'the sum counts first',
      { text: '132', sum: 132, byPower: [0.1, 1], proven: 0.1 },
      [132, SUM, 1],
    ],
    ['then the power', { text: '132', byPower: [0.1, 1], proven: 0.01 }, [13.2, POWER, 0.1]],
    ['decimals that fit the proof', { text: '13.2', sum: 13.2 }, [13.2, SUM, 1]],
    ['decimals that contradict it', { text: '132.0', sum: 132 * 0.1 }, NONE],
    ['an impossible value', { text: '1501', proven: 1 }, [undefined, undefined, 1]],
    ['decimals', { text: '13.2' }, [13.2, DECIMALS, undefined]],
    ['decimals from 1 V', { text: '1.0' }, [1, DECIMALS, undefined]],
    ['decimals below 1 V', { text: '0.99' }, NONE],
    ['decimals up to 1500 V', { text: '1500.0' }, [1500, DECIMALS, undefined]],
    ['decimals above 1500 V', { text: '1500.1' }, NONE],
    ['a whole number', { text: '13' }, NONE],
    ['a text', { text: 'idle' }, NONE],
  ])('%s', (_, each, expected) => {
    expect(readOf(each)).toEqual(expected);
  });
});

test('[OBD-173] without a candidate there is no voltage', () => {
  const none = { voltage: undefined, current: undefined, isOutput: false, byPower: undefined };
  expect(readVoltage(none, () => true, new Map())).toBeUndefined();
});
