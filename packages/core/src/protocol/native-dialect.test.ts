import { describe, expect, test } from 'vitest';
import { aPack } from '../telemetry/pack.fixture.ts';
import { decodeNative } from './native-dialect.ts';

const compact =
  '+ADATA: 1,17,86405,4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,3302,3304,3303,3302,25,26,2';
const labelled = [
  '+ADATA: VER=1,SEQ=17,UP=86405,NC=4,NT=2',
  '+ADATA: V=13.211,I=-12.40,SOC=78.5,SOH=99.0,CAP=100.00,REM=77.72,CYC=123',
  '+ADATA: CV=3302,3304,3303,3302',
  '+ADATA: CT=25,26',
  '+ADATA: BAL=2,FET=3,ALM=0000,PRT=0000',
];
const reported = aPack(0, { sequence: 17, uptimeS: 86_405 });

const rejection = (lines: readonly string[]) => {
  const result = decodeNative(lines);
  return result.ok ? 'decoded' : result.error.kind;
};
const withToken = (index: number, value: string): string => {
  const tokens = compact.slice('+ADATA: '.length).split(',');
  tokens[index] = value;
  return `+ADATA: ${tokens.join(',')}`;
};

describe('the native dialect', () => {
  test('[OBD-1] the compact and the labelled form of one state decode to the same sample', () => {
    expect(decodeNative([compact])).toEqual({ ok: true, value: reported });
    expect(decodeNative(labelled)).toEqual({ ok: true, value: reported });
  });

  test('[OBD-2] lower case, ANSI colours, NULs, leading garbage and an OK without a line break are tolerated', () => {
    for (const line of [
      compact.toLowerCase(),
      `\u001b[32m${compact}\u001b[0m`,
      `\u0000${compact}`,
      `x#@${compact}`,
      `${compact}OK`,
    ]) {
      expect(decodeNative([line])).toEqual({ ok: true, value: reported });
    }
  });

  test('[OBD-3] a correct checksum is accepted, a wrong one rejects the reply', () => {
    const sum = new TextEncoder().encode(compact).reduce((xor, byte) => xor ^ byte, 0);
    const hex = sum.toString(16).toUpperCase().padStart(2, '0');
    expect(decodeNative([`${compact}*${hex}`]).ok).toBe(true);
    expect(rejection([`${compact}*${hex === '00' ? '01' : '00'}`])).toBe('checksum');
  });

  test('[DP-03] a reply with one wrong value is rejected with the reason', () => {
    expect(rejection([])).toBe('empty');
    expect(rejection([compact.slice(0, 60)])).toBe('count');
    expect(rejection([withToken(3, '5')])).toBe('count');
    expect(rejection([withToken(3, '129')])).toBe('count');
    expect(rejection([withToken(5, '13.2.1')])).toBe('number');
    expect(rejection([withToken(6, '--124')])).toBe('number');
    expect(rejection([withToken(0, '2')])).toBe('version');
    expect(rejection([compact, compact])).toBe('count');
    expect(rejection([compact.replace('3302', '33\u000702')])).toBe('unprintable');
    expect(rejection([`+ADATA: 1,${'9'.repeat(5_000)}`])).toBe('tooLong');
    const changed = (from: string, to: string) => labelled.map((line) => line.replace(from, to));
    expect(rejection(changed('VER=1', 'VER=2'))).toBe('version');
    expect(rejection(changed('3303,3302', '3303'))).toBe('count');
    expect(rejection(changed('SOC=78.5', 'SOC'))).toBe('missing');
    expect(rejection(labelled.slice(0, 4))).toBe('missing');
    expect(rejection([...labelled, ...labelled])).toBe('count');
  });

  test('[DP-03] the reason of a rejection names the value', () => {
    const detail = (lines: readonly string[]) => {
      const result = decodeNative(lines);
      return result.ok ? 'decoded' : result.error.detail;
    };
    expect(detail([])).toBe('no +ADATA line');
    expect(detail(['+BDATA: 1', 'ADATA: 1', 'OK'])).toBe('no +ADATA line');
    expect(detail([withToken(1, 'x')])).toBe('the sequence number is not a number: "x"');
    expect(detail([withToken(16, 'x')])).toBe('cell 2 is not a number: "x"');
    expect(detail([withToken(20, 'x')])).toBe('temperature 2 is not a number: "x"');
    expect(detail([withToken(13, 'x')])).toBe('the alarm bits is not a hexadecimal number: "x"');
    expect(detail([withToken(4, '65')])).toBe('the count of temperatures is 65');
    expect(detail([withToken(3, '-1')])).toBe('the count of cells is -1');
    expect(detail([withToken(3, '3')])).toBe('22 values for 3 cells and 2 temperatures');
    expect(detail([withToken(8, '-1')])).toBe('the state of health is -0.1 %');
    expect(detail([withToken(0, '2')])).toBe('version "2" is not known');
    expect(detail([compact, compact])).toBe('more than one compact line: two replies in one');
    expect(detail([compact.replace('3302', '33\u000702')])).toBe(
      'unprintable bytes in "+ADATA: 1,17,86405,4,2,13211,-1240,785,9"',
    );
    expect(detail([`${compact}*00`])).toBe(
      'checksum 00 does not match "+ADATA: 1,17,86405,4,2,13211,-1240,785,9"',
    );
    expect(detail([...labelled, labelled[0] ?? ''])).toBe('VER appears twice: two replies in one');
    expect(detail([...labelled, '+ADATA: X'])).toBe('"X" is not KEY=value');
    expect(detail([...labelled, '+ADATA: =1'])).toBe('"=1" is not KEY=value');
    expect(detail(labelled.map((line) => line.replace('VER=1', 'VER=3')))).toBe(
      'version 3 is not known',
    );
    expect(detail(labelled.map((line) => line.replace('NC=4', 'NC=3')))).toBe(
      '4 values in CV, NC says 3',
    );
    expect(detail(labelled.map((line) => line.replace('SOC=78.5', 'SOC=100.1')))).toBe(
      'SOC is 100.1 %',
    );
    expect(detail(labelled.map((line) => line.replace('SOH=99.0', 'SOH=-0.1')))).toBe(
      'SOH is -0.1 %',
    );
    expect(detail(labelled.slice(0, 4))).toBe('FET is missing');
  });

  test.each([
    [1, 'the sequence number'],
    [2, 'the uptime'],
    [3, 'the count of cells'],
    [4, 'the count of temperatures'],
    [5, 'the pack voltage'],
    [6, 'the current'],
    [7, 'the state of charge'],
    [8, 'the state of health'],
    [9, 'the design capacity'],
    [10, 'the remaining capacity'],
    [11, 'the cycles'],
    [12, 'the FET bits'],
    [13, 'the alarm bits'],
    [14, 'the protection bits'],
    [15, 'cell 1'],
    [20, 'temperature 2'],
    [21, 'the balancing mask'],
  ])('[DP-03] the reason names value %d of a compact reply: %s', (index, name) => {
    for (const text of ['-x', '1x', 'x1', '']) {
      const result = decodeNative([withToken(index, text)]);
      const detail = result.ok ? 'decoded' : result.error.detail;
      expect(detail).toMatch(new RegExp(`^${name} is not a (hexadecimal )?number: "${text}"$`));
    }
  });

  test.each(['SEQ', 'UP', 'V', 'I', 'SOC', 'SOH', 'CAP', 'REM', 'CYC', 'FET', 'ALM', 'PRT', 'BAL'])(
    '[DP-03] the reason names the value %s of a labelled reply',
    (key) => {
      const wrong = new RegExp(`\\b${key}=[^,]+`);
      for (const text of ['-x', '']) {
        const result = decodeNative(labelled.map((line) => line.replace(wrong, `${key}=${text}`)));
        const detail = result.ok ? 'decoded' : result.error.detail;
        expect(detail).toMatch(new RegExp(`^${key} is not a (hexadecimal )?number: "${text}"$`));
      }
    },
  );

  test('[OBD-1] 128 cells and 64 sensors are decoded, also with spaces', () => {
    const tokens = compact.split(',');
    const large = [...tokens.slice(0, 3), 128, 64, ...tokens.slice(5, 15)];
    const lists = [...Array<number>(128).fill(3302), ...Array<number>(64).fill(25), ' F '];
    const sample = decodeNative([
      [...large, ...lists].join(' , ').replace('ADATA: 1', 'ADATA:  1 '),
    ]);
    expect(sample.ok && sample.value.cellVoltagesV).toEqual(Array(128).fill(3.302));
    expect(sample.ok && sample.value.temperaturesC).toEqual(Array(64).fill(25));
    expect(sample.ok && sample.value.balancing?.filter(Boolean)).toHaveLength(4);
  });

  test('[OBD-1] a labelled reply may be of lower case and have spaces, and lists may be empty', () => {
    const lower = labelled.map((line) => line.toLowerCase().replaceAll(/,(?=[a-z])/g, ' , '));
    expect(decodeNative(lower)).toEqual({ ok: true, value: reported });
    const bare = labelled
      .map((line) => line.replace('NC=4,NT=2', 'NC=0, NT=0').replace(/C[VT]=.*/, ''))
      .filter((line) => line !== '+ADATA: ');
    expect(decodeNative(bare)).toMatchObject({
      value: { cellVoltagesV: [], temperaturesC: [], balancing: [] },
    });
  });

  test('[DP-03] after garbage that is longer in upper case, a line is skipped and not cut in the wrong place', () => {
    expect(rejection([`ß${compact}`])).toBe('empty');
  });

  test('[DP-03] lines of other names are skipped, and the largest reply is accepted', () => {
    expect(decodeNative(['+BDATA: 2', compact, 'V: 1'])).toEqual({ ok: true, value: reported });
    expect(rejection([`${compact}${' '.repeat(4_096 - compact.length)}`])).toBe('decoded');
    expect(rejection([`${compact}${' '.repeat(4_097 - compact.length)}`])).toBe('tooLong');
    const filler = Array.from({ length: 8 }, () => 'x'.repeat(4_000));
    expect(rejection([compact, ...filler, 'x'.repeat(768 - compact.length)])).toBe('decoded');
    expect(rejection([compact, ...filler, 'x'.repeat(769 - compact.length)])).toBe('tooLong');
  });

  test('[OBD-1] the switches and the balancing of each cell are bits, the first is bit 0', () => {
    const read = (index: number, value: string) => {
      const result = decodeNative([withToken(index, value)]);
      return result.ok ? result.value : undefined;
    };
    const off = { charge: false, discharge: false, precharge: false };
    expect([0, 1, 2, 4].map((bits) => read(12, `${bits}`)?.switches)).toEqual([
      off,
      { ...off, charge: true },
      { ...off, discharge: true },
      { ...off, precharge: true },
    ]);
    expect(read(21, 'a')?.balancing).toEqual([false, true, false, true]);
    expect(read(21, 'F5')?.balancing).toEqual([true, false, true, false]);
  });

  test('[OBD-3] a star inside a line is no checksum, and a checksum may be of lower case', () => {
    const sum = new TextEncoder().encode(compact).reduce((xor, byte) => xor ^ byte, 0);
    const hex = sum.toString(16).padStart(2, '0');
    expect(rejection([`x*00${compact}*${hex}`])).toBe('decoded');
    expect(rejection([`${compact}*${hex}0`])).toBe('number');
    expect(rejection([withToken(5, '13*00')])).toBe('number');
    expect(rejection([compact.replace('785', 'OK785')])).toBe('number');
  });

  test('[DP-09] the limits of cells and temperatures', () => {
    const cells = (...values: readonly number[]) =>
      values.map((value) => {
        const result = decodeNative([withToken(15, `${value}`)]);
        return result.ok ? result.value.cellVoltagesV[0] : 'rejected';
      });
    expect(cells(-1, 0, 1, 6_000, 6_001)).toEqual([null, null, 0.001, 6, null]);
    const temperatures = (...values: readonly number[]) =>
      values.map((value) => {
        const result = decodeNative([withToken(19, `${value}`)]);
        return result.ok ? result.value.temperaturesC[0] : 'rejected';
      });
    expect(temperatures(-61, -60, 200, 201, -127)).toEqual([null, -60, 200, null, null]);
    expect(rejection([withToken(7, '0')])).toBe('decoded');
    expect(rejection([withToken(7, '1000')])).toBe('decoded');
  });

  test('[DP-09] NaN and values out of range are never 0: the reply is rejected or the value is absent', () => {
    expect(rejection([withToken(7, 'NaN')])).toBe('number');
    expect(rejection([withToken(7, '1001')])).toBe('number');
    const sample = decodeNative([withToken(15, '65535')]);
    expect(sample.ok && sample.value.cellVoltagesV).toEqual([null, 3.304, 3.303, 3.302]);
  });

  test('[OBD-4] a cell that was not read keeps its number, a missing sensor is absent, and -40 is a value', () => {
    const cells = decodeNative([withToken(16, '0')]);
    expect(cells.ok && cells.value.cellVoltagesV).toEqual([3.302, null, 3.303, 3.302]);
    const sensors = decodeNative([withToken(19, '-127').replace(',26,2', ',-40,2')]);
    expect(sensors.ok && sensors.value.temperaturesC).toEqual([null, -40]);
  });

  test('[OBD-5] alarm and protection bits become their names, bit 0 first', () => {
    const sample = decodeNative([withToken(13, '8001').replace(',0000,', ',0402,')]);
    expect(sample.ok && sample.value.alarms).toEqual(['cellOverVoltage', 'temperatureSensorFault']);
    expect(sample.ok && sample.value.protections).toEqual(['cellUnderVoltage', 'shortCircuit']);
  });

  test('[OBD-5] a bit without a name is a fault that the app does not know', () => {
    const alarms = (mask: string) => {
      const sample = decodeNative([withToken(13, mask)]);
      return sample.ok && sample.value.alarms;
    };
    expect(alarms('10000')).toEqual(['unknownFault']);
    expect(alarms('80000000000000000001')).toEqual(['cellOverVoltage', 'unknownFault']);
    expect(alarms('FFFF')).toHaveLength(16);
    const labelledToo = decodeNative(labelled.map((line) => line.replace('PRT=0000', 'PRT=20000')));
    expect(labelledToo.ok && labelledToo.value.protections).toEqual(['unknownFault']);
  });
});
