import { describe, expect, test, vi } from 'vitest';
import { createDevice } from '../device/device.ts';
import type { DeviceOptions, UnplugEvent } from '../device/device.ts';
import { parseFault } from './fault-spec.ts';

/** Creates a device with these faults, and functions to poll it. */
const faulty = (texts: readonly string[], options: DeviceOptions = {}) => {
  const unplugged = vi.fn<(event: UnplugEvent) => void>();
  const device = createDevice({ seed: 5, faults: texts.map(parseFault), ...options }, unplugged);
  const line = device.openLine('test');
  const ask = (text: string, atMs: number, forMs = 900): string => {
    line.receive(Buffer.from(`${text}\r\n`, 'latin1'), atMs);
    return Buffer.from(line.take(atMs + forMs)).toString('latin1');
  };
  return { device, line, unplugged, ask, poll: (atMs: number) => ask('AT+ADATA', atMs) };
};
const sound = (atMs = 1000): string => faulty([]).poll(atMs);
const tokens = (reply: string): readonly string[] =>
  (reply.split('\r\n').find((text) => text.startsWith('+ADATA')) ?? '').split(',');

describe('faults of bytes', () => {
  test('garbage is inserted before, inside or after a reply that is otherwise whole', () => {
    const whole = sound();
    const before = faulty(['garbage-before']).poll(1000);
    expect(before).toHaveLength(whole.length + 12);
    expect(before.endsWith(whole)).toBe(true);
    expect(faulty(['garbage-after:value=5']).poll(1000).slice(0, -5)).toBe(whole);
    const inside = faulty(['garbage-inside']).poll(1000);
    const half = Math.floor(whole.length / 2);
    expect(inside.slice(0, half) + inside.slice(half + 12)).toBe(whole);
  });

  test('the largest amount of garbage does not end the simulator', () => {
    const { line, poll } = faulty(['garbage-before:value=1000000']);
    line.setBaudRate(0);
    expect(poll(1000)).toHaveLength(1_000_000 + sound().length);
  });

  test('bytes are flipped, dropped or duplicated', () => {
    const whole = sound();
    const flipped = faulty(['bit-flips:value=10']).poll(1000);
    expect(flipped).toHaveLength(whole.length);
    const turned = Array.from(flipped).map((c, i) => c.charCodeAt(0) ^ whole.charCodeAt(i));
    expect(turned.some((bits) => bits !== 0)).toBe(true);
    // Each byte has at most one flipped bit: the difference is 0 or a power of two.
    expect(turned.every((bits) => (bits & (bits - 1)) === 0)).toBe(true);
    expect(faulty(['dropped-bytes:value=10']).poll(1000).length).toBeLessThan(whole.length);
    expect(faulty(['duplicated-bytes:value=10']).poll(1000).length).toBeGreaterThan(whole.length);
  });

  test('a reply at the wrong baud rate contains no readable text', () => {
    const reply = faulty(['wrong-baud']).poll(1000);
    expect(reply).not.toMatch(/ADATA|OK/);
    expect(reply).toHaveLength(sound().length);
  });

  test('a device with one bit rate is unreadable at another, in both directions', () => {
    const { ask, line, device } = faulty([], { deviceBaud: 9600 });
    line.setBaudRate(115_200);
    expect(ask('AT', 0)).not.toBe('');
    expect(ask('AT', 1000)).not.toContain('OK');
    expect(device.counters.commands).toBe(0);
    line.setBaudRate(9600);
    expect(ask('AT', 2000)).toContain('OK');
  });
});

