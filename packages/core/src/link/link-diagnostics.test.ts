import { describe, expect, test } from 'vitest';
import { createLinkDiagnostics } from './link-diagnostics.ts';
import { command, connected } from './link-rig.fixture.ts';

const text = (length: number): Uint8Array => new Uint8Array(length).fill(0x41);
const garbage = (length: number): Uint8Array => new Uint8Array(length).fill(0xf8);

describe('link diagnostics', () => {
  test('[LINK-9] unreadable bytes are diagnosed as a wrong baud rate, with their percentage and another rate to try', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    diagnostics.received(100_000, text(62));
    diagnostics.received(105_000, garbage(38));
    expect(diagnostics.diagnose(106_000)).toEqual({
      kind: 'wrongBaudRate',
      unreadablePercent: 38,
      tryBaudRate: 57_600,
    });
  });

  test('[LINK-9] decoded values prove the baud rate for 10 s', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    diagnostics.understood(5_000);
    diagnostics.received(9_000, garbage(100));
    expect(diagnostics.diagnose(14_999)).toEqual({ kind: 'well' });
    expect(diagnostics.diagnose(15_000)).toMatchObject({ kind: 'wrongBaudRate' });
  });

  test('[LINK-10] each rate suggests another rate; the slowest suggests the fastest', () => {
    const tried = [115_200, 57_600, 38_400, 19_200, 9_600].map((rate) => {
      const diagnostics = createLinkDiagnostics(rate);
      diagnostics.received(0, garbage(50));
      const diagnosis = diagnostics.diagnose(0);
      return diagnosis.kind === 'wrongBaudRate' ? diagnosis.tryBaudRate : undefined;
    });
    expect(tried).toEqual([57_600, 38_400, 19_200, 9_600, 115_200]);
  });

  test('[LINK-11] no diagnosis is made from old bytes or too few bytes', () => {
    const diagnostics = createLinkDiagnostics(9_600);
    diagnostics.received(0, garbage(100));
    expect(diagnostics.diagnose(10_000)).toEqual({ kind: 'well' });
    diagnostics.received(20_000, garbage(19));
    expect(diagnostics.diagnose(20_000)).toEqual({ kind: 'well' });
  });

  test('[LINK-12] line errors in readable text are diagnosed as a cable problem and listed by name', () => {
    const diagnostics = createLinkDiagnostics(9_600);
    diagnostics.received(0, text(1_000));
    for (const name of ['ParityError', 'FramingError', 'ParityError'])
      diagnostics.glitch(100, name);
    expect(diagnostics.diagnose(200)).toEqual({
      kind: 'badLine',
      errors: 3,
      names: ['FramingError', 'ParityError'],
    });
  });

  test('[SR-10] an overrun is reported as an overrun', () => {
    const diagnostics = createLinkDiagnostics(9_600);
    diagnostics.glitch(0, 'BufferOverrunError');
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'overrun', errors: 1 });
  });

  test('[LINK-13] three commands without a received byte are diagnosed as silence, which any byte or reply ends', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    for (let each = 0; each < 3; each += 1) diagnostics.command(false);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'silent', commands: 3, tryBaudRate: 57_600 });
    diagnostics.received(0, text(1));
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'well' });
  });

  test('[LINK-13] if the device replied at this rate before its silence, no other rate is offered', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    diagnostics.command(true);
    for (let each = 0; each < 3; each += 1) diagnostics.command(false);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'silent', commands: 3 });
  });

  test('[LR-04] chunks within 100 ms are stored as one, so that a flood does not make the stored window grow', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    diagnostics.received(1_000, text(10));
    diagnostics.received(1_099, garbage(100));
    expect(diagnostics.diagnose(11_000)).toEqual({ kind: 'well' });
    diagnostics.received(1_100, garbage(100));
    expect(diagnostics.diagnose(11_099)).toMatchObject({ kind: 'wrongBaudRate' });
    expect(diagnostics.diagnose(11_100)).toEqual({ kind: 'well' });
  });

  test('[LINK-12] a line error between two chunks is not lost', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    for (const name of ['ParityError', 'FramingError', 'BreakError']) {
      diagnostics.received(0, text(10));
      diagnostics.glitch(0, name);
    }
    diagnostics.received(0, text(10));
    expect(diagnostics.diagnose(0)).toMatchObject({ kind: 'badLine', errors: 3 });
  });

  test('[LINK-9] DEL, bytes from 0x80 and control characters are unreadable, except TAB, LF, CR and ESC', () => {
    const isUnreadable = (byte: number): boolean => {
      const diagnostics = createLinkDiagnostics(115_200);
      diagnostics.received(0, new Uint8Array(50).fill(byte));
      return diagnostics.diagnose(0).kind === 'wrongBaudRate';
    };
    const readable = Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => !isUnreadable(byte),
    );
    const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index);
    expect(readable).toEqual([0x09, 0x0a, 0x0d, 0x1b, ...printable]);
  });

  test.each([
    [18, 2, 'well'],
    [17, 3, 'wrongBaudRate'],
    [16, 3, 'well'],
    [900, 100, 'well'],
    [899, 101, 'wrongBaudRate'],
  ] as const)(
    '[LINK-11] of %i readable and %i unreadable bytes the diagnosis is %s: at least 20 bytes, more than a tenth',
    (readable, unreadable, kind) => {
      const diagnostics = createLinkDiagnostics(115_200);
      diagnostics.received(0, text(readable));
      diagnostics.received(0, garbage(unreadable));
      expect(diagnostics.diagnose(0).kind).toBe(kind);
    },
  );

  test('[SR-10] overruns and line errors are counted apart', () => {
    const diagnostics = createLinkDiagnostics(9_600);
    const glitch = (name: string, times: number): void => {
      for (let each = 0; each < times; each += 1) diagnostics.glitch(0, name);
    };
    glitch('ParityError', 2);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'well' });
    glitch('BufferOverrunError', 2);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'overrun', errors: 2 });
    glitch('ParityError', 1);
    expect(diagnostics.diagnose(0)).toEqual({
      kind: 'badLine',
      errors: 3,
      names: ['ParityError'],
    });
  });

  test('[LINK-13] bytes during the silence end it; bytes before the first unanswered command do not', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'well' });
    diagnostics.received(0, text(1));
    for (let each = 0; each < 2; each += 1) diagnostics.command(false);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'well' });
    diagnostics.command(false);
    expect(diagnostics.diagnose(0)).toMatchObject({ kind: 'silent', commands: 3 });
    diagnostics.command(true);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'well' });
    diagnostics.command(false);
    diagnostics.received(0, text(1));
    for (let each = 0; each < 3; each += 1) diagnostics.command(false);
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'well' });
  });
});

