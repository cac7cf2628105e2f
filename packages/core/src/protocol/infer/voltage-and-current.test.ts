import { describe, expect, test } from 'vitest';
import { inferReply } from './infer-reply.ts';
import type { Meaning } from './meaning.ts';
import { candidates, meant } from './meaning.fixture.ts';
import { unitMeaning } from './quantity.ts';
import { voltageAndCurrentOf } from './voltage-and-current.ts';

const voltage = (text: string, rest: Partial<Meaning> = {}) =>
  meant('packVoltage', `U ${text}`, text, rest);
const current = (text: string, rest: Partial<Meaning> = {}) =>
  meant('current', `I ${text}`, text, rest);
const power = (text: string, rest: Partial<Meaning> = {}) => meant('power', 'P', text, rest);

const bestOf = (...found: readonly Meaning[]) => {
  const best = voltageAndCurrentOf(candidates(...found), (volts) => volts === 13.2);
  return [best.voltage?.entry.value.text, best.current?.entry.value.text, best.isOutput];
};

describe('[OBD-174] the candidates', () => {
  const output = { isOutput: true };
  test.each([
    ['of the battery', [voltage('52.8 V'), current('3 A')], ['52.8 V', '3 A', false]],
    [
      'of the highest score',
      [
        voltage('52.8 V'),
        voltage('53 V', { score: 2 }),
        current('3 A'),
        current('4 A', { score: 2 }),
      ],
      ['53 V', '4 A', false],
    ],
    ['not one of two', [voltage('52.8 V'), voltage('51 V')], [undefined, undefined, false]],
    [
      'of an output with the sum of the cells',
      [voltage('13.2 V', output), current('3 A', output), current('4 A')],
      ['13.2 V', '3 A', true],
    ],
    [
      'not of another output',
      [voltage('13.3 V', output), current('3 A', output), current('4 A')],
      [undefined, '4 A', false],
    ],
    [
      'not of two such outputs',
      [voltage('13.2 V', output), voltage('13.20 V', output), current('3 A', output)],
      [undefined, undefined, false],
    ],
    [
      'not of an output beside the battery',
      [voltage('13.2 V', output), voltage('13.3 V'), current('3 A', output)],
      ['13.3 V', undefined, false],
    ],
  ])('%s', (_, found, expected) => {
    expect(bestOf(...found)).toEqual(expected);
  });
});

describe('[OBD-177] the factors by which voltage times current is the power', () => {
  const factors = (...found: readonly Meaning[]) =>
    voltageAndCurrentOf(candidates(...found), () => false).byPower;
  test.each([
    [
      'mV, with a unit of the current',
      [voltage('52800'), current('2.5 A'), power('132 W')],
      [0.001, 1],
    ],
    ['0.01 V', [voltage('5280'), current('2.5 A'), power('132 W')], [0.01, 1]],
    ['0.1 V', [voltage('528'), current('2.5 A'), power('132 W')], [0.1, 1]],
    ['V', [voltage('53'), current('2.5 A'), power('132.5 W')], [1, 1]],
    [
      'mA, with a unit of the voltage',
      [voltage('52.8 V'), current('2500'), power('132 W')],
      [1, 0.001],
    ],
    ['both with a unit', [voltage('52800 mV'), current('2500 mA'), power('132 W')], [0.001, 0.001]],
    ['a negative current', [voltage('52800'), current('-2.5 A'), power('132 W')], [0.001, 1]],
    ['a negative power', [voltage('52800'), current('2.5 A'), power('-132 W')], [0.001, 1]],
    ['a power of kW', [voltage('52.8 V'), current('2500'), power('0.132 kW')], [1, 0.001]],
    [
      'a unit of the name of the power',
      [voltage('52.8 V'), current('2500'), power('132000', { unit: unitMeaning('mW') })],
      [1, 0.001],
    ],
    [
      'one of two powers',
      [voltage('52.8 V'), current('2500'), power('999 W'), power('132')],
      [1, 0.001],
    ],
    ['1 % beside the power', [voltage('100 V'), current('2000'), power('198 W')], [1, 0.001]],
    ['more than 1 % beside it', [voltage('100 V'), current('2000'), power('197.9 W')], undefined],
    ['20 W', [voltage('20 V'), current('1000'), power('20 W')], [1, 0.001]],
    ['less than 20 W', [voltage('19.9 V'), current('1000'), power('19.9 W')], undefined],
    ['1500 V', [voltage('1500 V'), current('1000'), power('1500 W')], [1, 0.001]],
    ['more than 1500 V', [voltage('1501 V'), current('1000'), power('1501 W')], undefined],
    ['0 V', [voltage('0'), current('2.5 A'), power('0 W')], undefined],
    ['no power', [voltage('52800'), current('2.5 A')], undefined],
    ['no current', [voltage('52800'), power('132 W')], undefined],
    ['no voltage', [current('2500'), power('132 W')], undefined],
    ['a text', [voltage('idle'), current('2.5 A'), power('132 W')], undefined],
    ['two pairs of factors', [voltage('528'), current('250'), power('132 W')], undefined],
    ['whole thousandths', [voltage('13790'), current('12400'), power('171 W')], [0.001, 0.001]],
    [
      'two powers that fit different factors',
      [voltage('13790'), current('12400'), power('171 W'), power('1710 W')],
      undefined,
    ],
  ])('%s', (_, found, expected) => {
    expect(factors(...found)).toEqual(expected);
  });
  test('a power in mW does not prove a current that is a thousand times higher', () => {
    const reply = inferReply([
      'Battery voltage: 510',
      'Battery current: 2500',
      'Power [mW]: 1275000',
    ]);
    expect(reply).toBeUndefined();
  });
});
