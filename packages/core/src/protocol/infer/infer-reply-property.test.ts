import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../any-text.fixture.ts';
import { inferReply } from './infer-reply.ts';
import { scannedBy } from './scanned.fixture.ts';

describe('hostile text', () => {
  test('[OBD-187] no text makes the reader throw, and no value lacks evidence', () => {
    const piece = fc.oneof(
      anyText,
      fc.constantFrom(
        '{"v":',
        '[',
        '__proto__',
        'constructor: 1 V',
        'cell 1: 3.3V',
        '1,2,3',
        '=',
        ':',
        '|',
        'Volt  Curr  Temp',
        '\t',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 12 }), (parts) => {
        const reply = inferReply(parts.map((each) => each.join(' ')));
        if (reply === undefined) return;
        const { sample, evidence } = reply;
        const places = new Set<string>(evidence.map(({ place }) => place));
        for (const key of Object.keys(sample)) {
          const isPlain = ![
            'alarms',
            'protections',
            'lacksFaults',
            'cellVoltagesV',
            'temperaturesC',
            'switches',
          ].includes(key);
          if (isPlain) expect(places.has(key)).toBe(true);
        }
        for (const [at, value] of sample.cellVoltagesV.entries()) {
          if (value !== null) expect(places.has(`cellVoltagesV ${at + 1}`)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
    expect(Object.prototype).not.toHaveProperty('voltage');
    expect(inferReply(['{"__proto__":{"pack_voltage":52.8}}'])?.sample.packVoltageV).toBe(52.8);
  });

  const many = (line: (at: number) => string) => (size: number) =>
    Array.from({ length: size / 20 }, (_, at) => line(at));
  test.each([
    ['cells in lines', many((at) => `Cell ${at}: 3.301 V`)],
    ['pairs in one line', (size: number) => ['a=1 '.repeat(size / 4)]],
    ['brackets', (size: number) => ['{"'.repeat(size / 2)]],
    ['objects', (size: number) => ['{"cell":3.301}'.repeat(size / 14)]],
    ['spaces', (size: number) => Array.from({ length: size / 1_000 }, () => `a${' '.repeat(998)}`)],
    ['numbers', (size: number) => Array.from({ length: size / 1_000 }, () => '3302,'.repeat(200))],
    ['headers of tables', many(() => 'Volt  Curr  Temp')],
    ['rows of a table', many((at) => (at === 0 ? 'No  Volt  Curr' : `${at % 9}   3.301 1.500`))],
    ['prefixes of loggers', many((at) => `[12:00:01][I] x${at}:`)],
    ['columns', many((at) => `key ${at % 9}       ${at % 9}.5 V`)],
    ['words', many((at) => `some words here ${at}`)],
  ])('[OBD-187] ten times as many %s take at most 15 times the work', (_, make) => {
    const [small, large] = [8_000, 80_000].map((size) => scannedBy(() => inferReply(make(size))));
    expect((large ?? Infinity) / (small ?? 1)).toBeLessThan(15);
  });

  test('[OBD-187] a text that is too long is not read', () => {
    expect(scannedBy(() => inferReply(['a=1 '.repeat(250_000)]))).toBe(0);
  });
});
