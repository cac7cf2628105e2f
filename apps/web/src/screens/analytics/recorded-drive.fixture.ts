import type { Core, SessionInfo } from '@batbot/core';
import { blockOf } from '@batbot/core/uploads';

/** A drive of a pack of 100 Ah with load steps every 10 s. */
export interface RecordedDrive {
  readonly id: string;
  readonly serial?: string;
  readonly startedAt: number;
  readonly seconds?: number;
  readonly cells?: number;
  /** Resistance of cell 3 in mΩ. The others have 1 mΩ. */
  readonly weakMilliOhm?: number;
  /** Seconds of rest after the drive. */
  readonly restS?: number;
}

const POLL_MS = 2_000;
const CHUNK_ROWS = 32;

/** Adds a drive to the recordings of this browser, as the recorder stores it. */
export const addDrive = async (
  recording: Core['recording'],
  { id, serial, startedAt, seconds = 600, cells = 16, weakMilliOhm = 1, restS = 0 }: RecordedDrive,
): Promise<void> => {
  const rows = Math.floor(((seconds + restS) * 1_000) / POLL_MS);
  const samples = Array.from({ length: rows }, (_, row) => {
    const second = row * 2;
    const load = [-60, -10, -45, -20][Math.floor(second / 10) % 4] ?? 0;
    const currentA = second < 4 || second >= seconds ? 0 : load;
    const cellVoltagesV = Array.from({ length: cells }, (_each, cell) => {
      const milliOhm = cell === 2 ? weakMilliOhm : 1 + ((cell * 7) % 5) / 100;
      const volt = 3.3 + (currentA * milliOhm) / 1_000 - (((cell * 5) % 7) - 3) / 1_000;
      return Math.round(volt * 10_000) / 10_000;
    });
    const sample = {
      packVoltageV: cellVoltagesV.reduce((sum, each) => sum + each, 0),
      currentA,
      socPercent: 70 - second / 100,
      sohPercent: 99,
      designCapacityAh: 100,
      cellVoltagesV,
      temperaturesC: [24, 26],
      alarms: [],
      protections: [],
    };
    return { sample, ms: row * POLL_MS, wall: startedAt + row * POLL_MS };
  });
  const chunks = [];
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const { columns, cells: record } = blockOf(samples.slice(from, from + CHUNK_ROWS));
    const index = from / CHUNK_ROWS;
    chunks.push({ kind: 'samples', index, data: columns }, { kind: 'cells', index, data: record });
  }
  const info: SessionInfo = {
    version: 1,
    id,
    name: 'BatBot Simulator',
    startedAt,
    lastAt: startedAt + rows * POLL_MS,
    durationMs: rows * POLL_MS,
    device: 'BatBot Simulator',
    linkId: 'fake',
    baudRate: 115_200,
    samples: rows,
    rxBytes: 0,
    txBytes: 0,
    storedBytes: 1_000,
    cells,
    temperatures: 2,
    finished: true,
    ...(serial === undefined ? {} : { identity: { serial } }),
  };
  const added = await recording.add(info, chunks);
  if (!added.ok) throw new Error(added.error.kind);
};
