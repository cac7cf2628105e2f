import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SampleColumns } from '@batbot/core';
import { packBlock, unpackBlock } from '@batbot/core/uploads';
import { createDevice } from '../index.ts';

const ROWS = 600;
const POLL_MS = 2_000;
const DAY_BLOCKS = 86_400_000 / POLL_MS / ROWS;
const CELLS = 128;
const SENSORS = 4;

/** Yields blocks of a recording while driving. Polls are up to 20 ms late on two clocks. */
const drive = function* (blocks: number) {
  const device = createDevice({ scenario: 'drive', cells: CELLS, temperatures: SENSORS });
  for (let block = 0; block < blocks; block += 1) {
    const all = Array.from({ length: ROWS }, (_, row) => {
      const ms = (block * ROWS + row) * POLL_MS;
      device.advance(ms);
      const late = ((row * 7_919) % 200) / 10;
      return {
        ...device.reading(),
        ms: ms + late,
        wall: 1_770_000_000_000 + ms + Math.round(late),
      };
    });
    const column = (of: (row: (typeof all)[number]) => number) => Float64Array.from(all, of);
    const columns: SampleColumns = {
      ms: column(({ ms }) => ms),
      wall: column(({ wall }) => wall),
      packVoltageV: column(({ packMv }) => packMv / 1_000),
      currentA: column(({ current10mA }) => current10mA / 100),
      socPercent: column(({ soc }) => soc / 10),
      sohPercent: column(({ soh }) => soh / 10),
      designCapacityAh: column(({ designCapacity }) => designCapacity / 100),
      remainingAh: column(({ remaining }) => remaining / 100),
      cycles: column(({ cycles }) => cycles),
      sequence: Float64Array.from(all, (_, row) => block * ROWS + row),
      uptimeS: column(({ uptimeS }) => uptimeS),
      switches: column(({ fets }) => fets),
      alarms: column(({ alarms }) => alarms),
      protections: column(({ protections }) => protections),
      cellLowV: column(({ cells }) => Math.min(...cells) / 1_000),
      cellHighV: column(({ cells }) => Math.max(...cells) / 1_000),
      cellLowNumber: column(({ cells }) => cells.indexOf(Math.min(...cells)) + 1),
      cellHighNumber: column(({ cells }) => cells.indexOf(Math.max(...cells)) + 1),
      temperatureLowC: column(({ temperatures }) => Math.min(...temperatures)),
      temperatureHighC: column(({ temperatures }) => Math.max(...temperatures)),
    };
    const cells = {
      cells: CELLS,
      temperatures: SENSORS,
      volts: Float32Array.from(all.flatMap((row) => row.cells.map((mv) => mv / 1_000))),
      celsius: Float32Array.from(all.flatMap((row) => row.temperatures)),
      balancing: Uint8Array.from(all.flatMap((row) => row.balancing.map(Number))),
    };
    yield { columns, cells };
  }
};

const BLOCKS = 3;

test('[SYNC-19] a day of 128 cells while driving, every 2 s, takes at most 3.5 MB and is read back to the millivolt', () => {
  let bytes = 0;
  for (const block of drive(BLOCKS)) {
    const packed = packBlock(block);
    bytes += gzipSync(packed).length;
    const back = unpackBlock(packed);
    expect(back?.cells).toEqual(block.cells);
    expect(back?.columns.currentA).toEqual(block.columns.currentA);
    expect(back?.columns.wall).toEqual(block.columns.wall);
  }
  const megabytes = ((bytes / BLOCKS) * DAY_BLOCKS) / 1e6;
  expect(megabytes).toBeGreaterThan(0.5);
  expect(megabytes).toBeLessThan(3.5);
}, 900_000);
