import { describe, expect, test } from 'vitest';
import { createDevice } from './device.ts';
import type { DeviceOptions } from './device.ts';

const open = (options: DeviceOptions = {}) => {
  const device = createDevice({ seed: 7, ...options });
  const line = device.openLine('test');
  return { device, line };
};

/** Sends a command at `atMs` and returns all bytes of the next second. */
const ask = (line: ReturnType<typeof open>['line'], text: string, atMs: number): string => {
  line.receive(Buffer.from(text, 'latin1'), atMs);
  return Buffer.from(line.take(atMs + 999)).toString('latin1');
};

describe('commands of the device', () => {
  test.each([
    ['AT\r\n', '\r\nOK\r\n'],
    ['ATI\r\n', '\r\nACME-BMS OBD\r\nHW:2.1 FW:1.4.0 SN:A1B2C3\r\n\r\nOK\r\n'],
    ['AT+VB=1\r\n', '\r\nOK\r\n'],
    ['AT+VB?\r\n', '\r\n+VB: 0\r\n\r\nOK\r\n'],
    ['AT+VB=7\r\n', '\r\nERROR\r\n'],
    ['AT+FOO\r\n', '\r\nERROR\r\n'],
    ['hello\r\n', '\r\nERROR\r\n'],
    ['at+vb?\r\n', '\r\n+VB: 0\r\n\r\nOK\r\n'],
  ])('%j is answered by %j', (command, reply) => {
    expect(ask(open().line, command, 0)).toBe(reply);
  });

  test('verbose mode switches between the compact and the labelled reply', () => {
    const { line } = open();
    expect(ask(line, 'AT+ADATA\r\n', 0)).toMatch(/^\r\n\+ADATA: 1,1,0,16,4,/);
    ask(line, 'AT+VB=1\r\n', 1000);
    expect(ask(line, 'AT+VB?\r\n', 2000)).toBe('\r\n+VB: 1\r\n\r\nOK\r\n');
    expect(ask(line, 'AT+ADATA\r\n', 3000)).toMatch(
      /^\r\n\+ADATA: VER=1,SEQ=2,UP=3,NC=16,NT=4\r\n/,
    );
  });

  test.each(['\r', '\n', '\r\n', '\n\r'])(
    'the line ending %j completes a command once',
    (ending) => {
      const { device, line } = open();
      expect(ask(line, `AT${ending}`, 0)).toBe('\r\nOK\r\n');
      expect(device.counters.commands).toBe(1);
    },
  );

  test('a CR and its LF may arrive in different chunks', () => {
    const { line } = open();
    line.receive(Buffer.from('AT\r'), 0);
    line.receive(Buffer.from('\n'), 30);
    expect(Buffer.from(line.take(900)).toString()).toBe('\r\nOK\r\n');
  });

  test('a command without a line ending runs after 100 ms of silence', () => {
    const { line } = open();
    line.receive(Buffer.from('AT+VB?'), 0);
    expect(line.take(99)).toHaveLength(0);
    expect(line.nextDueMs()).toBe(100);
    line.take(100);
    expect(Buffer.from(line.take(200)).toString()).toBe('\r\n+VB: 0\r\n\r\nOK\r\n');
  });

  test('a command typed key by key runs only after its line ending, however slowly it is typed', () => {
    const { line } = open();
    ['A', 'T', 'I'].forEach((key, i) => line.receive(Buffer.from(key), i * 70));
    expect(line.take(5000)).toHaveLength(0);
    expect(ask(line, '\r', 6000)).toContain('ACME-BMS');
  });

  test('with echo on, every byte is sent back before the reply', () => {
    const { line } = open();
    ask(line, 'ATE1\r\n', 0);
    expect(ask(line, 'AT\r\n', 1000)).toBe('AT\r\n\r\nOK\r\n');
    ask(line, 'ATE0\r\n', 2000);
    expect(ask(line, 'AT\r\n', 3000)).toBe('\r\nOK\r\n');
  });
});

