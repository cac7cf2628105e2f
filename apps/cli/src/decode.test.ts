import { describe, expect, test } from 'vitest';
import { decodeCapture } from './decode.ts';

const decode = (text: string) => decodeCapture(new TextEncoder().encode(text));

describe('decoding a capture', () => {
  test('[CLI-3] native replies are decoded without a profile', () => {
    const { samples, draft } = decode(
      '\r\n+ADATA: 1,17,86405,1,1,3302,-1240,785,990,10000,7772,123,3,0000,0000,3302,25,0\r\n\r\nOK\r\n',
    );
    expect(samples[0]?.sample).toMatchObject({ socPercent: 78.5, cellVoltagesV: [3.302] });
    expect(draft).toBeNull();
  });

  test('[CLI-4] replies with named values are decoded, and the draft is printed', () => {
    const { samples, draft } = decode('{"soc":55,"v":13.2}\r\nOK\r\n{"soc":54,"v":13.1}\r\nOK\r\n');
    expect(samples.map(({ sample }) => sample.socPercent)).toEqual([55, 54]);
    expect(draft?.records).toMatchObject([{ fields: { soc: { to: 'soc', unit: '%', scale: 1 } } }]);
  });

  test('[CLI-5] plain numbers of unclear meaning are only proposed in the draft, not decoded', () => {
    const { samples, draft } = decode('7;3211;3209;3212;25\r\n8;3210;3209;3212;25\r\nOK\r\n');
    expect(samples).toEqual([]);
    expect(draft?.records).toMatchObject([{ fields: { '#2': { to: 'cells', index: 1 } } }]);
  });

  test('[CLI-7] a capture with sent lines and times gives one sample per reply, with its command and time', () => {
    const hex = (text: string): string => Buffer.from(text).toString('hex');
    const capture = [
      '{"batbot":"capture","version":1}',
      ...[13.21, 13.22].flatMap((volts, at) => [
        `{"dir":"tx","ms":${at * 2_000},"hex":"${hex('stat\r\n')}"}`,
        `{"dir":"rx","ms":${at * 2_000 + 20},"hex":"${hex(`Pack: ${volts} V\r\nSOC: 78 %\r\n`)}"}`,
      ]),
    ].join('\n');
    const { samples, rejected } = decode(capture);
    expect(rejected).toEqual([]);
    expect(samples.map(({ ms, command, sample }) => [ms, command, sample.packVoltageV])).toEqual([
      [20, 'stat', 13.21],
      [2_020, 'stat', 13.22],
    ]);
    expect(samples[0]?.understanding).toMatchObject({
      kind: 'inferred',
      evidence: [
        { place: 'packVoltageV', key: 'Pack', text: '13.21 V' },
        { place: 'socPercent', key: 'SOC', text: '78 %' },
      ],
    });
  });

  test('[CLI-6] prose is not decoded', () => {
    expect(decode('hello\r\nworld\r\n')).toMatchObject({ samples: [], draft: null });
  });
});
