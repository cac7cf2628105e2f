import { packColumns, type PackColumns } from './pack-columns.ts';

type Values = 'currentA' | 'socPercent' | 'temperatureLowC' | 'designCapacityAh' | 'sohPercent';

/** What a test recording contains. Functions get the time in s. */
export interface TestRecording extends Partial<
  Readonly<Record<Values, (second: number) => number>>
> {
  readonly seconds: number;
  readonly pollS?: number;
  readonly cells?: number;
  readonly volts?: (second: number, cell: number) => number;
  readonly startedAt?: number;
}

/** Makes a recording. Default: a pack of 100 Ah and 4 cells at rest, 3.3 V and 25 °C. */
export const testColumns = (recording: TestRecording): PackColumns => {
  const { seconds, pollS = 2, cells = 4, volts = () => 3.3, startedAt = 0 } = recording;
  const rows = Math.floor(seconds / pollS) + 1;
  const column = (value: (second: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => value(row * pollS));
  const celsius = column(recording.temperatureLowC ?? (() => 25));
  const matrix = Float32Array.from({ length: rows * cells }, (_, index) =>
    volts(Math.floor(index / cells) * pollS, index % cells),
  );
  const columns = {
    ms: column((second) => second * 1_000),
    wall: column((second) => startedAt + second * 1_000),
    packVoltageV: column(() => Number.NaN),
    currentA: column(recording.currentA ?? (() => 0)),
    socPercent: column(recording.socPercent ?? (() => Number.NaN)),
    sohPercent: column(recording.sohPercent ?? (() => Number.NaN)),
    designCapacityAh: column(recording.designCapacityAh ?? (() => 100)),
    temperatureLowC: celsius,
    temperatureHighC: celsius,
  };
  return packColumns([{ columns, cells: { cells, volts: matrix } }]);
};

/** A load that changes every 10 s between currents of −10 and −60 A, after 4 s of rest at the start. */
export const steppedLoad = (second: number): number =>
  second < 4 ? 0 : ([-60, -10, -45, -20][Math.floor((second - 4) / 10) % 4] ?? 0);

/** The voltage of a cell with a resistance in mΩ and without polarization. */
export const ohmic = (second: number, milliOhm: number): number =>
  3.3 + (steppedLoad(second) * milliOhm) / 1_000;
