import type { DeviceCore, LiveSample } from '@batbot/core';
import { filter, take } from 'rxjs';
import { sampleLine } from './sample-line.ts';

/** Formats a sample as a JSON object on one line. */
const sampleJson = (data: LiveSample): string => {
  const { sample, others, held, receivedAt, pack, understanding } = data;
  const at = new Date(receivedAt).toISOString();
  return JSON.stringify({ at, known: understanding.kind, pack, ...sample, others, held });
};

/** Prints each new sample until the connection ends or `count` samples were printed. */
export const printLive = (
  core: DeviceCore,
  print: (line: string) => void,
  asJson: boolean,
  count: number | undefined,
): Promise<void> =>
  new Promise((resolve) => {
    const printing = core.telemetry.samples$.pipe(take(count ?? Infinity)).subscribe({
      next: (data) => print(asJson ? sampleJson(data) : sampleLine(data)),
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
