import type { Reading } from '../../bms/reading.ts';
import type { ForeignDevice } from './conversation.ts';
import { protects, warns } from './faults.ts';
import { createLineReader } from './request-readers.ts';

/*
 * The RS232 console of Pylontech and Pytes batteries. It echoes each character and replies with tables between `@` and
 * `$$`, followed by the prompt `pylon>`. Units: mV, mA, thousandths of °C, mAh.
 */

const packs = 16;
const cellsPerSensor = 4;
/** The time of the device's clock at its start. */
const clockAtStart = Date.UTC(2024, 0, 15, 8, 30);

const baseState = ({ current10mA }: Reading): string =>
  current10mA > 0 ? 'Charge' : current10mA < 0 ? 'Dischg' : 'Idle';

const stateOf = (high: boolean, low: boolean): string => (high ? 'High' : low ? 'Low' : 'Normal');

const voltState = (r: Reading): string =>
  stateOf(
    warns(r, 'cellOverVoltage') || protects(r, 'cellOverVoltage', 'packOverVoltage'),
    warns(r, 'cellUnderVoltage') || protects(r, 'cellUnderVoltage', 'packUnderVoltage'),
  );

const currentState = (r: Reading): string =>
  protects(r, 'chargeOverCurrent', 'dischargeOverCurrent', 'shortCircuit') ? 'High' : 'Normal';

const temperatureState = (r: Reading): string =>
  stateOf(
    warns(r, 'dischargeOverTemperature') ||
      protects(r, 'chargeOverTemperature', 'dischargeOverTemperature'),
    warns(r, 'chargeUnderTemperature', 'dischargeUnderTemperature') ||
      protects(r, 'chargeUnderTemperature', 'dischargeUnderTemperature'),
  );

const sensorOf = (r: Reading, cell: number): number =>
  r.temperatures[Math.min(r.temperatures.length - 1, Math.floor(cell / cellsPerSensor))] ?? 25;

const clock = (uptimeS: number): string =>
  new Date(clockAtStart + uptimeS * 1000).toISOString().slice(0, 19).replace('T', ' ');

const percent = (r: Reading): string => `${Math.floor(r.soc / 10)}%`;

/** Formats values left-aligned in columns of these widths. */
const row = (widths: readonly number[], values: readonly (string | number)[]): string =>
  values.map((value, at) => String(value).padEnd(widths[at] ?? 0)).join('');

const packWidths = [6, 7, 7, 7, 7, 7, 7, 7, 9, 9, 9, 9, 9, 21, 9, 8, 9, 8];
const packHeader =
  'Power Volt   Curr   Tempr  Tlow   Thigh  Vlow   Vhigh  Base.St  Volt.St  Curr.St  Temp.St  Coulomb  ' +
  'Time                 B.V.St   B.T.St   MosTempr M.T.St  ';

const absent = (pack: number): string =>
  row(packWidths, [
    pack,
    ...['-', '-', '-', '-', '-', '-', '-', 'Absent', '-', '-', '-', '-', '-', '-', '-'],
  ]);

const packTable = (r: Reading): readonly string[] => {
  const celsius = r.temperatures.map((each) => each * 1000);
  const first = row(packWidths, [
    1,
    r.packMv,
    r.current10mA * 10,
    celsius[0] ?? '-',
    Math.min(...celsius),
    Math.max(...celsius),
    Math.min(...r.cells),
    Math.max(...r.cells),
    baseState(r),
    voltState(r),
    currentState(r),
    temperatureState(r),
    percent(r),
    clock(r.uptimeS),
    voltState(r),
    temperatureState(r),
    celsius[0] ?? '-',
    'Normal',
  ]);
  const others = Array.from({ length: packs - 1 }, (_, at) => absent(at + 2));
  return [packHeader, first, ...others];
};

const cellWidths = [9, 9, 9, 9, 13, 13, 13, 13, 12, 15, 0];
const cellHeader =
  'Battery  Volt     Curr     Tempr    Base State   Volt. State  Curr. State  Temp. State  ' +
  'SOC          Coulomb      BAL         ';

const cellTable = (r: Reading): readonly string[] => [
  cellHeader,
  ...r.cells.map((mv, at) =>
    row(cellWidths, [
      at,
      mv,
      r.current10mA * 10,
      sensorOf(r, at) * 1000,
      baseState(r),
      voltState(r),
      currentState(r),
      temperatureState(r),
      percent(r),
      `${r.remaining * 10} mAH`,
      r.balancing[at] ? 'Y' : 'N',
    ]),
  ),
];

const field = (name: string, value: string | number, unit?: string): string =>
  ` ${name.padEnd(15)} : ${String(value).padEnd(unit === undefined ? 8 : 11)} ${unit ?? ''}`.trimEnd();

const onePack = (r: Reading): readonly string[] => [
  ' ----------------------------',
  ' Power  1',
  '',
  field('Voltage', r.packMv, 'mV'),
  field('Current', r.current10mA * 10, 'mA'),
  field('Temperature', (r.temperatures[0] ?? 25) * 1000, 'mC'),
  field('Coulomb', Math.floor(r.soc / 10), '%'),
  field('Total Coulomb', r.designCapacity * 10, 'mAH'),
  field('Max Voltage', r.cells.length * 3600, 'mV'),
  field('Charge Times', r.cycles),
  field('Basic Status', baseState(r)),
  field('Volt Status', voltState(r)),
  field('Current Status', currentState(r)),
  field('Tmpr. Status', temperatureState(r)),
  field('Coul. Status', r.soc < 100 ? 'Low' : 'Normal'),
  field('Soh. Status', 'Normal'),
  field('Heater Status', 'OFF'),
  field('Bat Events', '0x0'),
  field('Power Events', '0x0'),
  field('System Fault', '0x0'),
  ' ----------------------------',
];

const information = (): readonly string[] => [
  field('Device address', 1),
  field('Manufacturer', 'Pylon'),
  field('Device name', 'US3000C'),
  field('Board version', 'PHANTOMSAV10R03'),
  field('Main Soft version', 'B66.6'),
  field('Barcode', 'A1B2C3'),
];

const answers: Readonly<Record<string, (reading: Reading) => readonly string[]>> = {
  pwr: packTable,
  'pwr 1': onePack,
  bat: cellTable,
  'bat 1': cellTable,
  info: information,
  'info 1': information,
};

const answer = (request: string, reading: Reading): string => {
  const command = request.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (command === '') return '\n\rpylon>';
  const lines = Object.hasOwn(answers, command) ? answers[command]?.(reading) : undefined;
  const body =
    lines === undefined
      ? '\rInvalid command or fail to excute.\r\n'
      : `${lines.map((line) => `${line}\r\n`).join('')}\rCommand completed successfully\r\n`;
  return `\n\r@\r\n${body}\r$$\r\n\rpylon>`;
};

export const pylontech: ForeignDevice = {
  is: 'Pylontech and Pytes, RS232 console',
  places: { cells: 16, temperatures: 4 },
  pack: { cells: 15, temperatures: 4 },
  hasSensor: true,
  open: () => ({ reader: createLineReader(true), answer, echoes: () => true }),
};
