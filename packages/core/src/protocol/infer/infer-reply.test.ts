import { describe, expect, test } from 'vitest';
import { createMemory, inferRecords, inferReply } from './infer-reply.ts';

const read = (text: string) => inferReply(text.split('\n'));

/** Returns the inferred values. Faults are never inferred. */
const shown = (text: string) => {
  const { alarms, protections, lacksFaults, ...values } = read(text)?.sample ?? {
    alarms: [],
    protections: [],
    lacksFaults: true,
  };
  expect([alarms, protections, lacksFaults]).toEqual([[], [], true]);
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
};

describe('replies that were once shown wrongly', () => {
  test.each([
    ['[OBD-172] one word for both switches does not give the state of either', 'FET: ON', {}],
    [
      '[OBD-172] listed switches are on, the others are unknown',
      'MOS: charge,discharge',
      { switches: { charge: true, discharge: true } },
    ],
    ['[OBD-172] the temperature of a MOSFET is not a switch', 'Mosfet: 31.5 C', {}],
    [
      '[OBD-172] a switch that is enabled but not active is off',
      'Charging MosFet enabled, active | Discharging MosFet enabled, not active',
      { switches: { charge: true, discharge: false } },
    ],
    [
      '[OBD-172] a number does not give the state of a switch',
      'Charge FET: 1\nDischarge MOS = 0',
      {},
    ],
    ['[OBD-171] states and error numbers are not faults', 'Status: 2\nError: 19\nwarning: 1', {}],
    ['[OBD-171] words of the letters a to f are not masks', 'Status: BAD\nAlarm: FACE', {}],
    [
      '[OBD-171] an error number of a charger is not a fault',
      'V\t16900\nI\t12000\nPPV\t203\nERR\t2',
      { packVoltageV: 16.9, currentA: 12 },
    ],
    [
      '[OBD-175] values of the battery are shown, those of the panel and the grid are not',
      '{"battery":{"voltage":52.8},"pv":{"voltage":98.1},"grid":{"voltage":230.1,"current":1.5}}',
      { packVoltageV: 52.8 },
    ],
    [
      '[OBD-174] an input after the battery does not replace it',
      'battery.voltage: 16.432\nbattery.current: -0.671\ninput.voltage: 18.797\ninput.current: 2.310',
      { packVoltageV: 16.432, currentA: -0.671 },
    ],
    [
      '[OBD-174] of two voltages with the same score none is shown',
      'Pack voltage: 12.4 V\nBattery voltage: 13.9 V',
      {},
    ],
    ['[OBD-176] a count of cells is not a cell', 'Cells: 16', {}],
    [
      '[OBD-176] a count of sensors is not a temperature',
      '{"temperature_sensors":1,"sensor_count":4}',
      {},
    ],
    [
      '[OBD-178] a number that may be a thousand or a fraction stays text',
      'Current: -12,400 mA',
      {},
    ],
    ['[OBD-178] a decimal comma is read', 'Pack current: -12,4', { currentA: -12.4 }],
    [
      '[OBD-178] a thousands comma with a decimal point is read',
      'Battery voltage: 1,234.5 V',
      { packVoltageV: 1234.5 },
    ],
    [
      '[OBD-178] a thousands point with a decimal comma is read',
      'Battery voltage: 1.234,5 V',
      { packVoltageV: 1234.5 },
    ],
    [
      '[OBD-178] another value decides whether a comma before three digits is a decimal comma',
      'Voltage: 13,211 V\nSOC: 78,5 %',
      { packVoltageV: 13.211, socPercent: 78.5 },
    ],
    ['[OBD-179] hexadecimal digits have no scale', 'Voltage: 0x14A0', {}],
    [
      '[OBD-179] hexadecimal digits with their value are read',
      'Vbat:  0x2ffc = 12284 mV',
      { packVoltageV: 12.284 },
    ],
    [
      '[OBD-180] a line of an inverter is not a pack',
      '1,00,02,04,122,121,00,10,000,00,245,000,000,028',
      {},
    ],
    ['[OBD-180] three phases and their sum are not cells', '230,231,229,690', {}],
    ['[OBD-180] temperatures and their sum are not cells', '25,26,25,26,102', {}],
    [
      '[OBD-177] a charge without a unit is not read, because it may be Ah',
      'pack voltage: 25.61\ncharge: 12.3',
      { packVoltageV: 25.61 },
    ],
    [
      '[OBD-177] a fraction is not compared with a capacity in mAh',
      'remaining: 0.96\ncapacity: 5200',
      {},
    ],
    ['[OBD-177] a fraction without a second value is not read as percent', 'SOC: 0.78', {}],
    [
      '[OBD-177] a fraction that two capacities confirm is read',
      'charge: 12.3\ncapacity: 20.0\npercentage: 0.615',
      { socPercent: 61.5, remainingAh: 12.3, designCapacityAh: 20 },
    ],
    ['[OBD-177] a temperature that may be in tenths of a degree is not read', 'Temp: 191', {}],
    ['[OBD-177] a warm temperature that may be in tenths of a degree is not read', 'Temp: 250', {}],
    [
      '[OBD-181] a capacity that may be the remaining one is not read',
      '{"mosfet_status":{"capacity_ah":5.67}}',
      {},
    ],
    [
      '[OBD-181] a remaining capacity is read',
      'SOC[%]=99 -> Remaining Capacity[Ah]=113',
      { socPercent: 99, remainingAh: 113 },
    ],
    [
      '[OBD-173] the temperature of a processor is not read; a remark after a voltage is ignored',
      'Vref=3.28V, Core temp=48degC\nVoltage: 15.99V (4S battery - OK)',
      { packVoltageV: 15.99 },
    ],
    [
      '[OBD-171] the number of a charge state is not a state of charge',
      'charge_state=2\ncycles=12',
      { cycles: 12 },
    ],
    [
      '[OBD-171] a number that means charging is not a state of charge',
      'battery_charging=2\ncycles=12',
      { cycles: 12 },
    ],
    [
      '[OBD-299] the first number of a value with several is not the value',
      'Remaining capacity: 71 500 mAh\nCycles: 1 234\nSOC: 50 %',
      { socPercent: 50 },
    ],
    [
      '[OBD-177] a number with decimals is not in A if the power shows another scale',
      'Battery voltage: 24.0 V\nCurrent: 934.0\nPower: 22.4 W',
      { packVoltageV: 24 },
    ],
    [
      '[OBD-177] a number with decimals is not in V if the cells show another scale',
      'Pack voltage: 132.1\nCell 1: 3302 mV\nCell 2: 3304 mV\nCell 3: 3303 mV\nCell 4: 3302 mV',
      { cellVoltagesV: [3.302, 3.304, 3.303, 3.302] },
    ],
    [
      '[OBD-178] a point in thousandths of a unit may separate thousands',
      'Restkapazität: 71.500 mAh\nSOC: 50 %',
      { socPercent: 50 },
    ],
    [
      '[OBD-299] the first number of a list is not the value',
      '{"soc":[80,79],"remaining_ah":[50,49],"cycles":12}',
      { cycles: 12 },
    ],
    [
      '[OBD-173] a current in percent of its limit is not a state of charge',
      'Charge current: 50 %\nPack current percent: 50\nCycles: 12',
      { cycles: 12 },
    ],
    [
      '[OBD-173] `current` before the state of charge means that it is the present one',
      'Current charge: 50 %',
      { socPercent: 50 },
    ],
  ])('%s', (_, text, values) => {
    expect(shown(text)).toEqual(values);
  });

  test('[OBD-175] two packs in a reply are read separately, each with its own values and evidence', () => {
    const reply = read('{"packs":[{"voltage":52.8,"soc":80},{"voltage":52.1,"soc":70}]}');
    expect(reply?.packs).toMatchObject([
      { label: '1', sample: { packVoltageV: 52.8 }, evidence: [{ text: '52.8' }, { text: '80' }] },
      { label: '2', sample: { packVoltageV: 52.1 }, evidence: [{ text: '52.1' }, { text: '70' }] },
    ]);
    expect(reply?.sample.packVoltageV).toBe(52.8);
  });

  test('[OBD-170] each value has a reason and the place where it was read', () => {
    const reply = read('Pack voltage: 13.21 V\nCell 1: 3302 mV\nMode: IDLE');
    expect(reply?.evidence).toEqual([
      {
        place: 'packVoltageV',
        key: 'Pack voltage',
        text: '13.21 V',
        reason: 'a voltage of the battery by its name and unit',
      },
      {
        place: 'cellVoltagesV 1',
        key: 'Cell 1',
        text: '3302 mV',
        reason: 'a cell by its name, with its unit',
      },
    ]);
    expect(reply?.others).toEqual([{ key: 'Mode', text: 'IDLE' }]);
  });
  test.each([
    ['Pack voltage', '13240 V'],
    ['Battery current', '9000 A'],
    ['Pack voltage', '-13.2 V'],
  ])('[OBD-262] a value that no pack has is listed under its own name: %s %s', (key, text) => {
    const reply = inferReply([`${key}: ${text}`, 'SOC: 50 %']);
    expect(reply?.evidence.map(({ place }) => place)).toEqual(['socPercent']);
    expect(reply?.others).toEqual([{ key, text }]);
  });
  test('[OBD-262] currents of both directions that no pack has are listed under their own names', () => {
    const reply = inferReply(['Charge current: 9000 A', 'Discharge current: 0 A', 'SOC: 50 %']);
    expect(reply?.sample.currentA).toBeUndefined();
    expect(reply?.others.map(({ key }) => key)).toEqual(['Charge current', 'Discharge current']);
  });
});

