import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  captureHeaderText,
  captureText,
  parseCapture,
  parseCaptureLine,
} from './capture.ts';
import { hexOf } from './hex.ts';

const HEADER = '{"batbot":"capture","version":1}';

const RUNS = fc.array(
  fc.record({
    ms: fc.integer({ min: 0, max: 86_400_000 }),
    dir: fc.constantFrom('rx' as const, 'tx' as const),
    bytes: fc.uint8Array({ maxLength: 40 }),
  }),
);

describe('capture files', () => {
  test('[REC-21] the header and each line are one JSON object, and times are rounded to microseconds', () => {
    expect(captureHeaderText({ name: 'Bus 12', seal: { version: 1 } })).toBe(
      '{"batbot":"capture","version":1,"name":"Bus 12","seal":{"version":1}}\n',
    );
    const bytes = Uint8Array.of(0x41, 0x0d, 0xff);
    expect(
      captureText([
        { dir: 'tx', ms: 1.23456, bytes, by: 'program' },
        { dir: 'rx', ms: 2, bytes, note: 'n', marker: 'm', system: 's' },
      ]),
    ).toBe(
      '{"dir":"tx","ms":1.235,"hex":"410dff","by":"program"}\n' +
        '{"dir":"rx","ms":2,"hex":"410dff","system":"s","note":"n","marker":"m"}\n',
    );
  });

  test('[REC-22] any bytes are read back unchanged', () => {
    fc.assert(
      fc.property(RUNS, (records) => {
        const parsed = parseCapture(captureHeaderText({ name: 'x' }) + captureText(records));
        expect(parsed.ok && parsed.value.lines).toEqual(records);
      }),
    );
  });

  test('[REC-22] hexadecimal digits come in pairs of lower or upper case', () => {
    expect(hexOf(Uint8Array.of(0, 9, 0xab))).toBe('0009ab');
    expect(bytesOf('00Abff')).toStrictEqual(Uint8Array.of(0, 0xab, 0xff));
    expect(bytesOf('')).toStrictEqual(new Uint8Array());
    for (const other of ['4', '4g', '41 42', 'x41', '41x', '0x41']) {
      expect([other, bytesOf(other)]).toStrictEqual([other, undefined]);
    }
  });

  test('[REC-23] damaged lines are skipped and reported; a file that is not a capture is refused', () => {
    const text = [
      HEADER,
      '{"dir":"rx","ms":1,"hex":"41"}',
      '{"dir":"rx","ms":1,"hex":"4"}',
      '{"dir":"up","ms":1,"hex":"41"}',
      '{"dir":"rx","ms":-1,"hex":"41"}',
      '  ',
      'null',
      '{"dir":"tx","ms":2',
      '{"dir":"rx","ms":0,"hex":"42"}',
      '',
    ].join('\r\n');
    expect(parseCapture(text)).toStrictEqual({
      ok: true,
      value: {
        header: { batbot: 'capture', version: 1 },
        lines: [
          { dir: 'rx', ms: 1, bytes: Uint8Array.of(0x41) },
          { dir: 'rx', ms: 0, bytes: Uint8Array.of(0x42) },
        ],
        skipped: [3, 4, 5, 7, 8],
        gaps: new Set([1]),
      },
    });
    expect(parseCapture('{"batbot":"capture","version":2}')).toStrictEqual({
      ok: false,
      error: { kind: 'version' },
    });
    for (const other of ['', '[]', 'null', '+ADATA: 1', '{"batbot":"profile","version":1}']) {
      expect(parseCapture(other)).toStrictEqual({ ok: false, error: { kind: 'notACapture' } });
    }
  });

  test('[REC-23] a byte order mark is skipped, and a value of the wrong type in a header or a note is absent', () => {
    const named = { name: 'n', startedAt: 't', device: 'd', baudRate: 9_600 };
    const headerOf = (fields: object) => {
      const parsed = parseCapture(`\uFEFF${captureHeaderText(fields)}`);
      return parsed.ok ? parsed.value.header : parsed.error;
    };
    expect(headerOf(named)).toStrictEqual({ batbot: 'capture', version: 1, ...named });
    expect(headerOf({ name: 1, startedAt: 2, device: null, baudRate: '9600' })).toStrictEqual({
      batbot: 'capture',
      version: 1,
    });
    const line = { dir: 'rx', ms: 0, hex: '' };
    expect(parseCaptureLine(JSON.stringify({ ...line, note: 'n', marker: 'm' }))).toStrictEqual({
      dir: 'rx',
      ms: 0,
      bytes: new Uint8Array(),
      note: 'n',
      marker: 'm',
    });
    expect(parseCaptureLine(JSON.stringify({ ...line, note: 1, marker: [] }))).toStrictEqual({
      dir: 'rx',
      ms: 0,
      bytes: new Uint8Array(),
    });
  });
});
