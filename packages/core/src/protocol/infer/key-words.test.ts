import { describe, expect, test } from 'vitest';
import { isBatteryWord, keyWords, wordMeaning, type Word } from './key-words.ts';

const wordsOf = (key: string) => keyWords(key).written;

/** The words of each meaning that a device writes, apart from those that name another object. */
const MEANINGS: readonly (readonly [Word, string])[] = [
  ['voltage', 'voltage volts vdc udc spannung tension voltaje u'],
  ['v', 'v'],
  ['current', 'current curr cur amps amperes strom courant corriente'],
  ['i', 'i'],
  ['soc', 'soc rsoc ladezustand füllstand'],
  ['soh', 'soh'],
  ['health', 'health'],
  ['state', 'state stat etat état'],
  ['charge', 'charge chg charging carga laden ladung'],
  ['discharge', 'discharge dsg dischg discharging entladen'],
  ['precharge', 'precharge prechg vorladen'],
  ['level', 'level niveau'],
  ['percent', 'percent pct prozent pourcentage'],
  ['cell', 'cell cells zelle zellen cellule celda'],
  ['c', 'c'],
  ['temp', 'temp temps temperature temperatur température temperatura'],
  ['t', 't'],
  ['sensor', 'sensor ntc therm thermistor probe sonde fühler'],
  ['remaining', 'remaining rem residual rest restant restkapazität left'],
  ['capacity', 'capacity cap kapazität capacité capacidad coulomb'],
  ['design', 'design nominal rated nennkapazität'],
  ['full', 'full voll'],
  ['cycle', 'cycle cycles zyklen ciclos'],
  ['count', 'count anzahl number num sensors ntcs'],
  ['times', 'times'],
  ['power', 'power leistung puissance watts'],
  ['energy', 'energy energie'],
  ['pack', 'pack battery batt batterie akku bms total gesamt'],
  ['module', 'module modules mod'],
  ['fet', 'fet mosfet mos'],
  ['switch', 'switch contactor relay relais schütz'],
  ['balance', 'balance balancing balancer'],
  ['sequence', 'seq sequence msgid'],
  ['uptime', 'uptime'],
  ['place', 'internal external positive negative terminal'],
  ['neutral', 'now actual present of is realtime'],
  ['out', 'output out'],
  ['charger', 'charger'],
];

describe('[OBD-173] the meaning of a word', () => {
  test.each(MEANINGS)('the meaning %s has the words %s', (meaning, words) => {
    expect(words.split(' ').map(wordMeaning)).toEqual(words.split(' ').map(() => meaning));
  });

  test.each(
    'to ambient pcb pv solar grid ac load min max lowest highest average ave mean diff limit cutoff thres target motor core inverter usb warning alarm over protection float absorption cal step stop start amb cumulative accumulated today untere ausgang link'.split(
      ' ',
    ),
  )('%s names another object', (word) => {
    expect(wordMeaning(word)).toBe('excluded');
  });

  test.each(['', 'xyz', 'Voltage', 'voltage current'])('"%s" has no meaning', (word) => {
    expect(wordMeaning(word)).toBeUndefined();
  });
});

describe('[OBD-174] words that name the battery', () => {
  test.each(
    'pack packs bat batt battery batteries batterie batteria bateria batería akku accu bms gesamtspannung cell cells zelle zellen cellule cellules celda celdas soc rsoc ladezustand'.split(
      ' ',
    ),
  )('%s names the battery', (word) => {
    expect(isBatteryWord(word)).toBe(true);
  });

  test.each(['total', 'main', 'bank', 'soh', 'mypack', 'packet', 'batter', 'bats', 'cellar', ''])(
    '"%s" does not',
    (word) => {
      expect(isBatteryWord(word)).toBe(false);
    },
  );
});

