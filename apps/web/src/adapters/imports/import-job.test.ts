import { describe, expect, it, test } from 'vitest';
import type { ImportPlan, ImportSettings, KnownPack } from '@batbot/core/imports';
import { createImportJob, type CheckStep, type ImportJob } from './import-job.ts';

const file = (text: BlobPart | BlobPart[], name = 'packs.csv') =>
  new File(Array.isArray(text) ? text : [text], name, { lastModified: 1_000 });

const planOf = async (
  job: ImportJob,
  known: readonly KnownPack[] = [],
  chosen: Partial<ImportSettings> = {},
): Promise<ImportPlan> => {
  const look = await job.look(chosen);
  if (look.kind === 'problem') throw new Error(look.problem);
  const { settings, mapping, table, kind } = look.layout;
  if (kind === undefined) throw new Error('The kind is not known.');
  return { settings, mapping, kind, header: table.header, known };
};

const checkOf = async (job: ImportJob, plan: ImportPlan) => {
  const steps: CheckStep[] = [];
  for await (const step of job.check(plan)) steps.push(step);
  const last = steps.at(-1);
  if (last?.kind !== 'checked') throw new Error('The check did not end.');
  return { ...last, steps };
};

const collect = async <T>(values: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
};

const HARD = [
  'Serial,Model,Cells,Built on',
  'A-1,X,16,2025-02-28',
  'A-2,X,16,2025-02-30',
  'A-3,"X, ""long""',
  'second line",16,2025-01-01',
  'a1,X,16,2025-01-01',
  'A-4,X\0,16,2025-01-01',
  'A-5,=1+1,16,2025-01-01',
  'A-6,"X" y",16,2025-01-01',
  '',
  ',,,',
  'A-7,X',
  'A-8,X,16,2025-01-01',
].join('\r\n');

