import type { Core, SessionInfo } from '@batbot/core';
import { bdfCsv, bdfNotes, packColumns, type PackColumns } from '@batbot/core/analysis';
import { saveFile, saveJson } from '../controls/save-file.ts';

/** Number of rows that are read at once. The page can paint between two reads. */
const ROWS = 600;

/** Reads the recordings of a pack, the oldest first. Recordings that cannot be read are left out and counted. */
const readAll = async (
  recording: Core['recording'],
  sessions: readonly SessionInfo[],
): Promise<{ readonly read: readonly PackColumns[]; readonly failed: number }> => {
  const read: PackColumns[] = [];
  for (const { id } of sessions.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const opened = await recording.open(id);
    const blocks = opened.ok ? await opened.value.blocks(ROWS) : opened;
    if (blocks.ok) read.push(packColumns([...blocks.value]));
  }
  return { read, failed: sessions.length - read.length };
};

/** The forms of an export. `cell` counts from 0. */
export type ExportForm =
  | { readonly kind: 'bdf'; readonly cell: number | undefined }
  | { readonly kind: 'parquet' };

const fileName = (serial: string): string => serial.replace(/[^\w.-]+/g, '_');

/** The columns of all recordings after each other, for Parquet. Unknown values are null. */
const parquetColumns = (recordings: readonly PackColumns[]) => {
  const cells = Math.max(0, ...recordings.map((each) => each.cells));
  const join = (values: (of: PackColumns, row: number) => number | undefined) =>
    recordings.flatMap((of) =>
      Array.from({ length: of.rows }, (_, row) => {
        const value = values(of, row);
        return value === undefined || Number.isNaN(value) ? null : value;
      }),
    );
  const double = (name: string, values: Parameters<typeof join>[0]) =>
    ({ name, data: join(values), type: 'DOUBLE', nullable: true }) as const;
  return [
    double('unix_time_s', ({ wall }, row) => (wall[row] ?? Number.NaN) / 1_000),
    double('current_A', ({ currentA }, row) => currentA[row]),
    double('pack_voltage_V', ({ packVoltageV }, row) => packVoltageV[row]),
    double('soc_percent', ({ socPercent }, row) => socPercent[row]),
    double('temperature_low_degC', ({ temperatureLowC }, row) => temperatureLowC[row]),
    double('temperature_high_degC', ({ temperatureHighC }, row) => temperatureHighC[row]),
    ...Array.from({ length: cells }, (_, cell) =>
      double(`cell_${cell + 1}_V`, (of, row) =>
        cell < of.cells ? of.volts[row * of.cells + cell] : undefined,
      ),
    ),
  ];
};

/**
 * Saves the history of a pack as a file. BDF is saved with a second file that states its version and the sign of the
 * current, because BDF has no place for them. Returns the number of recordings that could not be read; if none could,
 * nothing is saved.
 */
export const exportPack = async (
  recording: Core['recording'],
  sessions: readonly SessionInfo[],
  name: string,
  form: ExportForm,
): Promise<number> => {
  const { read, failed } = await readAll(recording, sessions);
  if (read.length === 0) return failed;
  if (form.kind === 'parquet') {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const bytes = parquetWriteBuffer({ columnData: parquetColumns(read) });
    saveFile(`${fileName(name)}.parquet`, 'application/vnd.apache.parquet', [bytes]);
    return failed;
  }
  const subject = form.cell === undefined ? 'pack' : `cell ${form.cell + 1}`;
  const base = `${fileName(name)}-${fileName(subject)}.bdf`;
  saveFile(`${base}.csv`, 'text/csv', [...bdfCsv(read, form.cell)]);
  const notes = JSON.stringify(bdfNotes(name, subject), null, 2);
  saveJson(`${base}.json`, notes);
  return failed;
};
