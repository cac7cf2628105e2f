import { describe, expect, test } from 'vitest';
import type { Reading } from '../bms/reading.ts';
import { createDevice } from './device.ts';
import type { DeviceOptions } from './device.ts';
import { answerIn, nativeWording } from './dialects.ts';

const reading: Reading = {
  uptimeS: 86405,
  packMv: 13211,
  current10mA: -1240,
  soc: 785,
  soh: 990,
  designCapacity: 10000,
  remaining: 7772,
  cycles: 123,
  fets: 3,
  alarms: 0,
  protections: 0,
  cells: [3302, 3304, 3303, 3302],
  temperatures: [25, 26],
  balancing: [false, true, false, false],
};
const answer = { reading, sequence: 17, verbose: false };
const ask = (command: string, options: DeviceOptions): string => {
  const line = createDevice({ seed: 1, ...options }).openLine('test');
  line.receive(Buffer.from(`${command}\r`), 0);
  return Buffer.from(line.take(900)).toString('latin1');
};

describe('dialects', () => {
  test('JSON and labelled lines match the hand-written bytes', () => {
    expect(answerIn({ ...nativeWording, dialect: 'json' }, answer)).toBe(
      '\r\n{"v":13.211,"i":-12.40,"soc":78.5,"soh":99.0,"cells":[3.302,3.304,3.303,3.302],' +
        '"temps":[25,26],"bal":[0,1,0,0]}\r\n\r\nOK\r\n',
    );
    expect(answerIn({ ...nativeWording, dialect: 'lines' }, answer)).toBe(
      'Pack Voltage: 13.211 V\r\nCurrent: -12.40 A\r\nSOC: 78.5 %\r\n' +
        'Cell1: 3302 mV\r\nCell2: 3304 mV\r\nCell3: 3303 mV\r\nCell4: 3302 mV\r\n' +
        'Temp1: 25 C\r\nTemp2: 26 C\r\nOK\r\n',
    );
  });

  test('ELM style: echo, CR alone, a prompt in the end, a question mark for the unknown', () => {
    expect(ask('AT', { dialect: 'elm' })).toBe('AT\rOK\r\r>');
    expect(ask('AT+X', { dialect: 'elm' })).toBe('AT+X\r?\r\r>');
    expect(ask('AT+ADATA', { dialect: 'elm' })).toMatch(
      /^AT\+ADATA\r\+ADATA: 1,1,[^\r]*\rOK\r\r>$/,
    );
  });

  test('line endings, checksum, echo and the sign of the current can be chosen', () => {
    expect(ask('AT', { lineEnding: 'lf' })).toBe('\nOK\n');
    expect(ask('AT', { lineEnding: 'cr' })).toBe('\rOK\r');
    expect(ask('AT', { echo: true })).toBe('AT\r\r\nOK\r\n');
    expect(ask('AT+ADATA', { checksum: true })).toMatch(/,[0-9A-F]{4}\*[0-9A-F]{2}\r\n\r\nOK\r\n$/);
    const flipped = answerIn({ ...nativeWording, currentPositive: 'discharge' }, answer);
    expect(flipped).toContain(',13211,1240,785,');
  });
});