describe('faults of frames', () => {
  test('a truncated line is followed by its final code; without the final code the line is whole', () => {
    const cut = faulty(['truncated-line']).poll(1000);
    expect(cut.endsWith('\r\n\r\nOK\r\n')).toBe(true);
    expect(tokens(cut).length).toBeLessThan(36);
    const open = faulty(['missing-final']).poll(1000);
    expect(open).toBe(sound().replace(/\r\nOK\r\n$/, ''));
  });

  test('two replies are joined without a line break', () => {
    expect(faulty(['glued']).poll(1000)).toMatch(/OK\+ADATA: [^]*\r\nOK\r\n$/);
  });

  test('the reply to the previous poll is repeated', () => {
    const { poll } = faulty(['previous-reply:after=2']);
    const first = poll(1000);
    expect(poll(3000)).toBe(first);
    expect(poll(5000)).toMatch(/^\r\n\+ADATA: 1,2,/);
  });

  test.each([false, true])(
    'counts are wrong, values are NaN or have decimal commas (verbose: %s)',
    (verbose) => {
      const answer = (fault: string): string => {
        const { ask, poll } = faulty([fault]);
        if (verbose) ask('AT+VB=1', 0);
        return poll(1000);
      };
      const cells = (reply: string): number =>
        verbose ? (/CV=(.*)/.exec(reply)?.[1] ?? '').split(',').length : tokens(reply).length - 20;
      expect(cells(answer('wrong-counts'))).toBe(15);
      expect(answer('nan')).toMatch(verbose ? /SOC=nan,/ : /,nan,990,/);
      expect(answer('decimal-comma')).toMatch(verbose ? /V=\d\d,\d{3},I=/ : /,16,4,5\d,\d{3},/);
    },
  );

  test.each([
    ['json', 'nan', /"soc":nan,/],
    ['json', 'wrong-counts', /"cells":\[(?:[\d.]+,){14}[\d.]+\].*"bal":\[(?:[01],){15}[01]\]/],
    ['json', 'decimal-comma', /"v":"5\d,\d{3}"/],
    ['json', 'truncated-line', /^\r\n\{"v".*[^}]\r\n\r\nOK\r\n$/],
    ['json', 'missing-final', /\}\r\n$/],
    ['lines', 'nan', /\r\nSOC: nan %\r\n/],
    ['lines', 'wrong-counts', / A\r\nSOC: .*\r\nCell2: /],
    ['lines', 'decimal-comma', /^Pack Voltage: 5\d,\d{3} V\r\n/],
    ['lines', 'truncated-line', /^Pack Volta[^V]*\r\nCurrent: .*[^]*\r\nOK\r\n$/],
    ['lines', 'missing-final', /Temp4: \d+ C\r\n$/],
    ['elm', 'nan', /\n\+ADATA: (?:[^,]*,){7}nan,[^\r]*\rOK\r\r>$/],
    ['elm', 'wrong-counts', /\n\+ADATA: (?:[^,]*,){34}[0-9A-F]{4}\rOK\r\r>$/],
    ['elm', 'decimal-comma', /,16,4,5\d,\d{3},/],
    ['elm', 'truncated-line', /\n\+ADATA: [^\r]{20,120}\rOK\r\r>$/],
    ['elm', 'missing-final', /[0-9A-F]{4}\r$/],
    ['elm', 'glued', />\+ADATA: [^]*>$/],
  ] as const)('the reply in the %s dialect has the fault %s', (dialect, fault, expected) => {
    expect(faulty([fault], { dialect }).poll(1000)).toMatch(expected);
  });

  test('a spike changes one cell in one reply', () => {
    const { poll } = faulty(['spike:count=1']);
    const [spiky, calm] = [tokens(poll(1000)), tokens(poll(3000))];
    const far = spiky.filter(
      (_, i) => i >= 15 && i < 31 && Math.abs(Number(spiky[i]) - Number(calm[i])) > 300,
    );
    expect(far).toHaveLength(1);
  });

  test('frozen values keep their numbers while sequence and uptime advance', () => {
    const { poll } = faulty(['frozen']);
    const [one, two] = [tokens(poll(1000)), tokens(poll(60_000))];
    expect(two.slice(3)).toEqual(one.slice(3));
    expect([two[1], two[2]]).toEqual(['2', '60']);
  });
});

describe('faults of timing', () => {
  test('a slow device, slow bytes and a pause delay the same bytes', () => {
    const whole = sound();
    const at = (fault: string, moments: readonly number[]): readonly number[] => {
      const { line } = faulty([fault]);
      line.setBaudRate(115_200);
      line.receive(Buffer.from('AT+ADATA\r\n'), 1000);
      let seen = 0;
      return moments.map((ms) => (seen += line.take(1000 + ms).length));
    };
    expect(at('slow:value=2', [1999, 2100])).toEqual([0, whole.length]);
    expect(at('trickle:value=50', [1054, 1000 + whole.length * 60])).toEqual([21, whole.length]);
    const half = Math.floor(whole.length / 2);
    expect(at('stall:value=3', [2000, 3100])).toEqual([half, whole.length]);
  });

  test('silence is permanent, and on request applies only to polls', () => {
    expect(faulty(['silence']).ask('AT', 0)).toBe('');
    const { ask, poll, device } = faulty(['silence:on=polls,for=5']);
    expect(ask('AT', 0)).toContain('OK');
    expect(poll(1000)).toBe('');
    expect(poll(6000)).toContain('OK');
    expect(device.counters.polls).toBe(2);
  });
});

