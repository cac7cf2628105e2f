import { describe, expect, test } from 'vitest';
import { createLinkDiagnostics } from './link-diagnostics.ts';

const text = (length: number): Uint8Array => new Uint8Array(length).fill(0x41);
const garbage = (length: number): Uint8Array => new Uint8Array(length).fill(0xf8);

describe('link diagnostics', () => {
  test('[LINK-9] unreadable bytes are diagnosed as a wrong baud rate, with their percentage and another rate to try', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    diagnostics.received(0, text(62));
    diagnostics.received(5_000, garbage(38));
    expect(diagnostics.diagnose(6_000)).toEqual({
      kind: 'wrongBaudRate',
      unreadablePercent: 38,
      windowS: 10,
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

  test('[LINK-10] each rate suggests another one; the slowest suggests the fastest', () => {
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
      windowS: 10,
    });
  });

  test('[SR-10] an overrun is reported as an overrun', () => {
    const diagnostics = createLinkDiagnostics(9_600);
    diagnostics.glitch(0, 'BufferOverrunError');
    expect(diagnostics.diagnose(0)).toEqual({ kind: 'overrun', errors: 1, windowS: 10 });
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

  test('[LR-04] a flood does not make the stored window grow', () => {
    const diagnostics = createLinkDiagnostics(115_200);
    for (let at = 0; at < 10_000; at += 1) diagnostics.received(at, text(100));
    expect(diagnostics.diagnose(10_000)).toEqual({ kind: 'well' });
  });
});