describe('cells without a reading at the end', () => {
  const cells = (...more: readonly string[]) => {
    const volts = ['3.301', '3.302', '3.300', '3.299', '0', '0'];
    const lines = volts.map((volt, at) => `Cell ${at + 1}: ${volt} V`);
    return inferReply([...lines, ...more])?.sample.cellVoltagesV;
  };
  const FOUR = [3.301, 3.302, 3.3, 3.299];

  test('[OBD-176] are kept as unread if nothing shows that they do not exist', () => {
    expect(cells()).toEqual([...FOUR, null, null]);
    expect(cells('Pack voltage: 19.8 V')).toEqual([...FOUR, null, null]);
    expect(cells('Cell count: 8')).toEqual([...FOUR, null, null]);
  });
  test('[OBD-176] are left out beyond the number of cells that the device reports', () => {
    expect(cells('Cell count: 4')).toEqual(FOUR);
    expect(cells('Cell count: 5')).toEqual([...FOUR, null]);
  });
  test('[OBD-176] are left out if the other cells add up to the pack', () => {
    expect(cells('Pack voltage: 13.20 V')).toEqual(FOUR);
  });
});

describe('tables and streams', () => {
  const table = [
    'Cell  Volt   Temp',
    '1     3.301  21.0',
    '2     3.302  21.5',
    '3     3.300  22.0',
  ];

  test('[OBD-182] a table with one row per cell is read', () => {
    expect(shown(table.join('\n'))).toEqual({
      cellVoltagesV: [3.301, 3.302, 3.3],
      temperaturesC: [21, 21.5, 22],
    });
  });
  test('[OBD-182] a table is refused if a number is one character off its column name', () => {
    expect(
      shown(table.map((row, at) => (at === 2 ? row.replace('3.302', '33.02') : row)).join('\n')),
    ).toEqual({});
    expect(
      shown([table[0], ' 1    3.301  21.0', '2     3.302 21.5', '3     3.300  22.0'].join('\n')),
    ).toEqual({});
  });
  test('[OBD-182] a table is refused if a row reaches into the next column', () => {
    expect(shown([...table, '4     3.301 V 3.9 21.5'].join('\n'))).toEqual({});
  });
  test('[OBD-183] a header applies to later rows, which are moments and not cells', () => {
    const memory = createMemory();
    const values = (text: string) => inferReply(text.split('\n'), memory)?.sample.packVoltageV;
    expect(values('time,voltage,current\n12:00:01,13.21,-1.5\n12:00:02,13.22,-1.5')).toBe(13.22);
    expect(values('12:00:03,13.23,-1.5')).toBe(13.23);
  });
  test('[OBD-183] records of two shapes are merged into one sample until the first shape returns', () => {
    const text = 'Vbat: 13.2 V\nT1: 21 C\nVbat: 13.3 V\nT1: 22 C';
    expect(
      inferRecords(text.split('\n')).map(({ sample }) => [
        sample.packVoltageV,
        sample.temperaturesC,
      ]),
    ).toEqual([
      [13.2, [21]],
      [13.3, [22]],
    ]);
  });
  test('[OBD-184] log prefixes, colour codes and Python literals are read', () => {
    expect(shown('\u001b[0;32mD (12345) bms: V=13.211, I=-12.4000\u001b[0m')).toEqual({
      packVoltageV: 13.211,
      currentA: -12.4,
    });
    expect(shown("INFO:root:x => {'voltage': 14.5, 'current': 1.4, 'ok': True}")).toEqual({
      packVoltageV: 14.5,
      currentA: 1.4,
    });
  });
});

