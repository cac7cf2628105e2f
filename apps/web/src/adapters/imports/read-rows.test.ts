import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it, test } from 'vitest';
import type { Delimiter, Encoding } from '@batbot/core/imports';
import { createRowParser, readRows, type RowBatch } from './read-rows.ts';

const require = createRequire(import.meta.url);

interface SpectrumCase {
  readonly name: string;
  readonly csv: Buffer;
  readonly json: Buffer;
}
type Spectrum = (done: (error: unknown, cases: readonly SpectrumCase[]) => void) => void;
const spectrum = await promisify(require('csv-spectrum') as Spectrum)();

/** A test of Papa Parse's own suite. */
interface PapaCase {
  readonly description: string;
  readonly input: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly expected: {
    readonly data: readonly (readonly string[])[];
    readonly errors: readonly { readonly code: string; readonly row?: number }[];
  };
}

/** Returns the tests of the core parser that Papa Parse's package contains. */
const papaCases = async (): Promise<readonly PapaCase[]> => {
  const folder = join(dirname(require.resolve('papaparse')), 'tests');
  const source = await readFile(join(folder, 'test-cases.js'), 'utf8');
  const [, list = ''] = /var CORE_PARSER_TESTS = (\[[\s\S]*?\n\]);/.exec(source) ?? [];
  const values = { RECORD_SEP: '\x1e', UNIT_SEP: '\x1f', Papa };
  return JSON.parse(JSON.stringify(runInNewContext(list, values))) as readonly PapaCase[];
};

interface Parsed {
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  readonly faults: readonly number[];
  readonly fatal?: string | undefined;
}

const join2 = (batches: readonly Omit<RowBatch, 'bytes'>[]): Parsed => {
  const faults: number[] = [];
  let before = 0;
  for (const batch of batches) {
    for (const row of batch.faults.keys()) faults.push(before + row);
    before += batch.rows.length;
  }
  return {
    rows: batches.flatMap(({ rows }) => rows),
    lines: batches.flatMap(({ lines }) => lines),
    faults,
    fatal: batches.at(-1)?.fatal,
  };
};

/** Parses a text that arrives in pieces. */
const parse = (text: string, cuts: readonly number[] = [], delimiter: Delimiter = ','): Parsed => {
  const parser = createRowParser(delimiter);
  const places = [0, ...cuts, text.length];
  return join2(
    places
      .slice(1)
      .map((to, index) =>
        parser(text.slice(places[index], to), to === text.length && index === cuts.length),
      ),
  );
};

const readAll = async (
  parts: BlobPart[],
  encoding: Encoding = 'utf-8',
  delimiter: Delimiter = ',',
) => {
  const batches: RowBatch[] = [];
  const reader = readRows(new Blob(parts), { encoding, delimiter });
  for (;;) {
    const { done, value } = await reader.next();
    if (done === true) return { ...join2(batches), hash: value, batches };
    batches.push(value);
  }
};

const toLf = (text: string): string => text.replace(/\r\n?/g, '\n');

describe('csv-spectrum', () => {
  // `location_coordinates` expects a number that its file does not contain; it is read below.
  const cases = spectrum.filter(({ name }) => name !== 'location_coordinates');

  it.each(cases.map((each) => [each.name, each] as const))(
    '[IMP-1] %s is read',
    async (_, { csv, json }) => {
      const { rows, faults, fatal } = await readAll([new Uint8Array(csv)]);
      const [header = [], ...data] = rows;
      const objects = data.map((row) =>
        Object.fromEntries(row.map((cell, at) => [header[at], cell])),
      );
      expect(objects).toEqual(JSON.parse(toLf(json.toString()).replaceAll('\\r\\n', '\\n')));
      expect([faults, fatal]).toEqual([[], undefined]);
    },
  );

  it('[IMP-1] quotation marks inside of an unquoted field belong to it', async () => {
    const { csv } = spectrum.find(({ name }) => name === 'location_coordinates') ?? {
      csv: Buffer.of(),
    };
    const { rows } = await readAll([new Uint8Array(csv)], 'windows-1252');
    expect(rows[1]).toEqual([
      '2095257564',
      expect.stringContaining(`36'37.8"N`),
      'Modesto',
      'Stanislaus',
    ]);
  });
});

describe("Papa Parse's own cases", async () => {
  const known = new Set(['delimiter', 'newline', 'quoteChar', 'fastMode']);
  const cases = (await papaCases()).filter(
    ({ config = {}, input }) =>
      Object.keys(config).every((key) => known.has(key)) &&
      config['fastMode'] !== true &&
      [undefined, ',', ';', '\t', '|'].includes(config['delimiter'] as string | undefined) &&
      [undefined, '"'].includes(config['quoteChar'] as string | undefined) &&
      // RFC 4180 has no escape before a quotation mark; a line ending alone gives no row here.
      input !== '',
  );

  it('[IMP-1] the package contains more than 30 usable cases', () => {
    expect(cases.length).toBeGreaterThan(30);
  });

  it.each(cases.map((each) => [each.description, each] as const))(
    '[IMP-1] %s',
    (_, { input, config, expected }) => {
      const delimiter = (config?.['delimiter'] ?? ',') as Delimiter; // filtered above
      const isOpen = expected.errors.some(({ code }) => code === 'MissingQuotes');
      const rows = expected.data.map((row) => row.map(toLf));
      if (isOpen || (rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '')) rows.pop();
      const whole = parse(input, [], delimiter);
      expect(whole.rows).toEqual(rows);
      expect(whole.fatal !== undefined).toBe(isOpen);
      const faulty = expected.errors.flatMap(({ code, row }) =>
        code === 'InvalidQuotes' && row !== undefined ? [row] : [],
      );
      expect(whole.faults).toEqual([...new Set(faulty)].filter((row) => row < rows.length));
      for (let at = 1; at < input.length; at += 1) {
        expect(parse(input, [at], delimiter)).toEqual(whole);
      }
    },
  );
});

