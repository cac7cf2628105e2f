import { expect, test } from 'vitest';
import { createChunkWriter } from './chunk-writer.ts';
import type { SampleRow } from './sample-columns.ts';

const row = {} as SampleRow; // the test does not use its columns
const pack = {
  alarms: [],
  protections: [],
  cellVoltagesV: [3.3, 3.3],
  temperaturesC: [25],
  balancing: [],
};
const bytes = (length: number) => ({
  ms: 0,
  dir: 'rx' as const,
  background: false,
  bytes: new Uint8Array(length),
});
const event = { ms: 0, wall: 0, kind: 'note', text: 'four' } as const;

const openWriter = () => {
  const writer = createChunkWriter();
  /** Returns the kind and index of each chunk to be written, and confirms that it was written. */
  const write = (): readonly string[] => {
    const { chunks, confirm } = writer.unsaved();
    confirm();
    return chunks.map(({ kind, index }) => `${kind} ${index}`);
  };
  const repeat = (times: number, add: () => void): void => {
    for (let done = 0; done < times; done += 1) add();
  };
  return { ...writer, write, repeat };
};

test('a new chunk of samples begins after 32 samples, and a chunk of cells with it', () => {
  const { addSample, write, repeat } = openWriter();
  repeat(31, () => addSample(row, pack));
  expect(write()).toEqual(['samples 0', 'cells 0']);
  expect(write()).toEqual([]);
  addSample(row, pack);
  expect(write()).toEqual(['samples 0', 'cells 0']);
  addSample(row, pack);
  expect(write()).toEqual(['samples 1', 'cells 1']);
});

test('a new chunk of bytes begins after 512 runs or 32 KiB', () => {
  const { addBytes, write, repeat } = openWriter();
  repeat(511, () => addBytes(bytes(1)));
  write();
  addBytes(bytes(1));
  expect(write()).toEqual(['bytes 0']);
  addBytes(bytes(32_767));
  expect(write()).toEqual(['bytes 1']);
  addBytes(bytes(1));
  expect(write()).toEqual(['bytes 1']);
  addBytes(bytes(40_000));
  expect(write()).toEqual(['bytes 2']);
  addBytes(bytes(1));
  expect(write()).toEqual(['bytes 3']);
});

test('a new chunk of events begins after 64 events', () => {
  const { addEvent, write, repeat } = openWriter();
  repeat(63, () => addEvent(event));
  write();
  addEvent(event);
  expect(write()).toEqual(['events 0']);
  addEvent(event);
  expect(write()).toEqual(['events 1']);
});

test('rows that were not confirmed are returned again, with the rows added since', () => {
  const { addEvent, unsaved, write, repeat } = openWriter();
  repeat(64, () => addEvent(event));
  const first = unsaved();
  addEvent(event);
  expect(unsaved().chunks.map(({ index }) => index)).toEqual([0, 1]);
  first.confirm();
  expect(write()).toEqual(['events 1']);
  addEvent(event);
  const second = unsaved();
  addEvent(event);
  second.confirm(); // one event was added after the call
  expect(write()).toEqual(['events 1']);
  expect(write()).toEqual([]);
});

test('[OBD-99] a sample that completes a chunk while the chunk is being written is not lost', () => {
  const { addSample, unsaved, write, repeat } = openWriter();
  repeat(31, () => addSample(row, pack));
  const { confirm } = unsaved();
  addSample(row, pack);
  confirm();
  expect(write()).toEqual(['samples 0', 'cells 0']);
  expect(write()).toEqual([]);
});

test('[ST-02] after the archive has lost its data, the open chunks are written again', () => {
  const { addEvent, addBytes, forgetSaved, write, repeat } = openWriter();
  repeat(65, () => addEvent(event));
  addBytes(bytes(3));
  write();
  forgetSaved();
  expect(write()).toEqual(['bytes 0', 'events 1']);
});

test('[ST-02] if the archive loses its data while a write is confirmed, the chunk is written again', () => {
  const { addEvent, forgetSaved, unsaved, write } = openWriter();
  addEvent(event);
  const { confirm } = unsaved();
  forgetSaved();
  confirm();
  expect(write()).toEqual(['events 0']);
});

test('the size in the archive is estimated from the added rows', () => {
  const { addEvent, addBytes, addSample, storedBytes } = openWriter();
  expect(storedBytes()).toBe(0);
  addEvent(event);
  expect(storedBytes()).toBe(40);
  addBytes(bytes(7));
  expect(storedBytes()).toBe(60);
  const before = storedBytes();
  addSample(row, pack);
  const small = storedBytes() - before;
  addSample(row, { ...pack, cellVoltagesV: [3, 3, 3], temperaturesC: [25, 26] });
  expect(storedBytes() - before - 2 * small).toBe(5 + 4);
  expect(small % 8).toBe((2 * 5 + 4) % 8);
});
