import type { PackSample } from '../protocol/pack-sample.ts';
import type { SessionEvent } from './chunks.ts';
import { SWITCHES } from './sample-columns.ts';
import { csvLine, csvNumber, csvText, utcText, type CsvSeparator } from '../prelude/csv.ts';

const VALUES = [
  ['pack_voltage_V', 'packVoltageV', 3],
  ['current_A', 'currentA', 3],
  ['soc_percent', 'socPercent', 1],
  ['soh_percent', 'sohPercent', 1],
  ['remaining_Ah', 'remainingAh', 3],
  ['design_capacity_Ah', 'designCapacityAh', 3],
  ['cycles', 'cycles', 0],
  ['sequence', 'sequence', 0],
  ['uptime_s', 'uptimeS', 0],
] as const satisfies readonly (readonly [string, keyof PackSample, number])[];

/** One sample of a session, with its times and the events since the previous sample. */
export interface CsvSample {
  readonly ms: number;
  /** UTC milliseconds. */
  readonly wall: number;
  readonly sample: PackSample;
  readonly events: readonly SessionEvent[];
}

/** The columns of the table: the largest numbers of cells and sensors in any sample. */
export interface CsvShape {
  readonly cells: number;
  readonly temperatures: number;
  /** The separator of fields. With `;` numbers have a decimal comma. */
  readonly separator: CsvSeparator;
}

const numbered = (count: number, name: (number: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => name(index + 1));

export const csvHead = ({ cells, temperatures, separator }: CsvShape): string =>
  csvLine(
    [
      'time_utc',
      'elapsed_s',
      ...VALUES.map(([name]) => name),
      'switches',
      'alarms',
      'protections',
      ...numbered(cells, (number) => `cell_${number}_V`),
      ...numbered(temperatures, (number) => `temperature_${number}_C`),
      'balancing_cells',
      'events',
    ],
    separator,
  );

/** The text of a list that was not reported. An empty list is an empty field. */
const UNKNOWN = '—';

/** Lists the closed switches and those that are unknown: `charge precharge=—`. */
const switchesOf = ({ switches }: PackSample): string =>
  switches === undefined
    ? UNKNOWN
    : SWITCHES.flatMap((name) => {
        const isClosed = switches[name];
        return isClosed === undefined ? [`${name}=${UNKNOWN}`] : isClosed ? [name] : [];
      }).join(' ');

export const csvRow = (
  { ms, wall, sample, events }: CsvSample,
  { cells, temperatures, separator }: CsvShape,
): string => {
  const number = (value: number | null | undefined, digits: number): string => {
    const text = csvNumber(value, digits);
    return separator === ';' ? text.replace('.', ',') : text;
  };
  const faults = (list: PackSample['alarms']): string =>
    sample.lacksFaults === true ? UNKNOWN : list.join(' ');
  const balancing = sample.balancing?.flatMap((on, index) => (on ? [index + 1] : []));
  return csvLine(
    [
      utcText(wall),
      number(ms / 1_000, 3),
      ...VALUES.map(([, value, digits]) => number(sample[value], digits)),
      switchesOf(sample),
      faults(sample.alarms),
      faults(sample.protections),
      ...numbered(cells, (cell) => number(sample.cellVoltagesV[cell - 1], 4)),
      ...numbered(temperatures, (sensor) => number(sample.temperaturesC[sensor - 1], 1)),
      balancing === undefined ? UNKNOWN : balancing.join(' '),
      csvText(events.map(({ text }) => text).join('; '), separator),
    ],
    separator,
  );
};
