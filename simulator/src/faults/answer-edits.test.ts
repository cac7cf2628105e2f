import { describe, expect, test } from 'vitest';
import {
  cutFirstLine,
  decimalCommas,
  dropCell,
  socNotANumber,
  withoutFinal,
} from './answer-edits.ts';

// Hand-written replies, independent of the dialects: two cells, one temperature.
const answers = {
  compact:
    '\r\n+ADATA: 1,9,60,2,1,6604,-1240,785,990,10000,7772,123,3,0000,0000,3301,3303,25,0\r\n\r\nOK\r\n',
  labelled:
    '\r\n+ADATA: VER=1,SEQ=9,UP=60,NC=2,NT=1\r\n\r\n+ADATA: V=6.604,I=-12.40,SOC=78.5,SOH=99.0\r\n' +
    '\r\n+ADATA: CV=3301,3303\r\n\r\n+ADATA: CT=25\r\n\r\nOK\r\n',
  json: '\r\n{"v":6.604,"i":-12.40,"soc":78.5,"soh":99.0,"cells":[3.301,3.303],"temps":[25],"bal":[0,0]}\r\n\r\nOK\r\n',
  lines:
    'Pack Voltage: 6.604 V\r\nCurrent: -12.40 A\r\nSOC: 78.5 %\r\nCell1: 3301 mV\r\nCell2: 3303 mV\r\nTemp1: 25 C\r\nOK\r\n',
  elm: '+ADATA: 1,9,60,2,1,6604,-1240,785,990,10000,7772,123,3,0000,0000,3301,3303,25,0\rOK\r\r>',
} as const;
type Form = keyof typeof answers;
const forms = Object.keys(answers) as Form[];

/** Test cases of a change: the part of the reply before, and the part after it. */
const cases = (changes: Readonly<Record<Form, readonly [was: string, is: string]>>) =>
  forms.map((form) => [form, answers[form], answers[form].replace(...changes[form])] as const);

describe('edits of a reply in every form', () => {
  test.each(
    cases({
      compact: ['3301,', ''],
      labelled: ['3301,', ''],
      json: ['3.301,', ''],
      lines: ['Cell1: 3301 mV\r\n', ''],
      elm: ['3301,', ''],
    }),
  )('%s: one cell fewer than claimed', (_, answer, expected) => {
    expect(dropCell(answer)).toBe(expected);
  });

  test.each(
    cases({
      compact: [',785,', ',nan,'],
      labelled: ['78.5', 'nan'],
      json: ['78.5', 'nan'],
      lines: ['78.5', 'nan'],
      elm: [',785,', ',nan,'],
    }),
  )('%s: state of charge is not a number', (_, answer, expected) => {
    expect(socNotANumber(answer)).toBe(expected);
  });

  test('decimal commas are inserted', () => {
    expect(decimalCommas(answers.compact)).toContain(',2,1,6,604,-1240,');
    expect(decimalCommas(answers.elm)).toContain(',2,1,6,604,-1240,');
    expect(decimalCommas(answers.labelled)).toContain('V=6,604,I=-12,40,SOC=78,5,SOH=99,0\r\n');
    expect(decimalCommas(answers.lines)).toContain(
      'Pack Voltage: 6,604 V\r\nCurrent: -12,40 A\r\n',
    );
    expect(decimalCommas(answers.json)).toContain(
      '{"v":"6,604","i":"-12,40","soc":"78,5","soh":"99,0","cells":["3,301","3,303"],"temps":[25]',
    );
  });

  test('a shortened first line keeps its line break and everything after it', () => {
    expect(cutFirstLine(answers.lines, 50)).toBe(answers.lines.replace('ge: 6.604 V', ''));
    expect(cutFirstLine('+A: 12345\rOK\r\r>', 50)).toBe('+A: \rOK\r\r>');
    expect(cutFirstLine('\n{"v":1}\n\nOK\n', 0)).toBe('\n\n\nOK\n');
  });

  test('the final code is removed with its frame, and the previous line stays whole', () => {
    expect(withoutFinal('\r\nOK\r\n')).toBe('');
    expect(withoutFinal('\nOK\n')).toBe('');
    expect(withoutFinal('OK\r\r>')).toBe('');
    expect(withoutFinal('+A: 1\rOK\r\r>')).toBe('+A: 1\r');
    expect(withoutFinal('\r\n+A: 1\r\n\r\nOK\r\n')).toBe('\r\n+A: 1\r\n');
    expect(withoutFinal('\r+A: 1\r\rOK\r')).toBe('\r+A: 1\r');
    expect(withoutFinal('Temp1: 25 C\r\nOK\r\n')).toBe('Temp1: 25 C\r\n');
    expect(withoutFinal('\r\nHOOK\r\n')).toBe('\r\nHOOK\r\n');
  });

  test('the checksum matches the changed line', () => {
    // 2B^41^44^41^54^41^3A^20^43^56^3D^33^33^30^33 = 4B
    expect(dropCell('\r\n+ADATA: SOC=1*00\r\n\r\n+ADATA: CV=3301,3303*00\r\n')).toMatch(
      /CV=3303\*4B\r\n$/,
    );
  });
});