describe('numbers that stand for a missing value', () => {
  test.each([
    'Current: 65535 mA',
    'Current: 655.35 A',
    'Current: -32768 mA',
    'Current: 327.67 A',
    'Battery current: 2147483647 µA',
    'Voltage: 655.35 V',
    'Pack voltage: 65535 mV',
    'Remaining capacity: 655.35 Ah',
    'Design capacity: 65.535 Ah',
  ])('[OBD-298] are not shown: %s', (text) => {
    expect(shown(`${text}\nCycles: 12`)).toEqual({ cycles: 12 });
  });
  test.each([
    ['Pack voltage: 327.67 V', { packVoltageV: 327.67 }],
    ['Cell 1: 3.2767 V', { cellVoltagesV: [3.2767] }],
    ['Pack current: 65.5 A', { currentA: 65.5 }],
  ])('[OBD-298] are no plausible values: %s', (text, values) => {
    expect(shown(text)).toEqual(values);
  });
  test('[OBD-298] do not give way to a value that is less clearly that of the battery', () => {
    expect(shown('Battery voltage: 65.535 V\nVoltage: 12 V\nCycles: 12')).toEqual({ cycles: 12 });
  });
});

describe('a number without a unit that once did not fit', () => {
  test.each([
    ['a state of charge in tenths of a percent', ['SOC', 785, 100], []],
    ['a temperature in tenths of a degree', ['Pack temp', 213, 64], []],
    ['a temperature in °F', ['Pack temp', 72, 64], []],
    ['a state of charge after a missing one', ['SOC', 255, 50], [50]],
    ['a state of charge that always fitted', ['SOC', 100, 50], [50]],
    ['a sensor after a missing one', ['Pack temp', -127, 24], [24]],
  ] as const)(
    '[OBD-300] is not read later if it would fit: %s',
    (_, [name, before, now], shows) => {
      const memory = createMemory();
      const [, later] = [before, now].map(
        (value) => inferReply([`${name}: ${value}`, 'Cycles: 12'], memory)?.sample,
      );
      const { socPercent, temperaturesC = [] } = later ?? {};
      expect(socPercent === undefined ? temperaturesC : [socPercent]).toEqual(shows);
    },
  );
});

