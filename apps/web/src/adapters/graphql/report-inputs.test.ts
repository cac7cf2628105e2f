import { expect, it } from 'vitest';
import type { WriteReport } from '@batbot/core/parameters';
import { installInput, writeInput } from './report-inputs.ts';

const report: WriteReport = {
  outcome: 'partial',
  identity: { serial: 'SN-1', firmware: '1.4' },
  schema: { name: 'S', hash: 'a'.repeat(64) },
  at: 0,
  changes: [{ key: 'A', before: 1, wanted: 2, readBack: undefined }],
  values: { A: 1, NAME: 'pack' },
  commands: ['ATI'],
  why: 'The write was stopped',
};

it('[SYNC-30] a report has the form of the API', () => {
  expect(writeInput(report, 'r1')).toEqual({
    id: 'r1',
    at: '1970-01-01T00:00:00.000Z',
    schema: report.schema,
    outcome: 'PARTIAL',
    firmware: '1.4',
    changes: report.changes,
    values: report.values,
    commands: ['ATI'],
    reason: 'The write was stopped',
  });
});

it('[SYNC-59] a reason is one line of at most 500 characters', () => {
  const reasonOf = (why: string) => writeInput({ ...report, why }, 'r')['reason'];
  expect(reasonOf('+CME\u0007 ERROR\r\n50\uD800')).toBe('+CME\uFFFD ERROR\uFFFD\uFFFD50\uFFFD');
  expect(reasonOf(' ')).toBeUndefined();
  expect(reasonOf('x'.repeat(500))).toBe('x'.repeat(500));
  expect(reasonOf('x'.repeat(501))).toBe(`${'x'.repeat(498)} …`);
  expect(reasonOf(`${'x'.repeat(497)}🔋🔋`)).toBe(`${'x'.repeat(497)} …`);
});

it('[SYNC-59] a value that the server cannot store is unknown, because a shortened one would be wrong', () => {
  const long = 'x'.repeat(501);
  const list = Array.from({ length: 201 }, () => 1);
  const { values, changes } = writeInput(
    {
      ...report,
      values: { A: 1, LONG: long, LIST: list, BELL: '\u0007', OFF: false, FIT: list.slice(1) },
      changes: [{ key: 'LONG', before: 'a', wanted: 'b', readBack: long }],
    },
    'r',
  );
  expect(values).toEqual({ A: 1, OFF: false, FIT: list.slice(1) });
  expect(changes).toEqual([{ key: 'LONG', before: 'a', wanted: 'b', readBack: undefined }]);
});

it('[SYNC-59] of more than 2,000 commands, the first and the last are reported, and how many are left out', () => {
  const commandsOf = (count: number) =>
    writeInput({ ...report, commands: Array.from({ length: count }, (_, at) => `AT${at}`) }, 'r')[
      'commands'
    ] as readonly string[]; // the form of the API
  expect(commandsOf(2_000)).toHaveLength(2_000);
  const commands = commandsOf(2_500);
  expect(commands).toHaveLength(2_000);
  expect(commands.slice(999, 1_002)).toEqual(['AT999', '(501 commands are left out)', 'AT1501']);
  expect(commands.at(-1)).toBe('AT2499');
});

it('[SYNC-59] an install that the clock of the computer puts before its start is not refused', () => {
  const install = { serial: 'SN-1', from: undefined, to: '2', outcome: 'done', bytes: 5 } as const;
  expect(installInput({ ...install, seconds: -3_600, documentId: 'd' }, 'r1')).toEqual({
    id: 'r1',
    imageId: 'd',
    from: undefined,
    to: '2',
    outcome: 'DONE',
    bytes: 5,
    seconds: 0,
    reason: undefined,
  });
});