describe('timed faults', () => {
  test('unsolicited alarms are sent at their times', () => {
    const { line, device } = faulty(['alarms:every=2,count=3']);
    expect(Buffer.from(line.take(60_000)).toString()).toBe(
      '\r\n+ALARM: PRT=0001,CELL=12,VAL=3712,LIM=3650\r\n'.repeat(3),
    );
    expect(device.counters.alarms).toBe(3);
  });

  test('"busy p..." is sent unsolicited, also between a command and its reply, and changes neither', () => {
    const { line, ask } = faulty(['busy:every=2,count=2'], { latencyMs: 50 });
    expect(Buffer.from(line.take(1000)).toString()).toBe('\r\nbusy p...\r\n');
    line.receive(Buffer.from('AT\r\n'), 1990);
    expect(Buffer.from(line.take(2100)).toString()).toBe('\r\nOK\r\n\r\nbusy p...\r\n');
    expect(ask('AT', 9000)).toBe('\r\nOK\r\n');
  });

  test('a flood is 100 lines a second, or as many as the line can carry', () => {
    const { line } = faulty(['flood:for=1']);
    const lines = Buffer.from(line.take(2000)).toString().split('\r\n').filter(Boolean);
    expect(lines).toHaveLength(100);
    const full = faulty(['flood-line-rate']).line;
    full.setBaudRate(115_200);
    let bytes = 0;
    for (let ms = 0; ms <= 10_000; ms += 20) bytes += full.take(ms).length;
    expect(bytes).toBeGreaterThan(11_520 * 9.9);
    expect(bytes).toBeLessThanOrEqual(11_520 * 10);
  });

  test('a restart during a session sends the banner and resets verbose mode', () => {
    const { ask, line, device } = faulty(['reboot:after=10']);
    ask('AT+VB=1', 0);
    expect(Buffer.from(line.take(10_500)).toString()).toBe('\r\nREADY\r\n');
    expect(ask('AT+VB?', 11_000)).toContain('+VB: 0');
    expect(device.counters.boots).toBe(1);
  });

  test('echo turns on and off by itself', () => {
    const { ask } = faulty(['echo-on:after=1', 'echo-off:after=5']);
    expect(ask('AT', 0, 500)).toBe('\r\nOK\r\n');
    expect(ask('AT', 2000)).toBe('AT\r\n\r\nOK\r\n');
    expect(ask('AT', 6000)).toBe('\r\nOK\r\n');
  });

  test('an unplug reaches the transports, at a given time or within a frame', () => {
    const timed = faulty(['unplug:after=3,value=2']);
    timed.device.advance(2999);
    expect(timed.unplugged).not.toHaveBeenCalled();
    timed.device.advance(3000);
    expect(timed.unplugged).toHaveBeenCalledExactlyOnceWith({
      kind: 'unplug',
      againMs: 2000,
      renamed: false,
    });
    const renamed = faulty(['replug-renamed:after=3,value=1']);
    renamed.device.advance(3000);
    expect(renamed.unplugged).toHaveBeenCalledExactlyOnceWith({
      kind: 'unplug',
      againMs: 1000,
      renamed: true,
    });
    const middle = faulty(['unplug-mid-frame:value=0,on=polls']);
    const seen = middle.poll(1000);
    expect(seen).toHaveLength(Math.floor(sound().length / 2));
    expect(middle.unplugged).toHaveBeenCalledExactlyOnceWith({ kind: 'unplug', renamed: false });
  });

  test('[DEV-113] a device that is unplugged in a reply is plugged in again, also if the fault was removed during the reply', () => {
    const { device, line, unplugged } = faulty(['unplug-mid-frame:value=2']);
    line.receive(Buffer.from('AT+ADATA\r\n'), 1000);
    device.faults.remove();
    line.take(1900);
    expect(unplugged).toHaveBeenCalledExactlyOnceWith({
      kind: 'unplug',
      renamed: false,
      againMs: 2000,
    });
  });
});

describe('the fault engine', () => {
  test('the same seed changes the same replies', () => {
    const pattern = (seed: number): string => {
      const { poll } = faulty(['silence:p=0.4'], { seed });
      return Array.from({ length: 40 }, (_, i) => (poll(1000 + i * 2000) ? 'x' : '-')).join('');
    };
    expect(pattern(1)).toBe(pattern(1));
    expect(pattern(1)).not.toBe(pattern(2));
    const silent = pattern(1).split('-').length - 1;
    expect(silent).toBeGreaterThan(6);
    expect(silent).toBeLessThan(30);
  });

  test('faults combine, are counted and can be removed', () => {
    const { device, poll } = faulty(['garbage-before:value=3', 'missing-final']);
    expect(poll(1000)).toHaveLength(sound().length + 3 - 6);
    expect(device.faults.list().map(({ id, strikes }) => [id, strikes])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    device.faults.remove(1);
    expect(poll(3000)).not.toContain('OK');
    device.faults.remove();
    expect(poll(5000)).toContain('OK');
  });

  test.each([
    ['nothing', 'no fault "nothing"'],
    ['nan:q=1', 'no setting q'],
    ['nan:p=2', 'p must be a number from 0 to 1'],
    ['nan:p=x', 'p must be a number from 0 to 1'],
    ['nan:on=fire', 'no setting on'],
  ])('%s is refused with a reason', (text, reason) => {
    expect(() => parseFault(text)).toThrow(reason);
  });
});