describe('the direction of a current', () => {
  test.each([
    ['beside the current', 'Current: 12.4 A (discharging)', -12.4],
    ['after the current', 'Current: 12.4 A DISCHG', -12.4],
    ['as the state of the battery', 'Battery status: Discharging\nCurrent: 12.4 A', -12.4],
    ['as a mode', 'Current: 12.4 A\nMode: DISCHARGE', -12.4],
    ['by a device that counts a discharge as positive', 'State: Charging\nCurrent: -4 A', 4],
    ['with the same sign', 'State: Discharging\nCurrent: -12.4 A', -12.4],
    [
      'by a state of the charger, which is not that of the battery',
      'Charger state: Charging\nCurrent: -4 A',
      -4,
    ],
    [
      'by two states that contradict each other',
      'State: Charging\nMode: Discharging\nCurrent: 4 A',
      4,
    ],
    ['by no direction', 'Current: 12.4 A (limit 50)\nState: idle', 12.4],
  ])('[OBD-294] is stated %s', (_, text, currentA) => {
    expect(shown(`${text}\nSOC: 50 %`)).toEqual({ currentA, socPercent: 50 });
  });
  test('[OBD-294] is named in the reason of a current whose sign it turns, and stays listed', () => {
    const reply = read('State: Discharging\nCurrent: 12.4 A\nSOC: 50 %');
    expect(reply?.evidence.find(({ place }) => place === 'currentA')?.reason).toBe(
      'a current by its name and unit; the device says that the battery discharges',
    );
    expect(reply?.others).toEqual([{ key: 'State', text: 'Discharging' }]);
  });
});

