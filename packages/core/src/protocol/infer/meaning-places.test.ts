import { describe, expect, test } from 'vitest';
import { keyWords } from './key-words.ts';
import { meaningsOf, sharedWords } from './meaning.ts';
import { entry, meaning } from './meaning.fixture.ts';

/** Returns the number of the pack and of the cell or sensor of one value, and its meaning. */
const placed = (path: string, text: string) => {
  const [found] = meaningsOf([entry(path, text)]);
  return found === undefined ? undefined : [found.to, found.pack, found.index, found.score];
};

describe('[OBD-175] the groups of a value', () => {
  test.each([
    ['pv/voltage', '98 V', undefined],
    ['grid/voltage', '98 V', undefined],
    ['output/voltage', '98 V', undefined],
    ['charger/voltage', '98 V', undefined],
    ['energy/voltage', '98 V', undefined],
    ['limits/battery/voltage', '98 V', undefined],
    ['battery/limits/voltage', '98 V', undefined],
    ['xyz/voltage', '52 V', 'packVoltage 1'],
    ['battery/xyz/voltage', '52 V', 'packVoltage 2'],
    ['module/voltage', '52 V', 'packVoltage 1'],
    ['temperature/pack', '28', 'temperature 1'],
    ['temperature/internal', '28', 'temperature 2'],
    ['voltage/total', '52.8', 'packVoltage 3'],
    ['current/total', '2.8', 'current 3'],
    ['voltage/temp', '28', 'temperature 1'],
    ['soc/total', '28', undefined],
  ])('%s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });
});

describe('[OBD-296] the place of a value', () => {
  test.each([
    ['pack 2/voltage', '52 V', ['packVoltage', 2, undefined, 2]],
    ['module 2/voltage', '52 V', ['packVoltage', 2, undefined, 0]],
    ['packs/[2]/voltage', '52 V', ['packVoltage', 2, undefined, 2]],
    ['modules/[2]/voltage', '52 V', ['packVoltage', 2, undefined, 0]],
    ['packs/[123]/voltage', '52 V', ['packVoltage', 123, undefined, 2]],
    ['packs/[1234]/voltage', '52 V', ['packVoltage', undefined, undefined, 2]],
    ['packs/x[2]/voltage', '52 V', ['packVoltage', undefined, undefined, 2]],
    ['packs/[2]x/voltage', '52 V', ['packVoltage', undefined, undefined, 2]],
    ['xyz/[2]/voltage', '52 V', ['packVoltage', undefined, undefined, 1]],
    ['pack 2 voltage', '52 V', ['packVoltage', 2, undefined, 3]],
    ['module 2 voltage', '52 V', ['packVoltage', 2, undefined, 0]],
    ['pack 2 cell 3', '3.3 V', ['cell', 2, 3, 3]],
    ['cell 3 pack 2', '3.3 V', ['cell', 2, 3, 3]],
    ['pack cell 3', '3.3 V', ['cell', undefined, 3, 3]],
    ['pack 2/cell 3', '3.3 V', ['cell', 2, 3, 3]],
    ['packs/[2]/cells/[3]/voltage', '3.3 V', ['cell', 2, 3, 3]],
    ['cells/[3]/voltage', '3.3 V', ['cell', undefined, 3, 3]],
    ['cell 3/voltage', '3.3 V', ['cell', undefined, 3, 3]],
    ['cells/3', '3.3 V', ['cell', undefined, 3, 3]],
    ['cells/3', '3.3', ['cell', undefined, 3, 2]],
    ['cells/3 mV', '3300', ['cell', undefined, 3, 3]],
    ['cells mV/3', '3300', ['cell', undefined, 3, 3]],
    ['3', '3.3 V', undefined],
    ['cells/1 2', '3.3 V', undefined],
    ['cell 1 2', '3.3 V', undefined],
    ['pack temp 2', '25', ['temperature', undefined, 2, 1]],
    ['pack 2 temp', '25', ['temperature', undefined, 2, 1]],
    ['t pack 2', '25 C', ['temperature', undefined, 2, 1]],
    ['sensor pack 2', '25 C', ['temperature', undefined, 2, 2]],
    ['cell pack 2', '3.3 V', ['cell', undefined, 2, 3]],
    ['c pack 2', '3.3 V', ['cell', undefined, 2, 3]],
    ['pack 2', '52 V', undefined],
    ['pack 2 voltage 3', '52 V', undefined],
    ['cells/[3]/temp 2', '25', ['temperature', undefined, 2, 1]],
    ['cells/5/3', '3.3 V', ['cell', undefined, 3, 3]],
    ['voltage/*', '52 V', undefined],
    ['pack 2 temp 3', '25', ['temperature', 2, 3, 1]],
  ])('%s: %s is %j', (path, text, expected) => {
    expect(placed(path, text)).toEqual(expected);
  });
});

describe('[OBD-173] words that most keys share name the device', () => {
  const shared = (...keys: readonly string[]) => sharedWords(keys.map((key) => keyWords(key)));
  const NAMES = ['voltage', 'current', 'soc', 'temp', 'cycles'];
  const named = (name: string) => NAMES.map((each) => `${name} ${each}`);

  test.each([
    ['no shared word', NAMES, 0],
    ['an unknown word', named('xyz'), 1],
    ['two unknown words', named('xyz qrk'), 2],
    ['five words, of which four count', named('qa qe qi qo qu'), 4],
    ['the word of a pack', named('battery'), 1],
    ['a word without a meaning of its own', named('data'), 1],
    ['the letter v', named('v'), 1],
    ['the word power', named('power'), 1],
    ['a quantity', named('voltage'), 0],
    ['another object', named('pv'), 0],
    ['four keys', named('xyz').slice(1), 0],
    ['four of five keys', [...named('xyz').slice(1), 'voltage'], 1],
    ['three of five keys', [...named('xyz').slice(2), 'voltage', 'current'], 0],
    ['the last word of a key is not shared', ['xyz', 'xyz', 'xyz', 'xyz', 'xyz'], 0],
    ['no keys', [], 0],
  ])('%s', (_, keys, count) => {
    expect(shared(...keys)).toBe(count);
  });

  test('a shared word does not hide the meaning', () => {
    const isRead = (keys: readonly string[]) =>
      meaningsOf(keys.map((key) => entry(key, '12'))).map(({ words }) => words);
    expect(isRead(['voltage', ...named('xyz').slice(1)])).toEqual(NAMES);
    expect(
      meaningsOf(named('xyz').map((key) => entry(key, '12'))).map(({ to, words }) => [to, words]),
    ).toEqual([
      ['packVoltage', 'voltage'],
      ['current', 'current'],
      ['soc', 'soc'],
      ['temperature', 'temp'],
      ['cycles', 'cycles'],
    ]);
  });
});

describe('[OBD-170] what is shown of a meaning', () => {
  test('its name, words and unit are shown', () => {
    const pack = entry('data/pack 2 voltage', '52.1 V');
    expect(meaningsOf([pack])).toEqual([
      {
        entry: pack,
        to: 'packVoltage',
        score: 3,
        name: 'data.pack 2 voltage',
        words: 'pack voltage',
        stem: 'data/pack voltage',
        unit: { kind: 'voltage', factor: 1 },
        index: undefined,
        pack: 2,
        isBattery: true,
        isOutput: false,
      },
    ]);
  });

  test.each([
    ['voltage', '52 V', false],
    ['pack voltage', '52 V', true],
    ['battery/voltage', '52 V', true],
    ['battery data/voltage', '52 V', true],
    ['xyz/voltage', '52 V', false],
    ['voltage', '52 V (battery)', true],
    ['voltage', '52 V (Akku)', true],
    ['voltage', '52 V (16S)', true],
    ['voltage', '52 V (100S)', false],
    ['voltage', '52 V (xbatt)', false],
  ])('[OBD-174] a value of a battery: %s: %s: %s', (path, text, isBattery) => {
    expect(meaningsOf([entry(path, text)]).map((each) => each.isBattery)).toEqual([isBattery]);
  });

  test('[OBD-308] a value of which it is unclear where it belongs has none', () => {
    expect(meaningsOf([{ ...entry('pack voltage', '52 V'), isUnclear: true }])).toEqual([]);
  });

  test('[OBD-174] the value of an output is marked', () => {
    expect(meaningsOf([entry('output voltage', '52 V')])[0]?.isOutput).toBe(true);
    expect(meaningsOf([entry('output current', '5 A')])[0]?.isOutput).toBe(true);
  });
});

describe('[OBD-295] a value that is a limit or a rating', () => {
  test.each(
    'max maximum min minimum limit lim nominal nom rated target setpoint threshold cutoff peak'.split(
      ' ',
    ),
  )('58.4 V %s', (word) => {
    expect(meaning('pack voltage', `58.4 V ${word}`)).toBeUndefined();
    expect(meaning('pack voltage', `58.4 V (${word})`)).toBeUndefined();
    expect(meaning('pack voltage', `58.4 V, the ${word}.`)).toBeUndefined();
  });

  test.each(['58.4V max', '58.4 VDC max', '58.4 V - the  very  max'])(
    '"%s" is not read as a voltage',
    (text) => {
      expect(meaning('pack voltage', text)).toBeUndefined();
    },
  );

  test('[OBD-187] a word for a limit is not looked for after 64 characters', () => {
    const after = (count: number) => `58.4 V (${'x '.repeat(count)}max`;
    expect(meaning('pack voltage', after(26))).toBeUndefined();
    expect(meaning('pack voltage', after(27))).toBe('packVoltage 3');
  });

  test.each(['58.4 V', '58.4 V now', '58.4 V (limit 60)', '58.4 V maxi'])(
    '%s is a value',
    (text) => {
      expect(meaning('pack voltage', text)).toBe('packVoltage 3');
    },
  );

  test.each([
    ['soc min', '20 %'],
    ['min', '20 %'],
  ])('%s: %s is a lowest value', (path, text) => {
    expect(meaning(path, text)).toBeUndefined();
  });
});

describe('[OBD-299] of several numbers none is the value', () => {
  test.each([
    ['soc', '71 50 %'],
    ['current', '1, 2, 3'],
  ])('%s: %s', (path, text) => {
    expect(meaning(path, text)).toBeUndefined();
  });
});

describe('[OBD-173] the values of a mains meter', () => {
  const read = (...values: readonly (readonly [string, string])[]) =>
    meaningsOf(values.map(([path, text]) => entry(path, text))).map(({ name }) => name);
  test('are not those of a battery', () => {
    expect(
      read(
        ...([
          ['meter/voltage', '230 V'],
          ['meter/current', '2 A'],
          ['meter/temp', '25 C'],
          ['meter/frequency', '50 Hz'],
          ['voltage', '52 V'],
        ] as const),
      ),
    ).toEqual(['meter.temp', 'voltage']);
  });
  test('are those of a battery if their keys name it', () => {
    expect(read(['meter/pack voltage', '52 V'], ['meter/frequency', '50 Hz'])).toEqual([
      'meter.pack voltage',
    ]);
    expect(read(['battery/voltage', '52 V'], ['battery/frequency', '50 Hz'])).toEqual([
      'battery.voltage',
    ]);
  });
});

describe('[OBD-4] an absent value', () => {
  test.each([
    ['cell 2', 'n/a', ['cell', undefined, 2, 2]],
    ['temp 2', 'n/a', ['temperature', undefined, 2, 1]],
    ['soc', 'n/a', undefined],
    ['pack voltage', '--', undefined],
  ])('%s: %s is %j', (path, text, expected) => {
    expect(placed(path, text)).toEqual(expected);
  });
});
