import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { csvHead, csvRow } from '../recording/session-csv.ts';
import { detailAt } from '../recording/chunks.ts';
import { assetsOf } from '../workspace/rows.ts';
import { createImportReport, createRowReader, type ImportPlan } from './import-check.ts';
import { recognizeLayout, type ImportSettings } from './layout.ts';
import { knownPack, type KnownPack } from './pack-rows.ts';
import { createSessionParts } from './session-parts.ts';
import type { ImportKind } from './targets.ts';

const PACKS: readonly KnownPack[] = assetsOf(
  [
    { serial: 'SN-1', version: 3, model: 'X', cells: 16 },
    {
      serial: 'SN 2',
      version: 1,
      maker: 'Acme',
      place: { at: '2025-01-01T00:00:00Z', lat: 47, lon: 8, address: 'Bern' },
    },
    { serial: 'TWIN', version: 1, maker: 'Acme' },
    { serial: 'TWIN', version: 1, maker: 'Other' },
    { serial: 'GONE', version: 2, state: 'SCRAPPED' },
    { serial: 'WIDE', version: 1, model: 'X \u00a02' },
    { serial: 'OBD-1', version: 1, kind: 'OBD', maker: 'Acme' },
  ].map((row, at) => ({
    kind: 'asset',
    id: `asset-${at}`,
    since: '',
    row: { id: `asset-${at}`, ...row },
  })),
  [],
).map(knownPack);

const planOf = (
  lines: readonly string[],
  chosen: Partial<ImportSettings> = {},
  kind?: ImportKind,
): ImportPlan => {
  const rows = lines.map((line) => line.split(chosen.delimiter ?? ';'));
  const settings = {
    encoding: 'utf-8',
    delimiter: ';',
    startsAt: 1_000,
    timeZone: 'utc',
    decimal: 'point',
    dateOrder: 'dmy',
    ...chosen,
  } as const;
  const layout = recognizeLayout(rows, settings, kind);
  return {
    ...layout,
    kind: layout.kind ?? 'packs',
    header: layout.table.header,
    known: PACKS,
  };
};

/** Reads all rows after the first line. */
const read = (text: string, chosen: Partial<ImportSettings> = {}, kind?: ImportKind) => {
  const lines = text.split('\n');
  const plan = planOf(lines, chosen, kind);
  const reader = createRowReader(plan);
  return lines
    .slice(1)
    .map((line, index) => reader(line.split(chosen.delimiter ?? ';'), index + 2));
};
const reasonsIn = (rows: ReturnType<typeof read>) =>
  rows.map((row) => (row.kind === 'refused' ? `${row.line}: ${row.reason}` : row.kind));

