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
    expect(rejection(labelled.slice(0, 4))).toBe('missing');
    expect(rejection([...labelled, ...labelled])).toBe('count');
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
});
