import { describe, expect, test } from 'vitest';
import { createDevice } from './device.ts';
import type { DeviceOptions } from './device.ts';
import { answerIn, nativeWording, wordReply } from './dialects.ts';
import { readingOf } from './foreign/reading.fixture.ts';

const reading = readingOf({
  packMv: 13_211,
  cells: [3302, 3304, 3303, 3302],
  temperatures: [25, 26],
  balancing: [false, true, false, false],
});
const answer = { reading, sequence: 17, verbose: false };
const ask = (command: string, options: DeviceOptions): string => {
  const line = createDevice({ seed: 1, ...options }).openLine('test');
  line.receive(Buffer.from(`${command}\r`), 0);
  return Buffer.from(line.take(900)).toString('latin1');
};

describe('replies in other dialects', () => {
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

  test('ELM dialect: echo, CR alone, a prompt at the end, a question mark for unknown commands', () => {
    expect(ask('AT', { dialect: 'elm' })).toBe('AT\rOK\r\r>');
    expect(ask('AT+X', { dialect: 'elm' })).toBe('AT+X\r?\r\r>');
    expect(ask('AT+ADATA', { dialect: 'elm' })).toMatch(
      /^AT\+ADATA\r\+ADATA: 1,1,[^\r]*\rOK\r\r>$/,
    );
  });

  test('ELM dialect: poll replies and a session with echo on, then off, have the expected bytes', () => {
    const wording = { ...nativeWording, dialect: 'elm' } as const;
    expect(wordReply(wording, answerIn(wording, answer))).toBe(
      '+ADATA: 1,17,86405,4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,3302,3304,3303,3302,25,26,2\rOK\r\r>',
    );
    expect(wordReply(wording, answerIn(wording, { ...answer, verbose: true }))).toBe(
      '+ADATA: VER=1,SEQ=17,UP=86405,NC=4,NT=2\r' +
        '+ADATA: V=13.211,I=-12.40,SOC=78.5,SOH=99.0,CAP=100.00,REM=77.72,CYC=123\r' +
        '+ADATA: CV=3302,3304,3303,3302\r+ADATA: CT=25,26\r' +
        '+ADATA: BAL=2,FET=3,ALM=0000,PRT=0000\rOK\r\r>',
    );
    const line = createDevice({ seed: 1, dialect: 'elm' }).openLine('test');
    const session = ['ATI\r', 'AT+VB?\r', 'AT+VB=1\r', 'ATE0\r', 'AT+VB?\r', 'AT+VB=7\r'].map(
      (command, i) => {
        line.receive(Buffer.from(command), i * 1000);
        return Buffer.from(line.take(i * 1000 + 900)).toString('latin1');
      },
    );
    expect(session).toEqual([
      'ATI\rACME-BMS OBD\rHW:2.1 FW:1.4.0 SN:A1B2C3\rOK\r\r>',
      'AT+VB?\r+VB: 0\rOK\r\r>',
      'AT+VB=1\rOK\r\r>',
      'ATE0\rOK\r\r>',
      '+VB: 1\rOK\r\r>',
      '?\r\r>',
    ]);
  });

  test('ELM dialect: a restart sends its banner without a prompt and turns the echo on again', () => {
    const device = createDevice({ seed: 1, dialect: 'elm' });
    const line = device.openLine('test');
    line.receive(Buffer.from('ATE0\r'), 0);
    line.take(900);
    device.reboot(1000);
    expect(Buffer.from(line.take(1900)).toString('latin1')).toBe('READY\r');
    line.receive(Buffer.from('AT\r'), 2000);
    expect(Buffer.from(line.take(2900)).toString('latin1')).toBe('AT\rOK\r\r>');
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