describe('the check of a file', () => {
  test('[IM-04] [IMP-2] each malformed row is refused with its line and reason, and the others are kept', async () => {
    const job = createImportJob(file(HARD));
    const { report } = await checkOf(job, await planOf(job));
    expect(report).toMatchObject({ rows: 9, create: 2, update: 0, unchanged: 0, refused: 7 });
    expect(report.refusedRows.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: “2025-02-30” is not a day of the calendar.',
      expect.stringMatching(/^4: .* contains a line break\.$/),
      '6: Line 2 has the same serial number.',
      '7: “X\uFFFD” contains a NUL byte.',
      '8: “=1+1” is a formula. Save the file with its values.',
      '9: A quotation mark is not closed or not doubled.',
      '12: The row has 2 fields, and the header has 4.',
    ]);
  });

  test('[IMP-2] an unclosed quotation mark ends the check, and no row of the file can be applied', async () => {
    const job = createImportJob(file('Serial,Model\nA-1,X\nA-2,"X\nA-3,X\n'));
    const { report } = await checkOf(job, await planOf(job));
    expect(report.fatal).toMatch(/^Line 3: a quotation mark is not closed/);
  });

  test('[IMP-2] bytes of another encoding are reported by line', async () => {
    const utf8 = new TextEncoder().encode(
      `Serial,Model\n${Array.from({ length: 60_000 }, (_, index) => `A-${index}é,X\n`).join('')}`,
    );
    const job = createImportJob(file([utf8, Uint8Array.of(0x42, 0xe4, 0x2c, 0x59, 0x0a)]));
    const { report } = await checkOf(job, await planOf(job));
    expect(report.refusedRows.find(({ line }) => line === 60_002)?.reason).toBe(
      '“B\uFFFD” has bytes that are not of the chosen encoding.',
    );
  });

  test('[IMP-4] a row of 10,000 columns is read, and its refused row has every field', async () => {
    const header = ['Serial', ...Array.from({ length: 9_999 }, (_, index) => `c${index}`)];
    const row = header.map((_, index) => (index === 0 ? '' : String(index)));
    const job = createImportJob(file(`${header.join(',')}\n${row.join(',')}\n`));
    const plan = await planOf(job);
    const { report } = await checkOf(job, plan);
    expect(report.refusedRows).toMatchObject([
      { line: 2, reason: 'The serial number is missing.' },
    ]);
    const [, line] = (await job.refused(plan).text()).split('\r\n');
    expect(line?.split(',')).toHaveLength(10_003);
  });

  test('[IMP-3] the user is asked about dates and numbers that come late in a list', async () => {
    const empty = Array.from({ length: 2_000 }, (_, index) => `A-${index},,`);
    const rows = ['Serial,Built on,Capacity', ...empty, 'B-1,03/04/2025,"1,234"'];
    const look = await createImportJob(file(rows.join('\n'))).look({});
    expect(look).toMatchObject({
      layout: { settings: { dateOrder: undefined, decimal: undefined } },
    });
  });

  test('[IMP-6] the id of an import depends on the content of the file and on its mapping', async () => {
    const idOf = async (text: string, name: string, chosen: Partial<ImportSettings> = {}) => {
      const job = createImportJob(file(text, name));
      return (await checkOf(job, await planOf(job, [], chosen))).importId;
    };
    const first = await idOf('Serial,Model\nA,X\n', 'a.csv');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await idOf('Serial,Model\nA,X\n', 'b.csv')).toBe(first);
    expect(await idOf('Serial,Model\nA,Y\n', 'a.csv')).not.toBe(first);
    expect(await idOf('Serial,Model\nA,X\n', 'a.csv', { dateOrder: 'mdy' })).not.toBe(first);
  });

  test('[IMP-9] the refused rows can be imported again after they were corrected', async () => {
    const job = createImportJob(file('Serial;Kapazität [Ah]\nA;viel\n"B;2";-x\n'));
    const plan = await planOf(job);
    await checkOf(job, plan);
    const text = await job.refused(plan).text();
    const again = createImportJob(
      file(text.replaceAll('viel', '100,5').replace(";'-x", ';2'), 'refused.csv'),
    );
    const report = (await checkOf(again, await planOf(again, [], { decimal: 'comma' }))).report;
    expect(report).toMatchObject({ create: 2, refused: 0 });
  });

  test('[IMP-11] a file above 200 MB is refused with the advice to split it', async () => {
    const large = file('x');
    Object.defineProperty(large, 'size', { value: 200_000_001 });
    expect(await createImportJob(large).look({})).toEqual({
      kind: 'problem',
      problem: expect.stringContaining('Split it into smaller files') as string,
    });
  });

  it.each([
    ['', 'It is empty.'],
    ['PK\u0003\u0004', expect.stringContaining('choose “CSV UTF-8” in Excel')],
    ['one\ntwo\nthree', expect.stringContaining('No table was found')],
  ])('[IMP-2] what is no table is refused: %j', async (text, problem) => {
    expect(await createImportJob(file(text)).look({})).toEqual({ kind: 'problem', problem });
  });

  test('[IMP-2] a table with a first row of 100,000 columns is refused for this reason', async () => {
    const wide = file(`Serial${',c1'.repeat(100_000)}\nA-1`);
    expect(await createImportJob(wide).look({})).toEqual({
      kind: 'problem',
      problem: expect.stringContaining('at most 10,000 columns') as string,
    });
  });
});

