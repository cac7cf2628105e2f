import { describe, expect, test } from 'vitest';
import { helpText, readCommandLine } from './arguments.ts';

const optionsOf = (...args: string[]) => {
  const line = readCommandLine(args);
  if (line.kind !== 'run') throw new Error(JSON.stringify(line));
  return line.options;
};

describe('command line', () => {
  test('reads transports, seed and shape', () => {
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
    expect(optionsOf('--ws=0', '--soc', '21.5', '--no-pacing', '--scenario', 'cold')).toEqual({
      ws: 0,
      soc: 0.215,
      pacing: false,
      scenario: 'cold',
    });
  });

  test.each([
    [[], 'nothing to listen on'],
    [['--ws', 'x'], '--ws x'],
    [['--ws', '70000'], '0 to 65535'],
    [['--pty'], 'pty'],
    [['--pty', ''], '--pty needs a path'],
    [['--pty', 'a', '--cells', '129'], '1 to 128'],
    [['--pty', 'a', '--cells', '2.5'], 'whole number'],
    [['--pty', 'a', '--scenario', 'war'], 'choose one of idle, drive'],
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
    for (const word of ['--pty', '--ws', '--seed', '--cells', '--temps', 'soc-red', 'many-cells'])
      expect(helpText).toContain(word);
  });
});
