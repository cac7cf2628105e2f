import { describe, expect, test } from 'vitest';
import type { Outcome } from '../link/traffic.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { createPackWatch } from './pack-watch.ts';

const pack = (change: Partial<PackSample> = {}): PackSample => ({
  alarms: [],
  protections: [],
  cellVoltagesV: [3.3, 3.3, 3.3, 3.3],
  temperaturesC: [25],
  balancing: [false, false, false, false],
  cycles: 100,
  ...change,
});
const five = pack({ cellVoltagesV: [3.3, 3.3, 3.3, 3.3, 3.3] });
const identity = (text: string): Outcome => ({
  kind: 'ok',
  lines: [text],
  latencyMs: 5,
  endedBy: 'final',
});

describe('the pack of a connection', () => {
  test('[REC-10] without a disconnection, only the number of cells or a serial number proves another pack', () => {
    const watch = createPackWatch();
    expect(watch.sample(pack(), 0)).toBeUndefined();
    expect(watch.sample(pack({ cycles: 7 }), 2_000)).toBeUndefined();
    expect(watch.sample(five, 4_000)).toEqual(['cellCount']);
    expect(watch.sample(five, 6_000)).toBeUndefined();
  });

  test('[REC-10] [REC-13] the number of cells proves nothing if they arrive in several records', () => {
    const cells = (...olderMs: readonly number[]) =>
      new Map(olderMs.map((each, index) => [`cellVoltagesV ${index + 1}`, each]));
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    expect(watch.sample(five, 2_000, cells(900, 900, 0, 0, 0))).toBeUndefined();
    expect(watch.sample(pack(), 4_000)).toBeUndefined();
    watch.doubt();
    expect(watch.sample(five, 6_000)).toBeUndefined();
    const other = createPackWatch();
    other.sample(pack(), 0, cells(900, 900, 900, 900));
    expect(other.sample(five, 2_000, cells(900, 900, 900, 900, 900))).toEqual(['cellCount']);
  });

  test('[REC-10] [REC-13] the number of sensors proves nothing either, and each list is merged on its own', () => {
    const sensors = new Map([
      ['temperaturesC 1', 900],
      ['temperaturesC 2', 0],
    ]);
    const two = { temperaturesC: [25, 26] };
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    watch.doubt();
    expect(watch.sample(pack(two), 2_000, sensors)).toBeUndefined();
    expect(watch.sample({ ...five, ...two }, 4_000, sensors)).toEqual(['cellCount']);
    const other = createPackWatch();
    other.sample(pack(), 0);
    other.doubt();
    const cells = new Map([
      ['cellVoltagesV 1', 900],
      ['cellVoltagesV 2', 0],
    ]);
    expect(other.sample(pack(two), 2_000, cells)).toEqual(['temperatureCount']);
  });

  test('[REC-11] after a disconnection, all values of the first sample are compared, but not those of the next one', () => {
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    watch.doubt();
    expect(watch.sample(pack({ cycles: 7 }), 2_000)).toEqual(['cycles']);
    expect(watch.sample(pack({ cycles: 50 }), 4_000)).toBeUndefined();
  });

  test('[REC-11] after a disconnection, the time since the last sample limits the change of charge', () => {
    const charged = pack({ socPercent: 80 });
    const empty = pack({ socPercent: 30, cellVoltagesV: [3.2, 3.2, 3.2, 3.2] });
    const after = (gapMs: number) => {
      const watch = createPackWatch();
      watch.sample(charged, 3_600_000);
      watch.doubt();
      return watch.sample(empty, 3_600_000 + gapMs);
    };
    expect(after(2_000)).toEqual(['stateOfCharge']);
    expect(after(3_600_000)).toBeUndefined();
  });

  test('[OBD-153] after a change of the profile the next sample is not compared, unless the connection ended', () => {
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    watch.reread();
    expect(watch.sample(five, 2_000)).toBeUndefined();
    watch.doubt();
    watch.reread();
    expect(watch.sample(pack(), 4_000)).toEqual(['cellCount']);
  });

  test('[REC-12] another serial number proves another pack at once; replies to other commands do not', () => {
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    expect(watch.reply('ATI', identity('SN:A1'))).toBeUndefined();
    expect(watch.reply(' ati9', identity('SN:A1'))).toBeUndefined();
    expect(watch.identity()).toMatchObject({ serial: 'A1' });
    expect(watch.reply('AT+X', identity('SN:B2'))).toBeUndefined();
    expect(watch.reply('XATI', identity('SN:B2'))).toBeUndefined();
    expect(watch.reply('ATI', { kind: 'timeout' })).toBeUndefined();
    expect(watch.identity()).toMatchObject({ serial: 'A1' });
    expect(
      watch.reply('ATI', { kind: 'ok', lines: [], latencyMs: 5, endedBy: 'final' }),
    ).toBeUndefined();
    expect(watch.identity()).toEqual({ serial: 'A1' });
    expect(watch.reply('ATI', identity('no number'))).toBeUndefined();
    expect(watch.reply('ATI', identity('SN:B2'))).toEqual(['serial']);
    expect(watch.sample(pack(), 2_000)).toBeUndefined();
  });

  test('[REC-12] after a disconnection the serial number is unknown until the user asks again', () => {
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    watch.reply('ATI', identity('SN:A1'));
    watch.doubt();
    expect(watch.identity()).toBeUndefined();
    watch.sample(pack(), 2_000);
    expect(watch.reply('ATI', identity('SN:B2'))).toEqual(['serial']);
  });

  test('[REC-12] the identity of one pack is not assigned to the next', () => {
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    watch.reply('ATI', identity('SN:A1'));
    watch.sample(pack(), 2_000);
    expect(watch.sample(five, 4_000)).toEqual(['cellCount']);
    expect(watch.identity()).toBeUndefined();
    expect(watch.reply('ATI', identity('SN:B2'))).toBeUndefined();
  });

  test('[REC-12] an identity requested before the first sample of another pack belongs to that pack', () => {
    const watch = createPackWatch();
    watch.sample(pack(), 0);
    watch.doubt();
    watch.reply('ATI', identity('SN:B2'));
    expect(watch.sample(five, 2_000)).toEqual(['cellCount']);
    expect(watch.identity()).toMatchObject({ serial: 'B2' });
  });
});

describe('the pack of a check', () => {
  test('[TERM-206] another pack is reported with every sample until the first pack is back', () => {
    const watch = createPackWatch({ staysWithFirst: true });
    watch.sample(pack(), 0);
    expect(watch.sample(five, 2_000)).toEqual(['cellCount']);
    expect(watch.sample(five, 4_000)).toEqual(['cellCount']);
    expect(watch.sample(pack({ cycles: 7 }), 6_000)).toEqual(['cycles']);
    expect(watch.sample(pack(), 8_000)).toBeUndefined();
    expect(watch.sample(pack({ cycles: 7 }), 10_000)).toBeUndefined();
  });

  test('[TERM-206] after a wrong serial number, the right one must be reported again', () => {
    const watch = createPackWatch({ staysWithFirst: true });
    watch.sample(pack(), 0);
    watch.reply('ATI', identity('SN:A1'));
    expect(watch.reply('ATI', identity('SN:B2'))).toEqual(['serial']);
    expect(watch.sample(pack(), 2_000)).toEqual(['serial']);
    watch.doubt();
    expect(watch.sample(pack(), 4_000)).toEqual(['serial']);
    expect(watch.reply('ATI', identity('SN:A1'))).toBeUndefined();
    expect(watch.sample(pack(), 6_000)).toBeUndefined();
  });
});
