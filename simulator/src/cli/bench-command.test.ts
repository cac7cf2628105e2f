import { expect, test } from 'vitest';
import { benchDevices, readBenchArguments } from './bench-command.ts';

test('bench connects and polls all devices and reports the memory per device', async () => {
  const lines: string[] = [];
  for await (const line of benchDevices({ devices: 3, rounds: 2 })) lines.push(line);
  expect(lines.join('')).toMatch(
    /^3 devices started in .*\nmemory .* KiB a device\nround 1: .*\nround 2: all answered in .*\nmemory .*\n$/,
  );
});

test('bench accepts only whole numbers', () => {
  expect(readBenchArguments([])).toEqual({ devices: 1000, rounds: 5 });
  expect(readBenchArguments(['--help'])).toBe('help');
  expect(() => readBenchArguments(['--devices', 'many'])).toThrow('--devices');
});
