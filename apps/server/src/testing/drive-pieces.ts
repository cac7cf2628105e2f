import { gzipSync } from 'node:zlib';
import { blockOf, packBlock } from '@batbot/core/uploads';

/**
 * The pieces of a drive of 10 min or less, in which cell 2 of 4 has a resistance of `milliOhm` and the others 1 mΩ. After 5
 * min, there are no samples for `gapMs`, and the clock is set back by `setBackMs`.
 */
export const drivePieces = (
  milliOhm: number,
  startedAt: number,
  { setBackMs = 0, gapMs = 0, samples = 300 } = {},
) => {
  const rows = Array.from({ length: samples }, (_, row) => {
    const currentA = row < 2 ? 0 : ([-60, -10, -45, -20][Math.floor(row / 5) % 4] ?? 0);
    const cellVoltagesV = [1, milliOhm, 1, 1].map((each) => 3.3 + (currentA * each) / 1_000);
    const ms = row * 2_000 + (row < 150 ? 0 : gapMs);
    const known = { alarms: [], protections: [], temperaturesC: [25, 25], designCapacityAh: 100 };
    return {
      sample: { ...known, currentA, cellVoltagesV },
      ms,
      wall: startedAt + ms - (row < 150 ? 0 : setBackMs),
    };
  });
  const info = {
    version: 1,
    id: 'x',
    name: 'Drive',
    startedAt,
    lastAt: startedAt,
    durationMs: samples * 2_000,
    device: 'd',
    linkId: 'l',
    baudRate: 1,
    samples,
    rxBytes: 0,
    txBytes: 0,
    storedBytes: 0,
    cells: 4,
    temperatures: 2,
    finished: true,
  };
  const head = new TextEncoder().encode(JSON.stringify({ info, events: [] }));
  return [
    { kind: 'session', bytes: gzipSync(head) },
    { kind: 'samples', bytes: gzipSync(packBlock(blockOf(rows))) },
  ];
};
