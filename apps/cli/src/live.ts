import type { DeviceCore, LiveSample } from '@batbot/core';
import { filter, take } from 'rxjs';

const number = (value: number | undefined, digits: number, unit: string): string =>
  value === undefined ? `- ${unit}` : `${value.toFixed(digits)} ${unit}`;

/** Formats a sample as a readable line. */
const sampleLine = ({ sample, receivedAt }: LiveSample): string => {
  const read = sample.cellVoltagesV.filter((cell) => cell !== null);
  const cells =
    read.length === 0
      ? 'no cells'
      : `${sample.cellVoltagesV.length} cells ${Math.min(...read).toFixed(3)}–${Math.max(...read).toFixed(3)} V`;
  const faults = [...sample.alarms, ...sample.protections];
  return [
    new Date(receivedAt).toISOString(),
    number(sample.socPercent, 1, '%'),
    number(sample.packVoltageV, 3, 'V'),
    number(sample.currentA, 2, 'A'),
    cells,
    ...(faults.length === 0 ? [] : [`FAULTS: ${faults.join(', ')}`]),
  ].join('  ');
};

/** Formats a sample as a JSON object on one line. */
const sampleJson = ({ sample, others, held, receivedAt, pack }: LiveSample): string =>
  JSON.stringify({ at: new Date(receivedAt).toISOString(), pack, ...sample, others, held });

/** Prints each new sample until the connection ends or `count` samples were printed. */
export const printLive = (
  core: DeviceCore,
  print: (line: string) => void,
  asJson: boolean,
  count: number | undefined,
): Promise<void> =>
  new Promise((resolve) => {
    const printing = core.telemetry.samples$.pipe(take(count ?? Infinity)).subscribe({
      next: (data) => {
        print(asJson ? sampleJson(data) : sampleLine(data));
      },
      complete: resolve,
    });
    core.link.connection$
      .pipe(
        filter(({ kind }) => kind === 'disconnected'),
        take(1),
      )
      .subscribe(() => {
        printing.unsubscribe();
        resolve();
      });
  });
