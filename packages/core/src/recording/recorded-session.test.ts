import { describe, expect, test } from 'vitest';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import { err, ok } from '../prelude/result.ts';
import type { SessionArchive } from '../ports/session-archive.ts';
import { parseCapture } from '../protocol/capture.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { createChunkWriter } from './chunk-writer.ts';
import { detailAt, type ChunkKind, type SessionEvent } from './chunks.ts';
import { blockOf, openSession, type RecordedSession } from './recorded-session.ts';
import { sampleRow } from './sample-columns.ts';
import { newSession } from './session-info.ts';

const STARTED_AT = 1_000_000;
const INFO = newSession('s1', STARTED_AT, { linkId: 'serial', label: 'Bus 12' }, 9_600);

/** The sample of each poll has its own voltage. */
const sampleOf = (poll: number): PackSample => ({
  alarms: [],
  protections: [],
  cycles: poll,
  cellVoltagesV: [3 + poll / 1_000, 3.3],
  temperaturesC: [20 + poll, null],
  balancing: [false, true],
});

/** Saves a session of `polls` polls every 2 s and opens it. `change` changes the archive that it is read from. */
const openPolls = async (
  polls: number,
  events: readonly Omit<SessionEvent, 'wall' | 'kind'>[] = [],
  change: (archive: SessionArchive) => Partial<SessionArchive> = () => ({}),
) => {
  const writer = createChunkWriter();
  for (let poll = 0; poll < polls; poll += 1) {
    const ms = poll * 2_000;
    writer.addSample(sampleRow(sampleOf(poll), ms, STARTED_AT + ms), sampleOf(poll));
  }
  for (const { ms, text } of events) {
    writer.addEvent({ ms, wall: STARTED_AT + ms, kind: 'note', text });
  }
  writer.addBytes({ ms: 5, dir: 'rx', background: true, bytes: Uint8Array.of(65, 13, 10) });
  const { archive } = createFakeSessionArchive();
  const { chunks } = writer.unsaved();
  await archive.save({ userId: 'u1', sessionId: INFO.id, info: INFO, chunks });
  const read = { ...archive, ...change(archive) };
  return openSession(read, 'u1', INFO, undefined, () => Promise.resolve());
};

const opened = async (...args: Parameters<typeof openPolls>): Promise<RecordedSession> => {
  const session = await openPolls(...args);
  if (!session.ok) throw new Error('not opened');
  return session.value;
};

/** Makes the archive fail to read one kind of chunks. */
const failing =
  (failed: ChunkKind) =>
  ({ read }: SessionArchive): Partial<SessionArchive> => ({
    read: (userId, id, kind, range) =>
      kind === failed
        ? Promise.resolve(err({ kind: 'failed', message: 'disk' }))
        : read(userId, id, kind, range),
  });

