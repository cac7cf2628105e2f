import { describe, expect, test } from 'vitest';
import { identityIn, serialIn } from './device-identity.ts';

describe('the identity in a reply to ATI', () => {
  test.each([
    [['HW:2.1 FW:1.4.0 SN:A1B2C3'], { hardware: '2.1', firmware: '1.4.0', serial: 'A1B2C3' }],
    [
      ['', ' ACME-BMS OBD ', 'H/W = 2.1-b', 'S/N = A1-B2'],
      { model: 'ACME-BMS OBD', hardware: '2.1-b', serial: 'A1-B2' },
    ],
    [
      ['Model: BT 4, rev C', 'hardware version: 3', 'Firmware rev=9_1', 'serial number: 00_17'],
      { model: 'BT 4', hardware: '3', firmware: '9_1', serial: '00_17' },
    ],
    [['Type = X;9', 'SW:7', 'Serial No:12'], { model: 'X', firmware: '7', serial: '12' }],
    [['NAME: Pack', 'Bus'], { model: 'Pack' }],
    [['FIRMWAREVERSION:2', 'SERIALNO:55'], { firmware: '2', serial: '55' }],
    [['SERIAL: 7A '], { serial: '7A' }],
    [['  ', 'model: X  '], { model: 'X' }],
    [['ASN:12', 'SNAP:1', 'SN:1'], {}],
    [[], {}],
    [['电池管理系统', 'SN:12'], { model: '电池管理系统', serial: '12' }],
    [['x'.repeat(60)], { model: 'x'.repeat(40) }],
    [
      [`MODEL:${'x'.repeat(60)}`, `SN:${'1'.repeat(60)}`],
      { model: 'x'.repeat(40), serial: '1'.repeat(40) },
    ],
  ])('[OBD-73] %j states %j', (lines, identity) => {
    expect(identityIn(lines)).toStrictEqual(identity);
  });

  test.each([
    ['SN:BMS/2026.017 FW:1.4', 'BMS/2026.017'],
    ['S/N: 2026/04/117.', '2026/04/117'],
    ['SN:A1/FW:1.2', 'A1'],
    ['SN:A1.HW = 2', 'A1'],
    ['SN:A1/HARDWARE VERSION:2', 'A1'],
    ['SN:A1.FIRMWARE VERSION=3', 'A1'],
    ['SN:A1.HW_VER=2', 'A1'],
    ['SN:A1/FW-VER:2', 'A1'],
    ['SN:A1B2/HW 1.2', 'A1B2'],
    ['SN:A1/FW2', 'A1'],
    ['SN:A1/BOOT-2:1', 'A1'],
    ['SN:12345.Ready', '12345'],
    ['SN:БАТ-15', 'БАТ-15'],
  ])('[OBD-374] %j states the serial number %j', (line, serial) => {
    expect(serialIn([line])).toBe(serial);
  });

  test.each(['C', 'CC', '\u0015'])(
    '[DEV-68] the invitation %j of a boot loader is no model',
    (line) => {
      expect(identityIn([line, 'ACME-BMS OBD', 'HW:2.1 FW:BOOT'])).toStrictEqual({
        model: 'ACME-BMS OBD',
        hardware: '2.1',
        firmware: 'BOOT',
      });
    },
  );

  test('[OBD-73] the first serial number is used', () => {
    expect(serialIn(['HW:1', 'SN:A1', 'SN:B2'])).toBe('A1');
    expect(serialIn(['HW:1'])).toBeUndefined();
  });
});
