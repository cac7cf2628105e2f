import { describe, expect, test } from 'vitest';
import { createLineDoctor } from './line-doctor.ts';

const text = (length: number): Uint8Array => new Uint8Array(length).fill(0x41);
const garbage = (length: number): Uint8Array => new Uint8Array(length).fill(0xf8);

describe('the line doctor', () => {
  test('[LINK-9] unreadable bytes point to the baud rate, with their share and another rate to try', () => {
    const doctor = createLineDoctor(115_200);
    doctor.received(0, text(62));
    doctor.received(5_000, garbage(38));
    expect(doctor.diagnose(6_000)).toEqual({
      kind: 'wrongBaudRate',
      unreadablePercent: 38,
      windowS: 10,
      tryBaudRate: 57_600,
    });
  });

  test('[LINK-10] each rate leads to another one, the slowest to the fastest', () => {
    const tried = [115_200, 57_600, 38_400, 19_200, 9_600].map((rate) => {
      const doctor = createLineDoctor(rate);
      doctor.received(0, garbage(50));
      const diagnosis = doctor.diagnose(0);
      return diagnosis.kind === 'wrongBaudRate' ? diagnosis.tryBaudRate : undefined;
    });
    expect(tried).toEqual([57_600, 38_400, 19_200, 9_600, 115_200]);
  });

  test('[LINK-11] what is older than ten seconds, or too little, proves nothing', () => {
    const doctor = createLineDoctor(9_600);
    doctor.received(0, garbage(100));
    expect(doctor.diagnose(10_000)).toEqual({ kind: 'well' });
    doctor.received(20_000, garbage(19));
    expect(doctor.diagnose(20_000)).toEqual({ kind: 'well' });
  });

  test('[LINK-12] line errors in readable text point to the cable, by name', () => {
    const doctor = createLineDoctor(9_600);
    doctor.received(0, text(1_000));
    for (const name of ['ParityError', 'FramingError', 'ParityError']) doctor.glitch(100, name);
    expect(doctor.diagnose(200)).toEqual({
      kind: 'badLine',
      errors: 3,
      names: ['FramingError', 'ParityError'],
      windowS: 10,
    });
  });

  test('[SR-10] an overrun is named as such', () => {
    const doctor = createLineDoctor(9_600);
    doctor.glitch(0, 'BufferOverrunError');
    expect(doctor.diagnose(0)).toEqual({ kind: 'overrun', errors: 1, windowS: 10 });
  });

  test('[LINK-13] three commands without a single byte in return: silent; any byte or reply ends it', () => {
    const doctor = createLineDoctor(115_200);
    for (let each = 0; each < 3; each += 1) doctor.command(false);
    expect(doctor.diagnose(0)).toEqual({ kind: 'silent', commands: 3, tryBaudRate: 57_600 });
    doctor.received(0, text(1));
    expect(doctor.diagnose(0)).toEqual({ kind: 'well' });
  });

  test('[LINK-13] silent after it has answered at this rate: another rate is no cure, and none is offered', () => {
    const doctor = createLineDoctor(115_200);
    doctor.command(true);
    for (let each = 0; each < 3; each += 1) doctor.command(false);
    expect(doctor.diagnose(0)).toEqual({ kind: 'silent', commands: 3 });
  });

  test('[LR-04] a flood does not grow what is kept', () => {
    const doctor = createLineDoctor(115_200);
    for (let at = 0; at < 10_000; at += 1) doctor.received(at, text(100));
    expect(doctor.diagnose(10_000)).toEqual({ kind: 'well' });
  });
});
