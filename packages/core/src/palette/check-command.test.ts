import { describe, expect, test } from 'vitest';
import { BUILTIN_COMMANDS } from './builtin-commands.ts';
import { checkCommand, composeCommand } from './check-command.ts';
import { spokenName, syntaxOf, accepts, type PaletteCommand } from './palette-command.ts';

const check = (text: string) => checkCommand(text, BUILTIN_COMMANDS);
const known = (head: string): PaletteCommand => {
  const command = BUILTIN_COMMANDS.find((each) => each.head === head);
  if (command === undefined) throw new Error(`no ${head} in the palette`);
  return command;
};
const limits: PaletteCommand = {
  ...known('AT'),
  head: 'AT+LIM=',
  parameters: [
    { kind: 'integer', name: 'mv', help: '', min: -5, max: 5_000, unit: 'mV' },
    { kind: 'hex', name: 'mask', help: '', min: 0, max: 0xff, optional: true },
    { kind: 'text', name: 'label', help: '', maxLength: 8, optional: true },
  ],
};

describe('built-in commands of the palette', () => {
  test('[TERM-111] each command has a name, help, a source, a unique head, and defaults within their own range', () => {
    const heads = BUILTIN_COMMANDS.map(({ head }) => head);
    expect(new Set(heads).size).toBe(heads.length);
    for (const { name, help, details, source, parameters } of BUILTIN_COMMANDS) {
      for (const text of [name, help, details, source]) expect(text).not.toBe('');
      for (const parameter of parameters) {
        expect(parameter.help).not.toBe('');
        if (parameter.default !== undefined)
          expect(accepts(parameter, parameter.default)).toBe(true);
      }
    }
  });

  test('[TERM-111] each command states whether it changes the device and whether the native dialect answers it', () => {
    const heads = (holds: (command: PaletteCommand) => boolean) =>
      BUILTIN_COMMANDS.filter(holds).map(({ head }) => head);
    expect(heads(({ answered }) => answered === 'native')).toEqual([
      'AT+ADATA',
      'AT+VB=',
      'AT+VB?',
      'AT+VB=?',
      'AT',
      'ATI',
      'ATE',
    ]);
    expect(heads(({ writes }) => !writes)).toEqual(
      expect.arrayContaining(['AT+ADATA', 'AT+VB?', 'AT', 'ATI', 'AT+GMI', 'ATS3?']),
    );
    expect(heads(({ writes }) => writes)).toEqual(
      expect.arrayContaining(['AT+VB=', 'ATE', 'ATQ', 'ATV', 'ATZ', 'AT&F', 'ATS3=', 'ATS5=']),
    );
  });

  test('[TERM-111] the syntax and the short name of a command follow from its head and its parameters', () => {
    expect(syntaxOf(known('AT+VB='))).toBe('AT+VB=<mode>');
    expect(syntaxOf(known('ATI'))).toBe('ATI[<text>]');
    expect(syntaxOf(limits)).toBe('AT+LIM=<mv>[,<mask>][,<label>]');
    expect(['AT+VB=', 'ATE', 'ATS3=', 'AT&F', 'AT'].map((head) => spokenName(known(head)))).toEqual(
      ['VB', 'E', 'S3', 'F', 'AT'],
    );
  });
});

describe('checking a command before it is sent', () => {
  test.each([
    ['AT+VB=1', 'ok'],
    [' at+vb=0 ', 'ok'],
    ['AT+VB=?', 'ok'],
    ['ATI', 'ok'],
    ['ATI3', 'ok'],
    ['AT+VB=', 'incomplete'],
    ['ATE', 'incomplete'],
    ['AT+VB=7', 'badValue'],
    ['ATE7', 'badValue'],
    ['ATS3=128', 'badValue'],
    ['AT+VB=1,2', 'tooMany'],
    ['AT+FOO', 'unknown'],
    ['ATEST', 'unknown'],
    ['ATE0V1', 'unknown'],
    ['', 'unknown'],
  ])('[TERM-112] the check of "%s" returns %s', (text, kind) => {
    expect(check(text).kind).toBe(kind);
  });

  test('[TERM-112] a value out of range is reported with its parameter', () => {
    expect(check('AT+VB=7')).toMatchObject({ parameter: { name: 'mode' }, value: '7' });
    const of = (text: string) => checkCommand(text, [limits]);
    expect(of('AT+LIM=-5,0xFF,"a,b"').kind).toBe('ok');
    expect(of('AT+LIM=-6')).toMatchObject({ kind: 'badValue', value: '-6' });
    expect(of('AT+LIM=1,1FF')).toMatchObject({ parameter: { name: 'mask' } });
    expect(of('AT+LIM=1,,123456789')).toMatchObject({ parameter: { name: 'label' } });
    expect(of('AT+LIM=1,2,3,4')).toMatchObject({ kind: 'tooMany', count: 4 });
    expect(of('AT+LIM=1e3')).toMatchObject({ kind: 'badValue', value: '1e3' });
  });

  test('[TERM-113] the form composes a command only from values within their range', () => {
    expect(composeCommand(known('AT+VB='), ['1'])).toBe('AT+VB=1');
    expect(composeCommand(known('AT+VB='), ['7'])).toBeUndefined();
    expect(composeCommand(known('AT+VB='), [])).toBeUndefined();
    expect(composeCommand(known('ATI'), [])).toBe('ATI');
    expect(composeCommand(limits, ['10', '', 'x'])).toBe('AT+LIM=10,,x');
    expect(composeCommand(limits, ['10', '', 'a,b'])).toBeUndefined();
    expect(composeCommand(limits, ['10', '', '"a,b"'])).toBe('AT+LIM=10,,"a,b"');
  });

  test('[TERM-113] long malformed texts do not make the check throw or hang', () => {
    for (const text of ['"'.repeat(5_000), ','.repeat(5_000), `AT+LIM=${'1,'.repeat(5_000)}`]) {
      expect(['unknown', 'tooMany']).toContain(checkCommand(text, [limits]).kind);
    }
  });
});
