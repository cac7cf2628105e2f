import { describe, expect, test } from 'vitest';
import { readArguments, usageOf } from './arguments.ts';

describe('the command line', () => {
  test('[CLI-1] each command is parsed with its options and their defaults', () => {
    expect(readArguments(['live', '--port', '/dev/x', '--json', '--count', '3'])).toEqual({
      kind: 'live',
      port: '/dev/x',
      baudRate: 115_200,
      json: true,
      count: 3,
    });
    expect(readArguments(['terminal', '--port', '/dev/x', '--baud', '9600'])).toEqual({
      kind: 'terminal',
      port: '/dev/x',
      baudRate: 9_600,
    });
    expect(readArguments(['decode', 'capture.txt'])).toEqual({
      kind: 'decode',
      file: 'capture.txt',
    });
    expect(readArguments(['verify', 'a.jsonl', '--key', '3f2a 91bc'])).toEqual({
      kind: 'verify',
      file: 'a.jsonl',
      key: '3f2a 91bc',
      json: false,
    });
    const sign = ['firmware', 'sign', '--description', 'd.json', '--key', 'k.pem', 'bms.bin'];
    expect(readArguments(sign)).toEqual({
      kind: 'firmwareSign',
      file: 'bms.bin',
      description: 'd.json',
      key: 'k.pem',
    });
    const send = ['firmware', 'send', '--protocol', 'xmodem', '--port', '/dev/x', 'bms.bin'];
    expect(readArguments([...send, '--block', '128'])).toEqual({
      kind: 'firmwareSend',
      port: '/dev/x',
      baudRate: 115_200,
      file: 'bms.bin',
      protocol: 'xmodem',
      blockSize: 128,
    });
    expect(readArguments([...send, '--block', '1024'])).toMatchObject({ blockSize: 1_024 });
    expect(readArguments(send)).toMatchObject({ blockSize: undefined });
    expect(readArguments([])).toEqual({ kind: 'help' });
  });

  test('[CLI-2] a wrong argument is reported', () => {
    const problem = (...words: readonly string[]) => {
      const ask = readArguments(words);
      return ask.kind === 'wrong' ? ask.problem : ask.kind;
    };
    expect(problem('live')).toBe('live needs --port PATH');
    expect(problem('live', '--port', 'x', '--baud', 'fast')).toBe('--baud fast is not a baud rate');
    expect(problem('live', '--port', 'x', '--count', '0')).toContain('--count 0');
    expect(problem('verify')).toBe('verify takes one file');
    expect(problem('decode')).toBe('decode takes one file');
    expect(problem('firmware', 'sign')).toBe('firmware sign takes one image');
    expect(problem('firmware', 'sign', 'x')).toBe('firmware sign needs --description FILE');
    expect(problem('firmware', 'sign', 'x', '--description', 'd')).toContain('needs --key FILE');
    expect(problem('decode', 'a', 'b')).toBe('decode takes one file');
    expect(problem('profile', 'test', 'a')).toBe('profile check takes one file');
    const send = ['firmware', 'send', '--port', 'x'] as const;
    expect(problem(...send)).toBe('firmware takes: send FILE, or sign IMAGE');
    expect(problem(...send, 'x')).toContain('needs --protocol xmodem');
    expect(problem(...send, 'x', '--protocol', 'ymodem', '--block', '7')).toContain('--block 7');
    expect(problem('dance')).toBe('There is no command dance');
    expect(problem('live', '--prot', 'x')).toBe("Unknown option '--prot'");
    expect(problem('live', '--port', 'x', '5')).toBe('live does not take “5”');
    expect(problem('terminal', '--port', 'x', 'ATI')).toBe('terminal does not take “ATI”');
  });

  test('[CLI-17] the usage after a wrong argument is that of the command', () => {
    expect(usageOf('verify')).toMatch(/^ {2}npm run batbot -- verify FILE.*not readable\n$/s);
    expect(usageOf('firmware').match(/npm run batbot -- \w+ \w+/g)).toEqual([
      'npm run batbot -- firmware send',
      'npm run batbot -- firmware sign',
    ]);
    for (const word of ['dance', 'toString'])
      expect(usageOf(word)).toBe('npm run batbot -- help shows all commands');
  });
});