describe('the monitor', () => {
  const bytes = Uint8Array.of(0xdd, 0xa5, 0x03, 0x77);
  const monitored = async () => {
    const rig = await connected();
    const found = async () => {
      await rig.clock.advance(1_000);
      return rig.link.diagnosis$.value.kind;
    };
    return { ...rig, found };
  };

  test('[LINK-9] replies to a typed command that is not text do not count as unreadable', async () => {
    const { link, fake, clock, found } = await monitored();
    void link.execute({ ...command('DD A5'), bytes });
    await clock.settle();
    fake.device.send(garbage(100));
    expect(await found()).toBe('well');
    void link.execute(command('AT'));
    await clock.settle();
    fake.device.send(garbage(100));
    expect(await found()).toBe('wrongBaudRate');
  });

  test('[LINK-9] replies to a poll that is not text count, because only decoded values prove the rate', async () => {
    const { link, fake, clock, found } = await monitored();
    void link.execute({ ...command('DD A5', 'background'), bytes });
    await clock.settle();
    fake.device.send(garbage(100));
    expect(await found()).toBe('wrongBaudRate');
    link.understood();
    expect(await found()).toBe('well');
  });

  test.each(['OK', 'ERROR'])(
    '[LINK-13] after the reply %s a device that is silent is offered no other rate',
    async (code) => {
      const rig = await connected({ 'AT+VB=0': `${code}\r\n` });
      for (const asked of ['AT+X', 'AT+Y', 'AT+Z']) {
        void rig.link.execute(command(asked));
        await rig.clock.advance(3_000);
      }
      expect(rig.link.diagnosis$.value).toEqual({ kind: 'silent', commands: 3 });
    },
  );

  test('[LINK-12] line errors of the port are diagnosed while connected, and no more after the end', async () => {
    const { link, fake, found } = await monitored();
    for (let each = 0; each < 3; each += 1) {
      fake.glitch('ParityError', 'parity');
      fake.device.send('text');
    }
    expect(await found()).toBe('badLine');
    void link.disconnect();
    expect(await found()).toBe('well');
  });
});
