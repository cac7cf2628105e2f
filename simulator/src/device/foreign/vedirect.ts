import type { Reading } from '../../bms/reading.ts';
import type { Conversation, ForeignDevice } from './conversation.ts';
import { bitsOf, protects } from './faults.ts';
import { createLineReader } from './request-readers.ts';

/*
 * Victron VE.Direct, "VE.Direct protocol 3.33": a SmartShunt sends two blocks of text a second. Each field is CR LF,
 * label, TAB, value. The value of the last field, Checksum, is a byte that makes the sum of all bytes of the block 0.
 */

type Fields = readonly (readonly [label: string, value: string | number])[];

export const veDirectBlock = (fields: Fields): string => {
  const text = [...fields, ['Checksum', '']]
    .map(([label, value]) => `\r\n${label}\t${value}`)
    .join('');
  const sum = Buffer.from(text, 'latin1').reduce((all, byte) => all + byte, 0);
  return text + String.fromCharCode(-sum & 0xff);
};

const alarmReason = (r: Reading): number =>
  bitsOf(protects, r, {
    0: ['packUnderVoltage', 'cellUnderVoltage'],
    1: ['packOverVoltage', 'cellOverVoltage'],
    5: ['chargeUnderTemperature', 'dischargeUnderTemperature'],
    6: ['chargeOverTemperature', 'dischargeOverTemperature'],
  });

/** Returns the minutes until the pack is empty; −1 while it does not discharge. */
const timeToGo = ({ current10mA, remaining }: Reading): number =>
  current10mA < 0 ? Math.round((remaining / -current10mA) * 60) : -1;

const main = (r: Reading): Fields => [
  ['PID', '0xA389'],
  ['V', r.packMv],
  ['T', r.temperatures[0] ?? '---'],
  ['I', r.current10mA * 10],
  ['P', Math.round((r.packMv * r.current10mA) / 100_000)],
  ['CE', (r.remaining - r.designCapacity) * 10],
  ['SOC', r.soc],
  ['TTG', timeToGo(r)],
  ['Alarm', alarmReason(r) > 0 ? 'ON' : 'OFF'],
  ['AR', alarmReason(r)],
  ['BMV', 'SmartShunt 500A/50mV'],
  ['FW', '0413'],
  ['MON', 0],
];

const history = (r: Reading): Fields => [
  ['H1', -r.designCapacity * 8],
  ['H2', (r.remaining - r.designCapacity) * 10],
  ['H3', -r.designCapacity * 5],
  ['H4', r.cycles],
  ['H5', 0],
  ['H6', -r.cycles * r.designCapacity * 10],
  ['H7', Math.round(r.packMv * 0.9)],
  ['H8', Math.round(r.packMv * 1.1)],
  ['H9', r.uptimeS],
  ['H10', 0],
  ['H11', 0],
  ['H12', 0],
  ['H15', 0],
  ['H16', 0],
  ['H17', Math.round((r.cycles * r.designCapacity * r.packMv) / 1_000_000)],
  ['H18', Math.round((r.cycles * r.designCapacity * r.packMv) / 980_000)],
];

/** Commands of the HEX protocol are not simulated. */
const open = (): Conversation => ({
  reader: createLineReader(),
  answer: () => '',
  stream: { everyMs: 1000, say: (r) => veDirectBlock(main(r)) + veDirectBlock(history(r)) },
});

export const vedirect: ForeignDevice = {
  is: 'Victron SmartShunt, VE.Direct text once a second',
  places: { cells: 128, temperatures: 128 },
  open,
};
