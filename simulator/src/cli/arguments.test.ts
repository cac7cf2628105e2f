import { describe, expect, test } from 'vitest';
import { readCommandLine } from './arguments.ts';
import { configArguments, takeConfig } from './config-file.ts';
import { helpText } from './help.ts';

const optionsOf = (...args: string[]) => {
  const line = readCommandLine(args);
  if (line.kind !== 'run') throw new Error(JSON.stringify(line));
  return line.options;
};

describe('command line', () => {
  test('the command line defines transports, seed and pack', () => {
    expect(
      optionsOf('--pty', 'obd', '--ws', '7070', '--seed', '9', '--cells', '96', '--temps', '0'),
    ).toEqual({
      pty: 'obd',
      ws: 7070,
      seed: 9,
      cells: 96,
      temperatures: 0,
      pacing: true,
    });
    expect(optionsOf('--ws', '0', '--devices', '1000', '--noise', '2.5')).toEqual({
      ws: 0,
      devices: 1000,
      noiseMv: 2.5,
      pacing: true,
    });
    expect(optionsOf('--ws=0', '--soc', '21.5', '--no-pacing', '--scenario', 'cold')).toEqual({
      ws: 0,
      soc: 0.215,
      pacing: false,
      scenario: 'cold',
    });
  });

  test.each([
    [[], 'give at least one of --pty PATH, --ws PORT, --tcp PORT, --serial PATH'],
    [['--ws', 'x'], '--ws x'],
    [['--ws', '0', '--dialect', 'jkk'], '--dialect jkk: choose one of native, json'],
    [
      ['--ws', '0', '--dialect', 'seplos', '--cells', '17'],
      '--cells 17: a seplos device has at most 16',
    ],
    [['--ws', '0', '--dialect', 'jk', '--temps', '4'], '--temps 4: a jk device has at most 3'],
    [['--ws', '0', '--dialect', 'jk', '--temps', '0'], '--temps 0: a jk device has at least one'],
    [['--ws', '70000'], '0 to 65535'],
    [['--pty'], 'pty'],
    [['--pty', ''], '--pty needs a path'],
    [['--pty', 'a', '--cells', '129'], '1 to 128'],
    [['--pty', 'a', '--cells', '2.5'], 'whole number'],
    [['--pty', 'a', '--scenario', 'war'], 'choose one of idle, drive'],
    [['--pty', 'a', '--devices', '0'], '1 to 10000'],
    [['--ptty', 'a'], '--ptty'],
    [['a'], 'a'],
  ])('%j is refused with a reason', (args, reason) => {
    expect(readCommandLine(args)).toMatchObject({
      kind: 'wrong',
      message: expect.stringContaining(reason) as string,
    });
  });

  test('the help names every option and scenario', () => {
    expect(readCommandLine(['--help'])).toEqual({ kind: 'help' });
    for (const word of [
      '--pty',
      '--devices',
      '--noise',
      '--dialect',
      '--ws',
      '--seed',
      '--cells',
      '--temps',
      'soc-red',
      'many-cells',
    ])
      expect(helpText).toContain(word);
  });
});

describe('configuration file', () => {
  test('a configuration file has the same options, and the command line overrides them', () => {
    const file = configArguments({
      scenario: 'cold',
      cells: 96,
      'no-pacing': true,
      echo: false,
      fault: ['nan:p=0.1', { name: 'slow', value: 2 }],
    });
    expect(optionsOf('--ws=0', ...file, '--cells', '12')).toEqual({
      ws: 0,
      scenario: 'cold',
      cells: 12,
      pacing: false,
      faults: [
        { name: 'nan', p: 0.1 },
        { name: 'slow', value: 2 },
      ],
    });
  });

  test('the configuration file is found among the arguments', () => {
    expect(takeConfig(['--ws', '1', '--config', 'f', '--seed', '2'])).toEqual({
      file: 'f',
      rest: ['--ws', '1', '--seed', '2'],
    });
    expect(takeConfig(['--config=f']).file).toBe('f');
    expect(takeConfig(['--config=run=1/f']).file).toBe('run=1/f');
    expect(() => takeConfig(['--config'])).toThrow('needs a path');
    expect(() => configArguments([])).toThrow('one JSON object');
  });
});
