import { csvLine, csvNumber } from '../prelude/csv.ts';
import type { PackColumns } from './pack-columns.ts';

/** The version of the Battery Data Format (github.com/battery-data-alliance/battery-data-format) that is written. */
const BDF_VERSION = '0.1';

/** Describes an exported file: BDF fixes neither the sign of the current nor the meaning of the temperature. */
export const bdfNotes = (serial: string, subject: string): Readonly<Record<string, string>> => ({
  format: `BDF ${BDF_VERSION}`,
  serial,
  subject,
  currentSign: 'positive while charging',
  temperature: 'highest sensor of the pack',
});

const COLUMNS = [
  'Test Time / s',
  'Voltage / V',
  'Current / A',
  'Unix Time / s',
  'Temperature T1 / degC',
] as const;
/** Rows of one part, so that a long file is not one text in memory. */
const PART_ROWS = 2_000;

/**
 * Returns recordings as BDF CSV, in parts. `cell` counts from 0; undefined is the pack. Times count from the first
 * recording. An unknown value is an empty field.
 */
export function* bdfCsv(
  recordings: readonly PackColumns[],
  cell: number | undefined,
): Generator<string, void> {
  yield csvLine(COLUMNS);
  const begin = recordings[0]?.wall[0] ?? 0;
  for (const {
    rows,
    cells,
    ms,
    wall,
    volts,
    packVoltageV,
    currentA,
    temperatureHighC,
  } of recordings) {
    const offset = (wall[0] ?? 0) - begin - (ms[0] ?? 0);
    let text = '';
    for (let row = 0; row < rows; row += 1) {
      const volt = cell === undefined ? packVoltageV[row] : volts[row * cells + cell];
      text += csvLine([
        csvNumber(((ms[row] ?? 0) + offset) / 1_000, 3),
        csvNumber(cell === undefined || cell < cells ? volt : undefined, 4),
        csvNumber(currentA[row], 3),
        csvNumber((wall[row] ?? 0) / 1_000, 3),
        csvNumber(temperatureHighC[row], 1),
      ]);
      if (row % PART_ROWS === PART_ROWS - 1) {
        yield text;
        text = '';
      }
    }
    yield text;
  }
}