describe('the rows of a pack list', () => {
  test('[IMP-5] a row creates a pack, updates it, changes nothing, or is refused', () => {
    const rows = read('serial;model;cells\nNEW-1;Y;8\nsn1;X2;16\nSN-1X;;\nSN 2;;', {}, 'packs');
    expect(rows).toEqual([
      { kind: 'create', line: 2, facts: { serial: 'NEW-1', model: 'Y', cells: 8 } },
      expect.objectContaining({ kind: 'update', line: 3, facts: { model: 'X2' } }),
      { kind: 'create', line: 4, facts: { serial: 'SN-1X' } },
      { kind: 'unchanged', line: 5 },
    ]);
  });

  test('[PAGE-175] a cell that says that a value is missing changes nothing and is no serial number', () => {
    const rows = read('serial;model;cells;built on\nSN-1;—;n/a;-\nN/A;X;8;\nNEW;null;NaN;—');
    expect(reasonsIn(rows)).toEqual(['unchanged', '3: The serial number is missing.', 'create']);
    expect(rows[2]).toMatchObject({ facts: { serial: 'NEW' } });
  });

  test('[PAGE-176] a text that an export has escaped is read as it was', () => {
    const rows = read("serial;model\n'+49 7;'-X\n'@A;it's", {}, 'packs');
    expect(rows).toMatchObject([
      { facts: { serial: '+49 7', model: '-X' } },
      { facts: { serial: '@A', model: "it's" } },
    ]);
  });

  test('[SYNC-92] a serial number that an export marked as text is read as it was', () => {
    const text = "serial;model\n'00123;'24E00123\n'2.10;'1.6.0\n'123456789012345678;'4711";
    expect(read(text, {}, 'packs')).toMatchObject([
      { facts: { serial: '00123', model: '24E00123' } },
      { facts: { serial: '2.10', model: '1.6.0' } },
      { facts: { serial: '123456789012345678', model: "'4711" } },
    ]);
  });

  test('[IMP-14] a row with another place removes the position on the map, and the check says so', () => {
    const report = createImportReport();
    for (const row of read('serial;place\nSN 2;Basel\nSN-1;Basel\nNEW;Basel', {}, 'packs'))
      report.add(row, []);
    expect(report.value()).toMatchObject({
      update: 2,
      positionsRemoved: 1,
      updates: [
        { serial: 'SN 2', removesPosition: true },
        { serial: 'SN-1', removesPosition: false },
      ],
    });
  });

  test.each([
    ['serial;cells\nA;1\nA;2', ['create', '3: Line 2 has the same serial number.']],
    ['serial;cells\nA-1;1\na 1;2', ['create', '3: Line 2 has the same serial number.']],
    ['serial;built on\nA;30.02.2025', ['2: “30.02.2025” is not a day of the calendar.']],
    ['serial;cells\n;4', ['2: The serial number is missing.']],
    ['serial;cells\nA;four', ['2: “four” is not a number.']],
    [
      'serial;cells\nA;0\nB;1.5\nC;16S',
      [
        '2: “0” is not a whole number from 1 to 10\u202F000.',
        '3: “1.5” is not a whole number from 1 to 10\u202F000.',
        'create',
      ],
    ],
    [
      'serial;capacity\nA;-1\nB;100 Ah\nC;0',
      ['2: “-1” is out of range.', 'create', '4: “0” is out of range.'],
    ],
    [
      'serial;model\nA;=1+1\nB;="007"\nC;+49',
      ['2: “=1+1” is a formula. Save the file with its values.', 'create', 'create'],
    ],
    [
      'serial;model\n1,23E+11;X',
      ['2: “1,23E+11” was rounded by a spreadsheet. Format the column as text.'],
    ],
    [
      'serial;model\n1.23457E14;X\n1,2e15;X\n12E5;X',
      [
        '2: “1.23457E14” was rounded by a spreadsheet. Format the column as text.',
        '3: “1,2e15” was rounded by a spreadsheet. Format the column as text.',
        'create',
      ],
    ],
    [
      'serial;model\n12345.0;X\n1.0;X',
      [
        '2: “12345.0” is a number with decimals. Format the column as text, without decimals.',
        'create',
      ],
    ],
    ['serial;built on\nA;31-Dec-24', ['2: “31-Dec-24” is not a date such as 2025-12-31.']],
    ['serial;model\n--;X', ['2: “--” is not a serial number.']],
    [
      `serial;model\n${'9'.repeat(65)};X`,
      [expect.stringMatching(/has more than 64 characters\.$/)],
    ],
    ['serial;model\nA;x\0y', ['2: “x\uFFFDy” contains a NUL byte.']],
    [
      'serial;model\nA;M\uFFFDller',
      ['2: “M\uFFFDller” has bytes that are not of the chosen encoding.'],
    ],
    [
      'serial;model\nA\nB;X;Y',
      [
        '2: The row has 1 fields, and the header has 2.',
        '3: The row has 3 fields, and the header has 2.',
      ],
    ],
    ['serial;state\nA;new', ['2: “new” is not one of: in use, stored, scrapped.']],
    ['serial;model\nTWIN;X', ['2: Several packs have this serial number. Add the maker.']],
    ['serial;maker\nTWIN;Other', ['unchanged']],
    ['serial;model\nGONE;X', [expect.stringMatching(/^2: The pack is scrapped\./)]],
    ['serial;state\nGONE;in use', ['update']],
    ['serial;model\nWIDE;X 2\nOTHER;X  2', ['unchanged', 'create']],
  ])(
    '[IMP-5] [IMP-2] each row of %j creates, updates or changes nothing, or is refused with a reason',
    (text, expected) => {
      expect(reasonsIn(read(text, {}, 'packs'))).toEqual(expected);
    },
  );

  test('[IMP-32] a row with the serial number of a device is refused, not created as a pack', () => {
    const rows = read('serial;maker\nOBD-1;', {}, 'packs');
    expect(reasonsIn(rows)).toEqual([expect.stringContaining('of a device, not of a pack.')]);
    expect(reasonsIn(read('serial;maker\nOBD-1;Other', {}, 'packs'))).toEqual(['create']);
  });

  test('[IMP-21] a row with sums is refused, and a serial number with such a word is not', () => {
    const rows = read(
      'serial;model\nTotal;40\nSumme: 40;\nGESAMT;\nTOTAL-7;X\nSum 12;X',
      {},
      'packs',
    );
    expect(reasonsIn(rows)).toEqual([
      '2: “Total” is a row with sums, not a pack.',
      '3: “Summe: 40” is a row with sums, not a pack.',
      '4: “GESAMT” is a row with sums, not a pack.',
      'create',
      'create',
    ]);
  });

  test('[IMP-3] a point separates thousands in the capacity of a list with decimal commas', () => {
    const rows = read(
      'serial;capacity\nA;1.234\nB;1.234,5 Ah\nC;1.23',
      { decimal: 'comma' },
      'packs',
    );
    expect(
      rows.map((row) => (row.kind === 'create' ? row.facts.designCapacityAh : row.kind)),
    ).toEqual([1234, 1234.5, 1.23]);
  });

  test('[IMP-5] after a list was applied, all its rows count as unchanged', () => {
    const fact = fc.record({
      serial: fc.stringMatching(/^[A-Z0-9]{1,8}$/),
      model: fc.stringMatching(/^[a-z]{0,5}$/),
      cells: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(fact, { selector: ({ serial }) => serial, maxLength: 20 }),
        (list) => {
          const lines = [
            'serial;model;cells',
            ...list.map((each) => `${each.serial};${each.model};${each.cells}`),
          ];
          const plan = { ...planOf(lines, {}, 'packs'), known: [] };
          const first = createRowReader(plan);
          const known = list.flatMap((each, index) => {
            const row = first([each.serial, each.model, String(each.cells)], index + 2);
            expect(row.kind).toBe('create');
            return row.kind === 'create'
              ? assetsOf(
                  [
                    {
                      kind: 'asset',
                      id: `a${index}`,
                      since: '',
                      row: { id: `a${index}`, ...row.facts },
                    },
                  ],
                  [],
                ).map(knownPack)
              : [];
          });
          const again = createRowReader({ ...plan, known });
          for (const [index, each] of list.entries()) {
            expect(again([each.serial, each.model, String(each.cells)], index + 2).kind).toBe(
              'unchanged',
            );
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the report of a check', () => {
  test('[IMP-9] refused rows are CSV with line, column and reason, and their formulas are escaped', () => {
    const report = createImportReport();
    const plan = planOf(['serial;model', 'A;=1+1'], {}, 'packs');
    const reader = createRowReader(plan);
    for (const [index, cells] of [
      ['A', '=HYPERLINK("x")'],
      ['B', 'ok'],
      ['C', '@x'],
      ['', 'a;"b"'],
    ].entries()) {
      report.add(reader(cells, index + 2), cells);
    }
    expect(report.value()).toMatchObject({ rows: 4, create: 2, refused: 2 });
    expect([...report.refusedCsv(['serial', '=cmd'], ';')].join('')).toBe(
      "line;column;reason;serial;'=cmd\r\n" +
        '2;\'=cmd;"“=HYPERLINK(""x"")” is a formula. Save the file with its values.";A;"\'=HYPERLINK(""x"")"\r\n' +
        '5;;The serial number is missing.;;"a;""b"""\r\n',
    );
    expect([...report.refusedCsv(['serial', ''], ';')][1]).toMatch(/^2;2;/);
  });

  test('[PAGE-176] a refused row with a negative current can be corrected and imported again', () => {
    const header = ['time', 'voltage (V)', 'current (A)'];
    const plan = planOf([header.join(';'), '2025-01-01 10:00:00;52.8;-3.5'], {}, 'logger');
    const report = createImportReport();
    const cells = ['2025-01-01 10:00:00', 'x', '-3.5'];
    report.add(createRowReader(plan)(cells, 2), cells);
    const [, line = ''] = [...report.refusedCsv(header, ';')].join('').split('\r\n');
    const corrected = line.split(';').slice(3);
    corrected[1] = '52.8';
    expect(createRowReader(plan)(corrected, 2)).toMatchObject({
      kind: 'sample',
      sample: { packVoltageV: 52.8, currentA: -3.5 },
    });
  });

  test('[IMP-5] an update shows its values before and after', () => {
    const report = createImportReport();
    const cells = ['SN-1', 'X2'];
    report.add(createRowReader(planOf(['serial;model', 'SN-1;X2'], {}, 'packs'))(cells, 2), cells);
    expect(report.value().updates).toEqual([
      {
        line: 2,
        serial: 'SN-1',
        removesPosition: false,
        changes: [{ target: 'model', before: 'X', after: 'X2' }],
      },
    ]);
  });
});

describe('the rows of a logger', () => {
  const HEADER = 'time;pack voltage [mV];current;soc [%];cell 1;cell 2;temp 1 (°C)';
  const AT = Date.UTC(2025, 0, 1, 10);

  test('[IMP-10] [REC-124] values are converted to the units of a sample, and faults without a column are unknown', () => {
    const [row] = read(`${HEADER}\n2025-01-01 10:00:00;52100;-3.5;80;3300;3301;25`, {}, 'logger');
    expect(row).toEqual({
      kind: 'sample',
      ms: 0,
      wall: AT,
      events: '',
      sample: {
        packVoltageV: 52.1,
        currentA: -3.5,
        socPercent: 80,
        alarms: [],
        protections: [],
        lacksFaults: true,
        cellVoltagesV: [3.3, 3.301],
        temperaturesC: [25],
      },
    });
  });

  test('[IMP-10] a value that is missing stays unknown, and a positive current may be discharging', () => {
    const rows = read(
      `${HEADER}\n2025-01-01 10:00:00;;3.5;NaN;3300;;-\n2025-01-01 10:00:02;52000;0;;;;`,
      { positiveCurrent: 'discharging' },
      'logger',
    );
    expect(rows).toMatchObject([
      { ms: 0, sample: { currentA: -3.5, cellVoltagesV: [3.3, null], temperaturesC: [null] } },
      { ms: 2_000, sample: { currentA: 0, packVoltageV: 52 } },
    ]);
    expect(rows[0]).not.toHaveProperty('sample.socPercent');
  });

  test('[IMP-10] [IMP-2] a row that cannot be a sample is refused with its reason', () => {
    const at = (clock: string, rest: string) => `2025-01-01 ${clock};${rest}`;
    const rows = read(
      [
        HEADER,
        at('10:00:05', '52100;1;80;3300;3300;25'),
        at('10:00:04', '52100;1;80;3300;3300;25'),
        at('10:00:06', '52100;1;180;3300;3300;25'),
        at('10:00:07', 'x;1;80;3300;3300;25'),
        'soon;52100;1;80;3300;3300;25',
        '30.02.2025 10:00;52100;1;80;3300;3300;25',
      ].join('\n'),
      {},
      'logger',
    );
    expect(reasonsIn(rows)).toEqual([
      'sample',
      '3: The time is before that of line 2.',
      '4: “180” % is not possible here. Check the unit.',
      '5: “x” is not a number.',
      '6: “soon” is not a date and a time.',
      '7: “30.02.2025 10:00” is not a day of the calendar.',
    ]);
    expect(rows[3]).toMatchObject({ column: 1 });
  });

  test('[IMP-10] a file that contains only the time since its start begins at the time that the user enters', () => {
    const rows = read('Test Time / s;Voltage / V;Current / A\n10;3.3;1\n12.5;3.3;1', {}, 'bdf');
    expect(rows).toMatchObject([
      { ms: 0, wall: 1_000 },
      { ms: 2_500, wall: 3_500 },
    ]);
  });

  test('[IMP-10] a session of this product keeps every value', () => {
    const sample: PackSample = {
      packVoltageV: 52.123,
      currentA: -3.25,
      socPercent: 80.5,
      sequence: 7,
      uptimeS: 99,
      switches: { charge: true, discharge: false },
      alarms: ['cellImbalance'],
      protections: ['shortCircuit', 'softwareLock'],
      cellVoltagesV: [3.3012, null],
      temperaturesC: [25.5],
      balancing: [false, true],
    };
    for (const separator of [',', ';'] as const) {
      const shape = { cells: 2, temperatures: 1, separator };
      const event = { ms: 500, wall: AT, kind: 'note' as const, text: '=looks good' };
      const text = csvHead(shape) + csvRow({ ms: 500, wall: AT, sample, events: [event] }, shape);
      const open = { charge: false, discharge: false, precharge: false };
      const off = { ms: 900, wall: AT, sample: { ...sample, switches: open }, events: [] };
      const [row, later] = read((text + csvRow(off, shape)).trim().replaceAll('\r', ''), {
        delimiter: separator,
        decimal: separator === ';' ? 'comma' : 'point',
      });
      expect(row).toEqual({
        kind: 'sample',
        ms: 0,
        wall: AT,
        sample,
        events: '=looks good',
      });
      expect(later).toMatchObject({ sample: off.sample });
    }
  });
});

describe('sessions from a file', () => {
  const rowsOf = function* (count: number) {
    for (let index = 0; index < count; index += 1) {
      const sample = {
        currentA: index,
        alarms: [],
        protections: [],
        cellVoltagesV: [3.3, 3.4],
        temperaturesC: [20],
      };
      yield {
        kind: 'sample' as const,
        ms: index * 1_000,
        wall: 5_000 + index * 1_000,
        sample,
        events: index === 3 ? 'hello' : '',
      };
    }
  };
  const partsOf = (count: number) => {
    const parts = createSessionParts({
      importId: 'f'.repeat(64),
      fileName: 'Bus 7.csv',
      assumed: 'x.',
    });
    const all = [...rowsOf(count)].flatMap((row) => parts.add(row) ?? []);
    const last = parts.end();
    return last === undefined ? all : [...all, last];
  };

  test('[IMP-10] a session has its samples, its name and its assumptions', () => {
    const [part] = partsOf(1_200);
    expect(part?.info).toMatchObject({
      id: `${'f'.repeat(32)}-1`,
      name: 'Bus 7',
      startedAt: 5_000,
      durationMs: 1_199_000,
      samples: 1_200,
      cells: 2,
      temperatures: 1,
      finished: true,
      summary: { notes: 1, firstNote: 'hello' },
    });
    const of = (kind: string) => part?.chunks.filter((chunk) => chunk.kind === kind) ?? [];
    expect(of('samples').map(({ index }) => index)).toEqual([0, 1, 2]);
    const [cells] = of('cells').map(({ data }) => data as Parameters<typeof detailAt>[0]);
    expect(cells && detailAt(cells, 0)).toMatchObject({
      cellVoltagesV: [3.3, 3.4],
      temperaturesC: [20],
    });
    expect(of('events')[0]?.data).toMatchObject({
      events: [
        { kind: 'system', text: 'Imported from Bus 7.csv. x.' },
        { kind: 'note', ms: 3_000 },
      ],
    });
  });

  test('[IMP-10] a long file becomes several complete sessions, and the same ones at each import', () => {
    const parts = partsOf(120_000);
    expect(
      parts.map(({ info }) => [info.id.slice(-2), info.name, info.samples, info.startedAt]),
    ).toEqual([
      ['-1', 'Bus 7', 50_000, 5_000],
      ['-2', 'Bus 7, part 2', 50_000, 50_005_000],
      ['-3', 'Bus 7, part 3', 20_000, 100_005_000],
    ]);
    expect(partsOf(120_000).map(({ info }) => info)).toEqual(parts.map(({ info }) => info));
    expect(partsOf(0)).toEqual([]);
  });
});
