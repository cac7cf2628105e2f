// oxlint-disable max-lines -- a table of replies
import { describe, expect, test } from 'vitest';
import { scoreCapture } from '../capture-score.fixture.ts';
import type { ForeignValues } from '../foreign-captures.fixture.ts';
import { inferRecords, inferReply } from './infer-reply.ts';

/**
 * A reply written for this test in the style of common devices and programs. `least` is the number of values that must
 * be read.
 */
interface Reply {
  readonly name: string;
  readonly lines: readonly string[];
  readonly values: ForeignValues;
  readonly least: number;
}

const FOUR = [[3.302], [3.304], [3.303], [3.302]] as const;

const REPLIES: readonly Reply[] = [
  {
    name: 'a console with limits beside the values',
    lines: [
      'Pack Voltage: 51.2 V',
      'Pack Current: -12.5 A',
      'Max Cell Voltage Limit: 3.65 V',
      'Min Pack Voltage: 44.0 V',
      'Charge Current Limit: 80 A',
      'Discharge Current Limit: 120 A',
      'Pack SOC: 64 %',
      'High Temp Warning: 55 C',
      'Pack Temp: 23 C',
    ],
    values: { packVoltageV: [51.2], currentA: [-12.5], socPercent: [64], temperaturesC: [[23]] },
    least: 4,
  },
  {
    name: 'a small BMS, one line',
    lines: ['Vbat=13.21V Ibat=-1.2A SOC=78% Tint=25C Text=22C'],
    values: {
      packVoltageV: [13.21],
      currentA: [-1.2],
      socPercent: [78],
      temperaturesC: [[25], [22]],
    },
    least: 3,
  },
  {
    name: 'a table of nodes',
    lines: [
      'ID  Voltage  Temp  Bypass',
      '1   3.302    21    0',
      '2   3.304    22    0',
      '3   3.303    21    0',
      '4   3.302    21    0',
    ],
    values: { cellVoltagesV: FOUR, temperaturesC: [[21], [22], [21], [21]] },
    least: 8,
  },
  {
    name: 'a German display',
    lines: [
      'Gesamtspannung: 52,8 V',
      'Strom: -3,25 A',
      'Ladezustand: 71 %',
      'Zelle 1: 3,302 V',
      'Zelle 2: 3,304 V',
      'Temperatur 1: 21,5 °C',
      'Restkapazität: 71,0 Ah',
      'Zyklen: 12',
    ],
    values: {
      packVoltageV: [52.8],
      currentA: [-3.25],
      socPercent: [71],
      cellVoltagesV: [[3.302], [3.304]],
      temperaturesC: [[21.5]],
      remainingAh: [71],
      cycles: [12],
    },
    least: 8,
  },
  {
    name: 'a French display',
    lines: [
      'Tension batterie : 26,4 V',
      'Courant batterie : 4,2 A',
      'Etat de charge : 88 %',
      'Tension panneau : 61,3 V',
      'Température : 19,5 °C',
    ],
    values: { packVoltageV: [26.4], currentA: [4.2], socPercent: [88], temperaturesC: [[19.5]] },
    least: 3,
  },
  {
    name: 'a logger with semicolons and decimal commas',
    lines: [
      'Datum;Uhrzeit;Spannung [V];Strom [A];SOC [%];Temp [°C]',
      '12.03.2025;10:11:12;13,21;-1,20;78;21,5',
      '12.03.2025;10:11:22;13,20;-1,25;78;21,5',
    ],
    values: {
      packVoltageV: [13.21, 13.2],
      currentA: [-1.2, -1.25],
      socPercent: [78],
      temperaturesC: [[21.5]],
    },
    least: 4,
  },
  {
    name: 'a charge controller',
    lines: [
      'PV Voltage: 36.2 V',
      'PV Current: 4.5 A',
      'Battery Voltage: 13.8 V',
      'Charging Current: 11.2 A',
      'Load Voltage: 13.7 V',
      'Load Current: 1.1 A',
      'Battery Temp: 24.0 C',
      'Controller Temp: 38 C',
      'Max Battery Voltage Today: 14.4 V',
    ],
    values: { packVoltageV: [13.8], temperaturesC: [[24]] },
    least: 2,
  },
  {
    name: 'a laboratory supply',
    lines: [
      'Set Voltage: 14.6 V',
      'Output Voltage: 13.9 V',
      'Output Current: 5.0 A',
      'OVP: 15.0 V',
      'Input Voltage: 229 V',
      'Temperature: 41 C',
    ],
    values: {},
    least: 0,
  },
  {
    name: 'an inverter',
    lines: [
      '{"ac":{"voltage":230.1,"current":3.2,"frequency":50.0},"dc":{"voltage":51.9,"current":-14.1},"heatsink_temp":44}',
    ],
    values: { packVoltageV: [51.9], currentA: [-14.1] },
    least: 0,
  },
  {
    name: 'a meter over a bridge',
    lines: [
      '10:11:12.345 RSL: SENSOR = {"Time":"2025-03-12T10:11:12","ENERGY":{"Total":12.345,"Power":120,"Voltage":229,"Current":0.523},"TempUnit":"C"}',
    ],
    values: {},
    least: 0,
  },
  {
    name: 'a component in a home automation log',
    lines: [
      "[10:11:12][D][sensor:094]: 'daly-bms Battery Voltage': Sending state 52.80000 V with 1 decimals of accuracy",
      "[10:11:12][D][sensor:094]: 'daly-bms Battery Current': Sending state -6.50000 A with 1 decimals of accuracy",
      "[10:11:12][D][sensor:094]: 'daly-bms Battery Level': Sending state 71.00000 % with 1 decimals of accuracy",
      "[10:11:12][D][sensor:094]: 'daly-bms Max Cell Voltage': Sending state 3.31000 V with 2 decimals of accuracy",
      "[10:11:12][D][sensor:094]: 'daly-bms Max Cell Voltage Number': Sending state 4.00000  with 1 decimals of accuracy",
      "[10:11:12][D][sensor:094]: 'daly-bms Remaining Capacity': Sending state 142.00000 Ah with 2 decimals of accuracy",
    ],
    values: { packVoltageV: [52.8], currentA: [-6.5], socPercent: [71], remainingAh: [142] },
    least: 4,
  },
  {
    name: 'a sketch with tabs between name and value',
    lines: ['Battery:\t12.61 V', 'Current:\t0.00 A', 'USB:\t5.02 V', 'VCC:\t3.29 V'],
    values: { packVoltageV: [12.61], currentA: [0] },
    least: 2,
  },
  {
    name: 'a sketch with analog readings',
    lines: ['A0: 512', 'A1: 387', 'Voltage: 12', 'raw current: 2048', 'temp: 512'],
    values: {},
    least: 0,
  },
  {
    name: 'millivolts and tenths without units',
    lines: ['voltage=52800', 'current=-125', 'soc=785', 'temp=213'],
    values: {
      packVoltageV: [52.8],
      currentA: [-12.5],
      socPercent: [78.5],
      temperaturesC: [[21.3]],
    },
    least: 0,
  },
  {
    name: 'cells in millivolts prove the pack',
    lines: [
      'cell1=3302',
      'cell2=3304',
      'cell3=3303',
      'cell4=3302',
      'voltage=13211',
      'current=-1240',
    ],
    values: { packVoltageV: [13.211], cellVoltagesV: FOUR },
    least: 5,
  },
  {
    name: 'two batteries',
    lines: [
      'Battery 1 Voltage: 12.7 V',
      'Battery 1 SOC: 91 %',
      'Battery 2 Voltage: 12.4 V',
      'Battery 2 SOC: 74 %',
    ],
    values: { packVoltageV: [12.7], socPercent: [91] },
    least: 2,
  },
  {
    name: 'house and starter battery',
    lines: [
      'House battery voltage: 12.9 V',
      'Starter battery voltage: 12.5 V',
      'Alternator voltage: 14.2 V',
    ],
    values: { packVoltageV: [12.9] },
    least: 0,
  },
  {
    name: 'thresholds in a section',
    lines: [
      '[limits]',
      'cell voltage: 3.65 V',
      'pack voltage: 58.4 V',
      'temperature: 60 C',
      '[measured]',
      'pack voltage: 52.9 V',
      'temperature: 23 C',
    ],
    values: { packVoltageV: [52.9], temperaturesC: [[23]] },
    least: 2,
  },
  {
    name: 'phases of a motor controller',
    lines: [
      'V1: 24.1 V',
      'V2: 24.0 V',
      'V3: 23.9 V',
      'Motor temp: 71 C',
      'FET temp: 52 C',
      'Vbus: 48.1 V',
      'Imot: 12.5 A',
    ],
    values: { temperaturesC: [[52]] },
    least: 0,
  },
  {
    name: 'Fahrenheit',
    lines: ['Pack Voltage: 13.2 V', 'Temp 1: 72.5 F', 'Temp 2: 70.7 °F'],
    values: { packVoltageV: [13.2], temperaturesC: [[22.5], [21.5]] },
    least: 3,
  },
  {
    name: 'watt hours are no ampere hours',
    lines: ['Remaining: 512 Wh', 'Capacity: 1280 Wh', 'Voltage: 12.8 V', 'State of charge: 40 %'],
    values: { packVoltageV: [12.8], socPercent: [40] },
    least: 2,
  },
  {
    name: 'a web console of a BMS',
    lines: [
      '<b>SOC</b>: 55 %',
      'Delta: 12 mV',
      'Balancing: OFF',
      'Charging: ON',
      'Discharge MOS: ON',
      'Charge MOS: OFF',
      'Cell 01: 3.301 V',
      'Cell 02: 3.302 V',
    ],
    values: {
      socPercent: [55],
      cellVoltagesV: [[3.301], [3.302]],
      switches: { charge: false, discharge: true },
    },
    least: 2,
  },
  {
    name: 'a nested dump with objects for cells',
    lines: [
      '{"bms":{"cells":[{"id":1,"voltage":3.302,"temp":21.5},{"id":2,"voltage":3.304,"temp":21.6},{"id":3,"voltage":3.303,"temp":21.4},{"id":4,"voltage":3.302,"temp":21.5}],"total":{"voltage":13.211,"current":-1.25}}}',
    ],
    values: {
      packVoltageV: [13.211],
      currentA: [-1.25],
      cellVoltagesV: FOUR,
      temperaturesC: [[21.5], [21.6], [21.4], [21.5]],
    },
    least: 5,
  },
  {
    name: 'positions in a line, with a name before them',
    lines: ['$BAT,52.80,-6.5,71,23.5,1', '$BAT,52.79,-6.4,71,23.5,1'],
    values: {
      packVoltageV: [52.8, 52.79],
      currentA: [-6.5, -6.4],
      socPercent: [71],
      temperaturesC: [[23.5]],
    },
    least: 0,
  },
  {
    name: 'a GPS receiver',
    lines: [
      '$GPGGA,101112.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47',
      '$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48',
    ],
    values: {},
    least: 0,
  },
  {
    name: 'an energy meter',
    lines: [
      'Voltage: 230.1 V Current: 0.52 A Power: 115 W Energy: 1.2 kWh Frequency: 50.0 Hz PF: 0.96',
    ],
    values: {},
    least: 0,
  },
  {
    name: 'a message of an autopilot, keys without quotes',
    lines: [
      'BATTERY_STATUS {id : 0, type : 1, temperature : 2150, voltages : [4052, 4053, 4051, 4054, 65535, 65535], current_battery : 142, current_consumed : 123, battery_remaining : 96}',
    ],
    values: { cellVoltagesV: [[4.052], [4.053], [4.051], [4.054]] },
    least: 4,
  },
  {
    name: 'a room sensor',
    lines: ['Temperature: 21.5 C', 'Humidity: 40 %', 'Battery: 98 %'],
    values: { socPercent: [98], temperaturesC: [[21.5]] },
    least: 1,
  },
  {
    name: 'a router',
    lines: [
      'uptime: 3 days',
      'load average: 0.12, 0.08, 0.05',
      'temp: 48.5 C',
      'eth0: 192.168.1.1',
      'Voltage rail 3V3: 3.31 V',
      'battery: none',
    ],
    values: {},
    least: 0,
  },
  {
    name: 'maxima since start',
    lines: [
      'U: 25.61 V',
      'I: 3.20 A',
      'Umax: 28.80 V',
      'Umin: 22.10 V',
      'Imax: 41.0 A',
      'C: 120 Ah',
      'Q: -12.5 Ah',
    ],
    values: { packVoltageV: [25.61], currentA: [3.2] },
    least: 2,
  },
  {
    name: 'a wide table of modules',
    lines: [
      'Module  Voltage  Current  SoC  Temp',
      '1       51.20    -2.10    78%  22.0',
      '2       51.22    -2.05    77%  22.5',
    ],
    values: { packVoltageV: [51.2], currentA: [-2.1], socPercent: [78], temperaturesC: [[22]] },
    least: 4,
  },
];

