import { createRecorder, type Clock, type PackSample } from '@batbot/core';
import { createIndexedDbArchive } from './indexed-db-archive.ts';

/** In the page: writes a recorded day with the product's own recorder, and the same values as one JSON text. */

const PERIOD_MS = 2_000;
/** The recorder writes every second; a whole day at that pace is a day. So many samples go out together instead. */
const SAMPLES_PER_WRITE = 32;
/** For the last of them the recorder's own pace is measured: one writing a sample. */
const SINGLE_WRITES = 200;
const START = Date.UTC(2026, 0, 1);

/** A pack that is discharged and charged over the day, with noise, so that no two samples are equal. */
const sampleAt = (index: number, count: number, cells: number): PackSample => {
  const phase = Math.sin((index / count) * Math.PI * 6);
  const noise = (seed: number): number => ((seed * 7_919) % 13) / 1_000;
  const cellVoltagesV = Array.from(
    { length: cells },
    (_, cell) => Math.round((3.3 + phase * 0.1 + noise(index + cell * 31)) * 1_000) / 1_000,
  );
  return {
    sequence: index,
    uptimeS: index * 2,
    packVoltageV: cellVoltagesV.reduce((sum, each) => sum + each, 0),
    currentA: Math.round(phase * 1_000) / 10,
    socPercent: Math.round(500 + phase * 400) / 10,
    sohPercent: 99,
    designCapacityAh: 100,
    remainingAh: 50,
    cycles: 123,
    switches: { charge: true, discharge: true, precharge: false },
    alarms: [],
    protections: [],
    cellVoltagesV,
    temperaturesC: Array.from({ length: 64 }, (_, sensor) => 25 + ((index + sensor) % 5)),
    balancing: cellVoltagesV.map((_, cell) => (index + cell) % 97 === 0),
  };
};

const replyOf = (sample: PackSample): Uint8Array => {
  const cells = sample.cellVoltagesV.map((volts) => Math.round((volts ?? 0) * 1_000));
  const head = [1, sample.sequence, sample.uptimeS, cells.length, 64].join(',');
  const text = `\r\n+ADATA: ${head},${cells.join(',')},${sample.temperaturesC.join(',')},0\r\n\r\nOK\r\n`;
  return new TextEncoder().encode(text);
};

const POLL = new TextEncoder().encode('AT+ADATA\r\n');

export interface WrittenDay {
  readonly seconds: number;
  /** Of one writing at the recorder's own pace. */
  readonly singleMs: readonly number[];
  readonly storedBytes: number;
}

const writeDay = async (userId: string, count: number, cells: number): Promise<WrittenDay> => {
  let now = 0;
  const clock: Clock = {
    wallNow: () => START + now,
    monotonicNow: () => now,
    after: () => () => undefined, // this day has its own pace
  };
  const platform: Clock = {
    wallNow: Date.now,
    monotonicNow: () => performance.now(),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => {
        clearTimeout(timer);
      };
    },
  };
  const archive = createIndexedDbArchive({
    factory: indexedDB,
    keyRange: IDBKeyRange,
    clock: platform,
  });
  const recorder = createRecorder({
    clock,
    keepAwake: { hold: () => () => undefined },
    save: (user, info, chunks) => archive.save({ userId: user, sessionId: info.id, info, chunks }),
    onFailed: (error) => {
      throw new Error(error.message);
    },
  });
  recorder.begin(userId, { linkId: 'bench', label: 'A day' }, 115_200);
  const singleMs: number[] = [];
  const from = performance.now();
  for (let index = 0; index < count; index += 1) {
    now = index * PERIOD_MS;
    const sample = sampleAt(index, count, cells);
    recorder.bytes({ dir: 'tx', background: true, bytes: POLL, at: now });
    recorder.bytes({ dir: 'rx', background: true, bytes: replyOf(sample), at: now });
    recorder.sample(sample);
    const isSingle = index >= count - SINGLE_WRITES;
    if (!isSingle && index % SAMPLES_PER_WRITE !== 0) continue;
    const began = performance.now();
    await recorder.flush();
    if (isSingle) singleMs.push(performance.now() - began);
  }
  await recorder.end();
  const seconds = (performance.now() - from) / 1_000;
  const { usage = 0 } = await navigator.storage.estimate();
  archive.dispose();
  return { seconds, singleMs, storedBytes: usage };
};

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => {
      resolve(request.result);
    });
    request.addEventListener('error', () => {
      reject(new Error(String(request.error)));
    });
  });

const jsonDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open('bench-json', 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('days');
  });
  return settled(request);
};

/** The least anybody does: all samples as one text in one row. */
const writeJson = async (count: number, cells: number): Promise<number> => {
  const rows = Array.from({ length: count }, (_, index) =>
    JSON.stringify(sampleAt(index, count, cells)),
  );
  const text = `[${rows.join(',')}]`;
  const database = await jsonDatabase();
  await settled(database.transaction('days', 'readwrite').objectStore('days').put(text, 'day'));
  database.close();
  return text.length;
};

/** Milliseconds to get and parse it. */
const readJson = async (): Promise<number> => {
  const database = await jsonDatabase();
  const from = performance.now();
  const text: unknown = await settled(database.transaction('days').objectStore('days').get('day'));
  const rows: unknown = JSON.parse(String(text));
  const ms = performance.now() - from;
  database.close();
  if (!Array.isArray(rows)) throw new Error('the day is not whole');
  return ms;
};

Object.assign(globalThis, { dayBench: { writeDay, writeJson, readJson } });