describe('[OBD-173] the words of a key', () => {
  test.each([
    ['Pack voltage', ['pack', 'voltage']],
    ['pack_voltage', ['pack', 'voltage']],
    ['packVoltage', ['pack', 'voltage']],
    ['PackVoltage', ['pack', 'voltage']],
    ['PACK-VOLTAGE', ['pack', 'voltage']],
    ['BMSVoltage', ['bms', 'voltage']],
    ['packSOC', ['pack', 'soc']],
    ['SoC', ['soc']],
    ['SoH', ['soh']],
    ['SoCPack', ['soc', 'pack']],
    ['BattSoC', ['batt', 'soc']],
    ['Sockel', ['sockel']],
    ['État de charge', ['état', 'de', 'charge']],
    ['fühlerÄußere', ['fühler', 'äußere']],
    ['12v', ['aux']],
    ['bat 24V', ['bat', 'aux']],
    ['12volt', ['volt']],
    ['', []],
    ['12', []],
    ['*', []],
  ])('"%s" has the words %j', (key, written) => {
    expect(wordsOf(key)).toEqual(written);
  });

  test.each([
    ['packvoltage', ['pack', 'voltage']],
    ['battv', ['batt', 'v']],
    ['vbat', ['v', 'bat']],
    ['vcell', ['v', 'cell']],
    ['packsoc', ['pack', 'soc']],
    ['maxlinev', ['max', 'line', 'v']],
    ['chargecurrent', ['charge', 'current']],
    ['cellcount', ['cell', 'count']],
    ['bbat', ['b', 'bat']],
    ['ccell', ['c', 'cell']],
    ['ipack', ['i', 'pack']],
    ['ppack', ['p', 'pack']],
    ['tcell', ['t', 'cell']],
    ['batc', ['bat', 'c']],
    ['vi', ['v', 'i']],
  ])('joined words are split: %s', (key, written) => {
    expect(wordsOf(key)).toEqual(written);
  });

  test.each([
    'xbat', // x is no word
    'batx',
    'batvpack', // a letter stands at the beginning or the end
    'upack', // the letter u is not split off
    'q',
    'packpackpackpackpackpackp', // 25 characters
  ])('an unknown word stays whole: %s', (key) => {
    expect(wordsOf(key)).toEqual([key]);
  });

  test('[OBD-187] joined words of at most 24 characters are split', () => {
    expect(wordsOf('packpackpackpackpackpack')).toEqual(Array.from({ length: 6 }, () => 'pack'));
  });

  test('[OBD-187] at most 96 characters are read', () => {
    expect(wordsOf(`${'#'.repeat(92)}pack voltage`)).toEqual(['pack']);
    expect(wordsOf(`${'#'.repeat(92)}volts`)).toEqual(['volt']);
  });
});

describe('[OBD-176] the numbers of a key', () => {
  test.each([
    ['cell 12 voltage', [12], [['cell', 12]]],
    ['cell12', [12], [['cell', 12]]],
    ['cell_07', [7], [['cell', 7]]],
    [
      'pack 2 cell 3',
      [2, 3],
      [
        ['pack', 2],
        ['cell', 3],
      ],
    ],
    ['pack 1 2', [1, 2], [['pack', 2]]],
    ['3 cell', [3], []],
    ['xyz 3', [3], []],
    ['cell xyz 3', [3], []],
    ['packcell3', [3], [['cell', 3]]],
    ['cell 12v', [], []],
    ['cell', [], []],
  ])('"%s" has the numbers %j', (key, numbers, after) => {
    const words = keyWords(key);
    expect(words.numbers).toEqual(numbers);
    expect([...words.numberAfter]).toEqual(after);
  });
});

describe('[OBD-173] the unit of a key', () => {
  const VOLTS = { kind: 'voltage', factor: 1 };
  const MILLIVOLTS = { kind: 'voltage', factor: 0.001 };

  test.each([
    ['voltage (V)', ['voltage'], VOLTS],
    ['voltage [V]', ['voltage'], VOLTS],
    ['voltage ( V )', ['voltage'], VOLTS],
    ['voltage(mV)', ['voltage'], MILLIVOLTS],
    ['voltage mV', ['voltage'], MILLIVOLTS],
    ['voltage_mV', ['voltage'], MILLIVOLTS],
    ['voltage.mV', ['voltage'], MILLIVOLTS],
    ['voltage-mV', ['voltage'], MILLIVOLTS],
    ['voltage - mV', ['voltage'], MILLIVOLTS],
    ['voltage (now) mV', ['voltage', 'now'], MILLIVOLTS],
    ['voltage [1] mV', ['voltage'], MILLIVOLTS],
    ['cell 1 mV', ['cell'], MILLIVOLTS],
    ['SOC %', ['soc'], { kind: 'percent', factor: 1 }],
    ['temp °C', ['temp'], { kind: 'temperature', factor: 1 }],
    ['charge µAh', ['charge'], { kind: 'charge', factor: 1e-6 }],
    ['voltage', ['voltage'], undefined],
    ['voltage (now)', ['voltage', 'now'], undefined],
    ['pack voltage', ['pack', 'voltage'], undefined],
    ['mV', ['m', 'v'], undefined],
    ['(mV) voltage', ['m', 'v', 'voltage'], undefined],
    ['NTC_C', ['ntc'], { kind: 'temperature', factor: 1 }],
  ])('"%s" has the words %j and the unit %j', (key, written, unit) => {
    const words = keyWords(key);
    expect(words.written).toEqual(written);
    expect(words.unit).toEqual(unit);
    expect('unit' in words).toBe(unit !== undefined);
  });
});