/** Replies about other things than a battery, or with a battery among them. Exactly the named values may be read. */
const ADVERSARIAL: readonly (readonly [string, readonly string[], object])[] = [
  ['a lone voltage', ['Voltage: 230 V'], {}],
  [
    'a voltage and a current of the mains',
    ['Voltage: 229.8 V', 'Current: 0.52 A', 'Power: 119 W'],
    {},
  ],
  [
    'an energy meter with totals',
    ['Total voltage: 231 V', 'Total current: 3.2 A', 'Total energy: 120 kWh'],
    {},
  ],
  ['a three-phase meter', ['L1: 230.1 V', 'L2: 229.7 V', 'L3: 231.0 V', 'Frequency: 49.98 Hz'], {}],
  [
    'an inverter',
    [
      'Grid voltage: 231 V',
      'Grid frequency: 50.0 Hz',
      'Output voltage: 230 V',
      'Load: 412 W',
      'Battery voltage: 52.1 V',
    ],
    { packVoltageV: 52.1 },
  ],
  [
    'limits and ratings that are named after the value',
    [
      'Pack voltage: 51.2 V (nominal)',
      'Current: 100 A max',
      'SOC: 20 % (low limit)',
      'Temp: 55 C max.',
      'Cycles: 12',
    ],
    { cycles: 12 },
  ],
  [
    'a state and a limit that are named after the value',
    ['Pack voltage: 44.1 V low', 'Pack current: 12.4 A (limit 50)', 'Temp: 48 C (high)'],
    { packVoltageV: 44.1, currentA: 12.4, temperaturesC: [48] },
  ],
  ['a number of sensors', ['Cells: 16', 'Temps: 4', 'SOC: 50 %'], { socPercent: 50 }],
  [
    'the battery of a telephone',
    ['status: 2', 'health: 2', 'present: true', 'level: 85', 'scale: 100', 'temperature: 250'],
    {},
  ],
  [
    'a charger',
    [
      'Input: 228 V',
      'Output voltage: 14.4 V',
      'Output current: 8.2 A',
      'Charger temp: 55 C',
      'Charger temperature: 54 C',
    ],
    {},
  ],
  [
    'a weather station',
    ['Temperature: 21.4 C', 'Humidity: 54 %', 'Pressure: 1013 hPa', 'Wind: 3.2 m/s'],
    {},
  ],
  [
    'a weather station with its battery',
    ['Temp: 4.5 C', 'Hum: 81 %', 'Battery: 3.91 V'],
    { packVoltageV: 3.91, temperaturesC: [4.5] },
  ],
  [
    'a GPS receiver',
    [
      '$GNRMC,092751.000,A,5321.6802,N,00630.3371,W,0.06,31.66,280511,,,A*45',
      '$GPGSV,3,1,11,03,03,111,00,04,15,270,00*74',
    ],
    {},
  ],
  [
    'a 3D printer',
    ['ok T:21.3 /0.0 B:22.1 /0.0 @:0 B@:0', 'T:205.1 /205.0 B:60.0 /60.0 @:64 B@:32'],
    {},
  ],
  ['a position of a machine tool', ['<Idle|MPos:0.000,0.000,3.301|FS:0,0|Ov:100,100,100>'], {}],
  [
    'sensors of a computer',
    [
      'coretemp-isa-0000',
      'Adapter: ISA adapter',
      'Package id 0:  +48.0\u00b0C  (high = +100.0\u00b0C, crit = +100.0\u00b0C)',
      'Core 0:        +46.0\u00b0C  (high = +100.0\u00b0C, crit = +100.0\u00b0C)',
      'in0:           +0.99 V  (min =  +0.00 V, max =  +1.74 V)',
      '+3.3V:         +3.33 V',
      '+12V:         +12.10 V',
      'fan1:          900 RPM',
      'Vcore: +1.02 V',
    ],
    {},
  ],
  [
    'the uptime of a router',
    [
      ' 10:11:12 up 3 days,  4:05,  1 user,  load average: 0.12, 0.08, 0.05',
      'cpu temp: 61 C',
      'Mem: 24 %',
    ],
    {},
  ],
  [
    'a modem',
    ['+CSQ: 21,99', '+CBC: 0,85,4050', '+CREG: 0,1', '+CCLK: "25/03/12,10:11:12+04"', 'OK'],
    {},
  ],
  [
    'a UPS',
    [
      'Input voltage: 229.0 V',
      'Output voltage: 230.1 V',
      'Load: 23 %',
      'Battery voltage: 27.2 V',
      'Battery charge: 100 %',
      'Voltage: 230.1 V',
    ],
    { packVoltageV: 27.2, socPercent: 100 },
  ],
  [
    'a UPS that calls its output voltage',
    ['Voltage: 230.1 V', 'Battery: 100 %'],
    { socPercent: 100 },
  ],
  [
    'a solar charge controller',
    [
      'Panel voltage: 38.1 V',
      'Panel current: 4.1 A',
      'Bat voltage: 13.6 V',
      'Load current: 0.8 A',
      'Device temperature: 41 C',
    ],
    { packVoltageV: 13.6 },
  ],
  [
    'temperatures of electronics',
    [
      'Pack voltage: 52.8 V',
      'MOSFET temp: 41 C',
      'FET temperature: 40 C',
      'Board temp: 35 C',
      'PCB temperature: 36 C',
      'Ambient temp: 21 C',
      'Environment temp: 22 C',
      'MCU temp: 44 C',
      'Charger temp: 50 C',
      'Balancer temp: 39 C',
      'Cell temp: 25 C',
    ],
    { packVoltageV: 52.8, temperaturesC: [25] },
  ],
  [
    'two packs',
    [
      '{"packs":[{"id":1,"voltage":52.8,"mosfet_temp":40},{"id":2,"voltage":26.1,"mosfet_temp":41}]}',
    ],
    { packVoltageV: 52.8 },
  ],
  [
    'German labels and thousands',
    [
      'Batteriespannung: 52,8 V',
      'Netzspannung: 230,4 V',
      'Restkapazit\u00e4t: 71.500 mAh',
      'Umgebungstemperatur: 21,5 \u00b0C',
    ],
    { packVoltageV: 52.8 },
  ],
  [
    'French labels',
    [
      'Tension r\u00e9seau : 231,2 V',
      'Temp\u00e9rature ambiante : 19,5 \u00b0C',
      'Courant de charge : 3,2 A',
    ],
    {},
  ],
  [
    'thousands',
    ['Battery voltage: 52.8 V', 'Battery current: 1,234 mA'],
    { packVoltageV: 52.8, currentA: 1.234 },
  ],
  [
    'the ends of a charge and a discharge',
    ['Battery voltage: 52.8 V', 'Charge to: 80 %', 'Discharge to: 20 %'],
    { packVoltageV: 52.8 },
  ],
  ['a USB tester without a name', ['5.02V', '0.51A', '2.56W'], {}],
  [
    'a motor controller',
    [
      'ERPM: 12000',
      'Duty: 0.45',
      'Motor current: 22.1 A',
      'Motor temp: 61 C',
      'Controller temp: 47 C',
    ],
    {},
  ],
  ['a thermostat', ['Setpoint: 21.0 C', 'Room: 20.4 C', 'Valve: 34 %', 'Mode: heat'], {}],
  ['a radio', ['RSSI: -71 dBm', 'SNR: 9.5', 'Level: 78 %', 'Supply voltage: 12.1 V'], {}],
  [
    'disks',
    ['/dev/sda1  78%  12.3  /', 'Temperature_Celsius  0x0022  036  045  000    Old_age   36'],
    {},
  ],
];

describe('replies that are not about a battery', () => {
  test.each(ADVERSARIAL)('[OBD-186] %s', (_, lines, values) => {
    const { alarms, protections, lacksFaults, ...read } = inferReply(lines)?.sample ?? {
      alarms: [],
      protections: [],
      lacksFaults: true,
    };
    const shown = Object.entries(read).filter(
      ([, each]) => !Array.isArray(each) || each.length > 0,
    );
    expect(Object.fromEntries(shown)).toEqual(values);
    expect([alarms, protections, lacksFaults]).toEqual([[], [], true]);
  });
});

describe('replies about a battery', () => {
  test.each(REPLIES)('[OBD-186] $name', ({ lines, values, least }) => {
    const score = scoreCapture(
      values,
      inferRecords(lines).map(({ sample }) => sample),
    );
    expect(score.wrong).toEqual([]);
    expect(score.right).toBeGreaterThanOrEqual(least);
  });
});