describe('lowest and highest values', () => {
  test.each([
    ['a lowest state of charge', 'SOC min: 20 %\nCycles: 12', { cycles: 12 }],
    ['a lowest voltage', 'Voltage max: 54.1 V\nVoltage min: 46.2 V\nSOC: 85 %', { socPercent: 85 }],
    ['the higher of two temperatures', 'Temp H: 25 C\nTemp L: 20 C\nSOC: 85 %', { socPercent: 85 }],
    ['cells', 'Cells: max 3.345 V, min 3.301 V\nSOC: 85 %', { socPercent: 85 }],
    [
      'cells, beside a current and a charge',
      'Cell: 3.85V, 1.20A, 2.5Ah\nSOC: 85 %',
      { socPercent: 85 },
    ],
  ])('[OBD-295] are not read as %s', (_, text, values) => {
    expect(shown(text)).toEqual(values);
  });
  test('[OBD-295] do not hide the value itself', () => {
    expect(shown('SOC: 85 %\nSOC min: 20 %')).toEqual({ socPercent: 85 });
  });
});

describe('records of several packs', () => {
  const packs = (text: string) =>
    read(text)?.packs?.map(({ label, sample }) => [
      label,
      sample.packVoltageV,
      sample.temperaturesC,
    ]);
  test.each([
    ['the beginning of each line', 'BMS 1: V=52.1V T1=25C\nBMS 2: V=51.9V I=-3.1A'],
    ['a heading', 'Pack 1\nV=52.1V T1=25C\nPack 2\nV=51.9V I=-3.1A'],
    [
      'a value',
      '{"pack":1,"voltage":52.1,"soc":80,"temps":[25]}\n{"pack":2,"voltage":51.9,"soc":70}',
    ],
    ['an id', '{"id":1,"voltage":52.1,"soc":80,"temps":[25]}\n{"id":2,"voltage":51.9,"soc":70}'],
    ['an address', 'addr=1 volt=52.1 soc=80 T1=25\naddr=2 volt=51.9 soc=70 T1=n/a'],
  ])('[OBD-296] with their number in %s are not merged', (_, text) => {
    expect(packs(text)).toEqual([
      ['1', 52.1, [25]],
      ['2', 51.9, []],
    ]);
    expect(read(text)?.sample.packVoltageV).toBe(52.1);
  });
  test('[OBD-296] with the same number are merged', () => {
    const text = '{"pack":1,"voltage":52.1,"soc":80}\n{"pack":1,"voltage":52.2,"soc":80}';
    expect(packs(text)).toBeUndefined();
    expect(shown(text)).toEqual({ packVoltageV: 52.2, socPercent: 80 });
  });
  test('[OBD-296] are not mixed up if each reply contains only one of them', () => {
    const memory = createMemory();
    const labels = [1, 2, 1].map((pack) =>
      inferReply([`{"pack":${pack},"voltage":52.1,"soc":80}`], memory)?.packs?.map(
        ({ label }) => label,
      ),
    );
    expect(labels).toEqual([undefined, ['2'], ['1']]); // one pack alone needs no number
  });
  const byIds = (...ids: readonly (readonly number[])[]) => {
    const memory = createMemory();
    return ids.map((each) => {
      const lines = each.map((id) => `{"id":${id},"voltage":${50 + id}.5,"soc":80}`);
      const reply = inferReply(lines, memory);
      return [reply?.sample.packVoltageV, ...(reply?.packs ?? []).map(({ label }) => label)];
    });
  };
  test('[OBD-296] with an id are known when an id returns after another id', () => {
    expect(byIds([1], [2], [1], [2])).toEqual([[51.5], [52.5], [51.5, '1'], [52.5, '2']]);
  });
  test('[OBD-296] are not assumed if the id counts the records', () => {
    expect(byIds([5, 6], [7, 8], [17, 18], [1])).toEqual([[56.5], [58.5], [68.5], [51.5]]);
  });
  test('[OBD-296] with two ids are not mixed while the meaning of the ids is not known', () => {
    const text = '{"id":5,"voltage":52.1,"soc":80,"temps":[25]}\n{"id":6,"voltage":51.9,"soc":70}';
    expect(shown(text)).toEqual({ packVoltageV: 51.9, socPercent: 70 });
  });
  test('[OBD-296] do not replace the record of the whole system', () => {
    const text = 'Total: V=52.0V SOC=75%\nBMS 1: V=52.1V SOC=80%\nBMS 2: V=51.9V SOC=70%';
    expect(packs(text)).toBeUndefined();
    expect(shown(text)).toEqual({ packVoltageV: 52, socPercent: 75 });
  });
  test('[OBD-296] are not those of a state of charge: `battery` alone is no number of a pack', () => {
    const text = '{"battery":80,"voltage":52.1,"i":-1.5}\n{"battery":79,"voltage":52.0,"i":-1.5}';
    expect(packs(text)).toBeUndefined();
    expect(read(text)?.sample.packVoltageV).toBe(52);
  });
});