describe('what is applied', () => {
  test('[IMP-5] only rows that change something are applied', async () => {
    const known = {
      id: 'k',
      version: 3,
      kind: 'PACK',
      serial: 'A-1',
      maker: undefined,
      state: 'INUSE',
      place: undefined,
      facts: { serial: 'A-1', model: 'X' },
    } as const;
    const job = createImportJob(file('Serial,Model\nA-1,X\nA-2,Y\n,Z\n'));
    const plan = await planOf(job, [known]);
    expect((await checkOf(job, plan)).report).toMatchObject({
      create: 1,
      unchanged: 1,
      refused: 1,
    });
    expect((await collect(job.packs(plan))).flat()).toEqual([
      { kind: 'create', line: 3, facts: { serial: 'A-2', model: 'Y' } },
    ]);
  });

  const hex = (text: string): string => Buffer.from(text).toString('hex');
  const line = (dir: string, ms: number, text: string): string =>
    JSON.stringify({ dir, ms, hex: hex(text) });
  const adata = (sequence: number, millivolts: number): string =>
    `\r\n+ADATA: 1,${sequence},86405,1,1,${millivolts},-1240,785,990,10000,7772,123,3,0000,0000,${millivolts},25,0\r\n\r\nOK\r\n`;
  const captured = (...lines: readonly string[]) =>
    createImportJob(
      file(
        [
          '{"batbot":"capture","version":1,"name":"Bus 12","startedAt":"2026-03-12T08:00:00.000Z"}',
          ...lines,
        ]
          .map((each) => `${each}\n`)
          .join(''),
        'bus-12.sealed.jsonl',
      ),
    );

  test('[IMP-13] a session in JSON lines becomes a session with the values of its replies', async () => {
    const job = captured(
      line('tx', 0, 'ATI\r\n'),
      line('rx', 10, 'ACME\r\nPack: 13.2 V\r\nSOC: 78 %\r\nOK\r\n'),
      line('tx', 1_000, 'AT+ADATA\r\n'),
      line('rx', 1_020, adata(1, 3_302).slice(0, 30)),
      line('rx', 1_040, adata(1, 3_302).slice(30)),
      '{"seal":{"tags":"9ae16a3b","sha256":"00"},"dir":"rx","ms":1900,"hex":""}',
      line('tx', 3_000, 'AT+ADATA\r\n'),
      '{"dir":"rx","ms":3010,"hex":"","note":"Fan starts"}',
      line('rx', 3_040, adata(2, 3_301)),
      '{"dir":"rx","ms":5000,"hex":"","marker":"Another pack"}',
      '{"dir":"rx","ms":40',
    );
    const plan = await planOf(job);
    expect(plan.kind).toBe('session');
    const { report } = await checkOf(job, plan);
    const began = Date.UTC(2026, 2, 12, 8);
    expect(report).toMatchObject({
      samples: 2,
      refused: 0,
      from: began + 1_040,
      to: began + 3_040,
    });
    const [session] = await collect(job.sessions(plan, 'e'.repeat(64)));
    expect(session?.info).toMatchObject({ name: 'bus-12.sealed', samples: 2, cells: 1 });
    const dataOf = (kind: string) => session?.chunks.find((each) => each.kind === kind)?.data;
    expect(dataOf('cells')).toMatchObject({ volts: Float32Array.of(3.302, 3.301) });
    expect(dataOf('events')).toMatchObject({
      events: [
        {},
        {
          kind: 'note',
          text: 'One damaged line of the file was left out.; The seal was not checked: choose “Check a sealed file…” beside Record.',
        },
        { kind: 'note', text: 'Fan starts; Another pack' },
      ],
    });
  });

  test('[IMP-13] values of an unknown device are imported as inferred, and a session without values is reported', async () => {
    const reply = 'Pack: 13.21 V\r\nSOC: 78 %\r\n';
    const job = captured(line('tx', 0, 'stat\r\n'), line('rx', 20, reply));
    const [session] = await collect(job.sessions(await planOf(job), 'f'.repeat(64)));
    expect(session?.chunks.find(({ kind }) => kind === 'events')?.data).toMatchObject({
      events: [{}, { text: 'The values were inferred from the text of the replies.' }],
    });
    for (const [wrong, problem] of [
      [captured(line('rx', 20, 'hello\r\n')), /^No values of a pack.* export the session as CSV/],
      [createImportJob(file('{"batbot":"capture","version":2}\n')), /newer version/],
      [createImportJob(file('{"batbot":"capture","version":1}\n')), /not state when it began/],
    ] as const) {
      expect(await wrong.look({})).toEqual({
        kind: 'problem',
        problem: expect.stringMatching(problem),
      });
    }
  });

  test('[IMP-10] a BDF file becomes a session that states its assumptions', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => `${index},3.3,${index}`).join('\n');
    const job = createImportJob(
      file(`Test Time / s,Voltage / V,Current / A\n${rows}\n`, 'cell.bdf.csv'),
    );
    const plan = await planOf(job);
    expect(plan.kind).toBe('bdf');
    expect((await checkOf(job, plan)).report).toMatchObject({
      samples: 100,
      refused: 0,
      from: 1_000,
      to: 100_000,
    });
    const [session] = await collect(job.sessions(plan, 'e'.repeat(64)));
    expect(session?.info).toMatchObject({
      samples: 100,
      startedAt: 1_000,
      durationMs: 99_000,
      name: 'cell.bdf',
    });
    expect(session?.chunks.find(({ kind }) => kind === 'events')?.data).toMatchObject({
      events: [
        {
          text: expect.stringMatching(
            /was chosen as its start\. A positive current was read as charging\.$/,
          ) as string,
        },
      ],
    });
  });
});