describe('timing of the device', () => {
  test('replies are sent at the baud rate, with ten bits per character', () => {
    const { line } = open({ latencyMs: 0 });
    line.setBaudRate(9600);
    line.receive(Buffer.from('AT+ADATA\r\n'), 0);
    const inFirst100ms = line.take(100).length;
    expect(inFirst100ms).toBe(Math.floor(100 / (10_000 / 9600)));
    const rest = line.take(1000).length;
    expect(rest).toBeGreaterThan(50);
    expect(line.nextDueMs()).toBeUndefined();
  });

  test('the same seed and script give the same bytes at any polling interval', () => {
    const script = (speed: number, seed: number): string => {
      const { line } = open({ speed, seed });
      return [0, 60, 200, 900]
        .map((batteryS) => ask(line, 'AT+ADATA\r\n', (batteryS * 1000) / speed))
        .join('');
    };
    expect(script(1, 3)).toBe(script(0.1, 3));
    expect(script(20, 3)).toBe(script(1, 3));
    expect(script(1, 4)).not.toBe(script(1, 3));
  });

  test.each(['drive', 'charge', 'short-circuit'] as const)(
    'an hour of %s at 1000 times the speed gives the same bytes as in real time',
    (scenario) => {
      const hour = (speed: number): string => {
        const { line } = open({ speed, seed: 3, scenario, cells: 4, latencyMs: 0 });
        let bytes = '';
        for (let batteryS = 0; batteryS <= 3600; batteryS += 30) {
          const atMs = (batteryS * 1000) / speed;
          bytes += Buffer.from(line.take(atMs)).toString('latin1');
          line.receive(Buffer.from('AT+ADATA\r\n'), atMs);
          bytes += Buffer.from(line.take(atMs)).toString('latin1');
        }
        return bytes;
      };
      const real = hour(1);
      expect(real.match(/OK/g)).toHaveLength(121);
      expect(hour(1000)).toBe(real);
      expect(hour(7)).toBe(real);
    },
  );

  test('changing the speed does not lose time', () => {
    const { device, line } = open({ seed: 3, latencyMs: 0 });
    device.setSpeed(1000, 1000);
    device.setSpeed(1, 2000);
    const { line: plain } = open({ seed: 3, latencyMs: 0 });
    const at = (of: typeof line, ms: number): string => {
      of.receive(Buffer.from('AT+ADATA\r\n'), ms);
      return Buffer.from(of.take(ms)).toString('latin1');
    };
    expect(at(line, 3000)).toBe(at(plain, 1_002_000));
  });

  test('the polling interval does not change the reported values', () => {
    const last = (everyMs: number): string => {
      const { line, device } = open({ latencyMs: 0 });
      for (let at = everyMs; at < 60_000; at += everyMs) {
        device.advance(at);
      }
      return ask(line, 'AT+ADATA\r\n', 60_000);
    };
    expect(last(250)).toBe(last(7000));
  });
});

describe('several lines and reboots', () => {
  test('two lines share the pack and have their own verbose mode and echo', () => {
    const { device, line } = open();
    const other = device.openLine('other');
    ask(line, 'AT+VB=1\r\n', 0);
    expect(ask(other, 'AT+VB?\r\n', 0)).toContain('+VB: 0');
    expect(device.counters.verboseOn).toBe(1);
    expect(device.commands().map(({ transport, text }) => `${transport} ${text}`)).toEqual([
      'test AT+VB=1',
      'other AT+VB?',
    ]);
  });

  test('a reboot sends the banner, resets verbose mode and restarts uptime and sequence', () => {
    const { device, line } = open();
    ask(line, 'AT+VB=1\r\n', 0);
    ask(line, 'AT+ADATA\r\n', 1000);
    device.reboot(60_000);
    expect(Buffer.from(line.take(60_500)).toString()).toBe('\r\nREADY\r\n');
    expect(ask(line, 'AT+ADATA\r\n', 61_000)).toMatch(/^\r\n\+ADATA: 1,1,1,16,4,/);
  });

  test('a poll during a pending reply is counted as overlapping', () => {
    const { device, line } = open();
    line.setBaudRate(9600);
    line.receive(Buffer.from('AT+ADATA\r\n'), 0);
    line.take(50);
    line.receive(Buffer.from('AT+ADATA\r\n'), 51);
    expect(device.counters).toMatchObject({ polls: 2, overlappingPolls: 1 });
  });

  test('a poll that arrives before the last line feed of a reply is not counted as overlapping', () => {
    const { device, line } = open();
    line.setBaudRate(9600);
    line.receive(Buffer.from('AT\r\n'), 0);
    let now = 0;
    let said = '';
    while (!said.endsWith('OK\r')) {
      now += 0.5;
      said += Buffer.from(line.take(now)).toString();
    }
    line.receive(Buffer.from('AT+ADATA\r\n'), now);
    expect(device.counters).toMatchObject({ polls: 1, overlappingPolls: 0 });
    expect(Buffer.from(line.take(now + 1_000)).toString()).toMatch(/^\n\r\n\+ADATA: /);
  });
});