describe('rows in pieces', () => {
  test('[IMP-1] the rows do not depend on how a text is split', () => {
    const text = fc
      .array(
        fc.constantFrom(
          'a',
          'é',
          '1',
          ',',
          '"',
          '""',
          '\n',
          '\r\n',
          '\r',
          ' ',
          '"x",',
          '"a\nb"',
          '\0',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(60), fc.nat(60), (input, one, other) => {
        const cuts = [Math.min(one, other), Math.max(one, other)].map((at) =>
          Math.min(at, input.length),
        );
        expect(parse(input, cuts)).toEqual(parse(input));
      }),
      { numRuns: 2_000 },
    );
  });

  test('[IMP-1] rows written by a spreadsheet are read unchanged', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'ß', ',', ';', '"', '\n', ' ', '=', '\t'),
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(table, fc.constantFrom<Delimiter>(',', ';', '\t'), (rows, delimiter) => {
        const text = rows
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter))
          .join('\r\n');
        expect(parse(text, [], delimiter).rows).toEqual(rows);
      }),
    );
  });

  test('[IMP-1] each row has the line at which it begins', () => {
    const { rows, lines } = parse('a,b\r\n\r\n"x\ny",2\n3,4\r5,6\n');
    expect(rows).toEqual([['a', 'b'], [''], ['x\ny', '2'], ['3', '4'], ['5', '6']]);
    expect(lines).toEqual([1, 2, 3, 5, 6]);
  });

  test('[IM-04] [IMP-2] a quotation mark that is not closed is reported with its line, also early in a large file', async () => {
    const open = `a,b\n1,2\n3,"not closed\n`;
    expect(parse(`${open}5,6\n`)).toMatchObject({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    });
    expect(parse(`${open}5,6\n`).fatal).toMatch(/^Line 3: a quotation mark is not closed/);
    const large = await readAll([open, '5,6\n'.repeat(4_000_000)]);
    expect(large.fatal).toMatch(/^Line 3: a quotation mark is not closed/);
    expect(large.hash).toBeUndefined();
    expect(large.batches.at(-1)?.bytes).toBeLessThan(6_000_000);
  });

  test('[IM-05] [IMP-2] a line without an end is reported', async () => {
    const { fatal } = await readAll(['a,b\n1,2\n', 'x'.repeat(6_000_000)]);
    expect(fatal).toBe('Line 3 is too long for a row of a table.');
  });

  test('[IMP-2] a quotation mark that is not doubled makes only its own row invalid', () => {
    expect(parse('a,b\n1,"x" y"\n3,4\n')).toMatchObject({
      rows: [
        ['a', 'b'],
        ['1', 'x" y'],
        ['3', '4'],
      ],
      faults: [1],
    });
  });
});

describe('the bytes of a file', () => {
  const text = 'Serial,Model\nÄ-1,§ 5\n';
  const utf16 = (isBig: boolean) => {
    const bytes = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at += 1)
      new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), !isBig);
    return bytes;
  };
  // Node decodes the bytes 80 to 9F of windows-1252 in another way than browsers.
  const latin = Uint8Array.from(text, (each) => each.charCodeAt(0));

  test.each<[Encoding, Uint8Array<ArrayBuffer>]>([
    ['utf-8', new TextEncoder().encode(text)],
    ['utf-8', new TextEncoder().encode(`\uFEFF${text}`)],
    ['utf-16le', utf16(false)],
    ['utf-16be', utf16(true)],
    ['windows-1252', latin],
  ])('[IMP-1] %s is decoded', async (encoding, bytes) => {
    expect((await readAll([bytes], encoding)).rows).toEqual([
      ['Serial', 'Model'],
      ['Ä-1', '§ 5'],
    ]);
  });

  test('[IMP-1] a character that is split between two slices is decoded correctly', async () => {
    const row = `${'x'.repeat(262_143)}é,2\n3,4\n`;
    const { rows, batches } = await readAll([row]);
    expect(batches).toHaveLength(2);
    expect(rows).toEqual([
      [`${'x'.repeat(262_143)}é`, '2'],
      ['3', '4'],
    ]);
  });

  test('[IMP-6] the hash depends on every slice', async () => {
    const file = 'a,b\n'.repeat(600_000);
    const { hash } = await readAll([file]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await readAll([file])).hash).toBe(hash);
    expect((await readAll([`${file.slice(0, -2)}c\n`])).hash).not.toBe(hash);
  });
});