describe('a session of several chunks', () => {
  test('[OBD-94] each moment has the cells of its own sample; before and after the session there is none', async () => {
    const session = await opened(70);
    for (const index of [0, 31, 32, 40, 63, 64, 69]) {
      expect(await session.sampleAt(index)).toEqual({ ok: true, value: sampleOf(index) });
    }
    for (const index of [-1, 70]) {
      expect(await session.sampleAt(index)).toEqual({ ok: true, value: undefined });
    }
  });

  test('[ST-03] a sample whose cells are missing keeps its other values', async () => {
    const session = await opened(1, [], ({ read }) => ({
      read: (userId, id, kind, range) => read(userId, kind === 'cells' ? 'other' : id, kind, range),
    }));
    const sample = await session.sampleAt(0);
    expect(sample).toMatchObject({ value: { cycles: 0, cellVoltagesV: [], temperaturesC: [] } });
    const blocks = await session.blocks(1);
    expect(blocks.ok && [...blocks.value].map(({ cells }) => cells.cells)).toEqual([0]);
  });

  test('[REC-141] the JSON lines have a line in the place of bytes that cannot be read', async () => {
    const session = await opened(1, [], ({ read }) => ({
      read: async (userId, id, kind, range) => {
        const rows = await read(userId, id, kind, range);
        if (!rows.ok || kind !== 'bytes') return rows;
        const [row] = rows.value;
        return ok([...rows.value, { index: 1, data: 'damaged' }, { index: 2, data: row?.data }]);
      },
    }));
    const capture = await session.capture();
    const parsed = parseCapture(capture.ok ? capture.value.join('') : '');
    expect(parsed).toMatchObject({ value: { skipped: [3], gaps: new Set([1]) } });
    expect(parsed.ok && parsed.value.lines).toHaveLength(2);
  });

  test('[OBD-95] blocks contain every sample from the first index, with its cells', async () => {
    const session = await opened(70);
    const read = async (rows: number, first?: number) => {
      const blocks = await session.blocks(rows, first);
      return blocks.ok ? [...blocks.value] : [];
    };
    const blocks = await read(20, 5);
    expect(blocks.map(({ columns }) => columns.ms.length)).toEqual([20, 20, 20, 5]);
    expect(blocks.map(({ cells }) => cells.volts.length / cells.cells)).toEqual([20, 20, 20, 5]);
    const cycles = blocks.flatMap(({ columns }) => [...columns.cycles]);
    expect(cycles).toEqual(Array.from({ length: 65 }, (_, at) => at + 5));
    const details = blocks.flatMap(({ columns, cells }) =>
      Array.from(columns.ms, (_, row) => detailAt(cells, row)),
    );
    expect(details).toEqual(
      cycles.map((poll) => {
        const { cellVoltagesV, temperaturesC, balancing } = sampleOf(poll);
        return { cellVoltagesV, temperaturesC, balancing };
      }),
    );
    expect((await read(35)).map(({ columns }) => columns.ms[0])).toEqual([0, 70_000]);
    expect(await read(10, 70)).toEqual([]);
  });

  test('[OBD-95] a block of new samples is equal to the block read from the archive', async () => {
    const blocks = await (await opened(3)).blocks(10);
    const fresh = [0, 1, 2].map((poll) => {
      const ms = poll * 2_000;
      return { sample: sampleOf(poll), ms, wall: STARTED_AT + ms };
    });
    expect(blocks.ok && [...blocks.value]).toEqual([blockOf(fresh)]);
  });

  test('[OBD-95] each event is in the CSV row of the first sample at or after it, later ones in the last row', async () => {
    const session = await opened(3, [
      { ms: 9_000, text: 'after' },
      { ms: 3_000, text: 'later' },
      { ms: 2_000, text: 'at the sample' },
      { ms: 1_000, text: 'sooner' },
    ]);
    const csv = await session.csv();
    const lines = (csv.ok ? [...csv.value].join('') : '').trim().split('\r\n');
    expect(lines.map((line) => line.split(',').at(-1))).toEqual([
      'events',
      '',
      'sooner; at the sample',
      'later; after',
    ]);
    expect(lines[0]).toContain('cell_2_V,temperature_1_C,temperature_2_C,balancing_cells');
    expect(lines[2]).toContain(',3.0010,3.3000,21.0,,2,');
  });

  test('[OBD-96] an exported session states its name, start, device and baud rate', async () => {
    const session = await opened(1);
    const capture = await session.capture('Bus 12, before');
    const [head = ''] = capture.ok ? capture.value : [];
    expect(JSON.parse(head)).toMatchObject({
      name: 'Bus 12, before',
      startedAt: '1970-01-01T00:16:40.000Z',
      device: 'Bus 12',
      baudRate: 9_600,
    });
  });
});

describe('a session that the archive cannot read', () => {
  const refused = { ok: false, error: { kind: 'failed', message: 'disk' } };

  test.each(['samples', 'events'] as const)(
    '[ST-03] it is not opened without its %s, and the error is returned',
    async (kind) => {
      expect(await openPolls(2, [], failing(kind))).toEqual(refused);
    },
  );

  test('[ST-03] cells that cannot be read are an error, not missing values', async () => {
    const session = await opened(2, [], failing('cells'));
    expect(await session.sampleAt(0)).toEqual(refused);
    expect(await session.csv()).toEqual(refused);
    expect(await session.blocks(10)).toEqual(refused);
  });

  test('[ST-03] bytes that cannot be read are an error, not an empty log', async () => {
    const session = await opened(2, [], failing('bytes'));
    expect(await session.bytes()).toEqual(refused);
    expect(await session.replay()).toEqual(refused);
    expect(await session.capture()).toEqual(refused);
  });
});