describe('the capacity of a full battery', () => {
  test.each([
    ['is not the design capacity', 'Full charge capacity: 95 Ah\nSOC: 50 %', { socPercent: 50 }],
    [
      'does not make a value that is only named "capacity" the design capacity',
      'Full capacity: 95 Ah\nCapacity: 47.5 Ah\nRemaining: 47.5 Ah\nSOC: 50 %',
      { socPercent: 50, remainingAh: 47.5 },
    ],
    [
      'does not replace the design capacity',
      'Cap-full: 4074 mAh\n  Design: 5360 mAh\nRemaining: 3901 mAh',
      { remainingAh: 3.901, designCapacityAh: 5.36 },
    ],
    [
      'proves the unit of the remaining capacity',
      'full_capacity: 95.0\nremaining_capacity: 47.5\nSOC: 50 %',
      { socPercent: 50, remainingAh: 47.5 },
    ],
    ['is not all that was charged', 'Total charge capacity: 1234 Ah\nCycles: 12', { cycles: 12 }],
  ])('[OBD-297] %s', (_, text, values) => {
    expect(shown(text)).toEqual(values);
  });
  test('[OBD-297] is listed under its own name', () => {
    const others = read('Full charge capacity: 95 Ah\nSOC: 50 %')?.others;
    expect(others).toEqual([{ key: 'Full charge capacity', text: '95 Ah' }]);
  });
});
