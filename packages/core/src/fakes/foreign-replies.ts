/**
 * Replies of devices that the client has no profile for. The formats are invented or publicly described (`source`); the
 * bytes are our own. They are plain data, so that tests and simulators can answer with them.
 */
export interface ForeignReply {
  readonly name: string;
  /** Where the format is described, or `invented`. */
  readonly source: string;
  /** The bytes as received. */
  readonly bytes: string;
  /** The sample that is inferred without a profile, if there is one. */
  readonly drafted?: object;
  /** The user's corrections of the draft, by field: a rule as in a profile, or null for "no meaning". */
  readonly corrections?: Readonly<Record<string, object | null>>;
  readonly currentPositive?: 'discharge';
  /** The expected sample of the drafted profile after the corrections. */
  readonly taught?: object;
}

const lines = (...all: readonly string[]): string => `\r\n${all.join('\r\n')}\r\n`;

const FOUR = [3.302, 3.304, 3.303, 3.302];

export const FOREIGN_REPLIES: readonly ForeignReply[] = [
  {
    name: 've-direct-text',
    source: 'VE.Direct Protocol, Victron Energy: label TAB value; mV, mA, per mille, minutes',
    bytes: lines(
      'PID\t0x203',
      'V\t13211',
      'I\t-12400',
      'P\t-164',
      'CE\t-22280',
      'SOC\t785',
      'TTG\t376',
      'Alarm\tOFF',
      'FW\t0413',
    ),
    drafted: { packVoltageV: 13.211, currentA: -12.4 },
  },
  {
    name: 'diybms-json',
    source: 'diyBMS v4 controller, GET /monitor2.json: millivolts and °C by module',
    bytes: lines(
      '{"banks":1,"seriesmodules":4,"sent":812,"received":812,"voltages":[3302,3304,3303,3302],' +
        '"minvoltages":[3290,3291,3290,3288],"inttemp":[25,26,-40,26],"bypass":[0,1,0,0],"current":[-12.4]}',
    ),
    drafted: { cellVoltagesV: FOUR, currentA: -12.4 },
    corrections: {
      inttemp: { to: 'temps', unit: 'degC', scale: 1 },
      bypass: { to: 'balancing', unit: '', scale: 1 },
    },
    taught: {
      cellVoltagesV: FOUR,
      temperaturesC: [25, 26, -40, 26],
      balancing: [false, true, false, false],
    },
  },
  {
    name: 'tagged-semicolons',
    source: 'invented: a logger whose lines begin with their name',
    bytes: lines('BAT;13,65;-5,2;71;3412;3415;3409;3411;25'),
    drafted: { packVoltageV: 13.65, cellVoltagesV: [3.412, 3.415, 3.409, 3.411] },
    corrections: {
      '#3': { to: 'current', unit: 'A', scale: 1 },
      '#4': { to: 'soc', unit: '%', scale: 1 },
      '#9': { to: 'temps', unit: 'degC', scale: 1, index: 1 },
    },
    taught: {
      packVoltageV: 13.65,
      currentA: -5.2,
      socPercent: 71,
      cellVoltagesV: [3.412, 3.415, 3.409, 3.411],
      temperaturesC: [25],
    },
  },
  {
    name: 'semicolons-decimal-commas',
    source: 'invented: a German data logger',
    bytes: lines('17;13,211;-12,40;78,5;3,302;3,304;3,303;3,302;25;-40'),
    drafted: { packVoltageV: 13.211, cellVoltagesV: FOUR },
    corrections: {
      '#1': { to: 'sequence', unit: '', scale: 1 },
      '#3': { to: 'current', unit: 'A', scale: 1 },
      '#4': { to: 'soc', unit: '%', scale: 1 },
      '#9': { to: 'temps', unit: 'degC', scale: 1, index: 1 },
      '#10': { to: 'temps', unit: 'degC', scale: 1, index: 2 },
    },
    taught: {
      sequence: 17,
      packVoltageV: 13.211,
      currentA: -12.4,
      socPercent: 78.5,
      cellVoltagesV: FOUR,
      temperaturesC: [25, -40],
    },
  },
  {
    name: 'one-line-short-keys',
    source: 'invented: a microcontroller sketch; a cell at 0 mV, one at 65535, a sensor at -40',
    bytes: lines('SOC:78 V:13.21 I:-12.4 T1:-40 T2:26 C1:3302 C2:0 C3:3303 C4:65535', 'OK'),
    drafted: {
      socPercent: 78,
      packVoltageV: 13.21,
      currentA: -12.4,
      temperaturesC: [-40, 26],
      cellVoltagesV: [3.302, null, 3.303, null],
    },
  },
  {
    name: 'labelled-units-positive-discharge',
    source: 'invented: lines of words; a positive current discharges, decimal commas',
    bytes: lines(
      'Battery Voltage: 13,211 V',
      'Battery Current: 12,40 A',
      'State of Charge: 78,5 %',
      'Residual Capacity: 77,72 Ah',
      'Cell Voltage 1: 3302 mV',
      'Cell Voltage 2: 3304 mV',
      'Cell Voltage 3: 3303 mV',
      'Cell Voltage 4: 3302 mV',
      'Cycle Count: 123',
      'Mode: DISCHARGE',
    ),
    drafted: {
      packVoltageV: 13.211,
      currentA: -12.4,
      socPercent: 78.5,
      remainingAh: 77.72,
      cellVoltagesV: FOUR,
      cycles: 123,
    },
    currentPositive: 'discharge',
    corrections: {},
    taught: { currentA: -12.4, cellVoltagesV: FOUR },
  },
  {
    name: 'jbd-text-dump',
    source: 'fields as the JBD/Xiaoxiang register list names them; the "key = value" text is ours',
    bytes: lines(
      'Total_Voltage_mV = 13211',
      'Current_mA = -12400',
      'Residual_Capacity_mAh = 77720',
      'Nominal_Capacity_mAh = 100000',
      'Cycles = 123',
      'RSOC = 78',
      'Protection_Status = 0x0400',
      'FET = 2',
      'NTC1_C = 25.1',
      'NTC2_C = -40.0',
      'VCELL_1_mV = 3302',
      'VCELL_2_mV = 3304',
      'VCELL_3_mV = 3303',
      'VCELL_4_mV = 3302',
    ),
    drafted: {
      packVoltageV: 13.211,
      currentA: -12.4,
      remainingAh: 77.72,
      designCapacityAh: 100,
      cycles: 123,
      temperaturesC: [25.1, -40],
      cellVoltagesV: FOUR,
    },
    corrections: { RSOC: { to: 'soc', unit: '%', scale: 1 } },
    taught: { socPercent: 78, cellVoltagesV: FOUR },
  },
  {
    name: 'nested-json-cells-from-zero',
    source: 'invented: an MQTT bridge; units in the keys, cells counted from 0',
    bytes: lines(
      '{"battery":{"total_voltage_mV":13211,"current_mA":-12400,"stateOfCharge":78.5},',
      '"cells":{"cell_0_mV":3302,"cell_1_mV":0,"cell_2_mV":3303},"temps":{"temp1":25,"temp2":-40}}',
    ),
    drafted: {
      packVoltageV: 13.211,
      currentA: -12.4,
      socPercent: 78.5,
      cellVoltagesV: [3.302, null, 3.303],
      temperaturesC: [25, -40],
    },
  },
  {
    name: 'echo-prompt-slashes',
    source: 'invented: ELM-style echo and prompt; 65.535 is −1 misread as unsigned',
    bytes: 'AT+ADATA\r\nSOC=78.5,VBAT=13.211,IBAT=-12.40,CELLS=3.302/65.535/3.303/3.302\r\n>',
    drafted: {
      socPercent: 78.5,
      packVoltageV: 13.211,
      currentA: -12.4,
      cellVoltagesV: [3.302, null, 3.303, 3.302],
    },
  },
  {
    name: 'elm327-hex',
    source: 'ELM327 data sheet: answers as pairs of hexadecimal digits',
    bytes: '22 01 01\r\n62 01 01 FF F7 E7 FF 9D 26 48\r\n\r\n>',
  },
  {
    name: 'daly-frame-as-hex',
    source: 'Daly UART/485 protocol: frames of 13 bytes, A5 first, here as a logger prints them',
    bytes: lines('A50190080084000075300312CE'),
  },
];
