import type { Clock, DeviceCore, LiveSample } from '@batbot/core';
import { filter, take } from 'rxjs';
import { sampleLine } from './sample-line.ts';

/** Formats a sample as a JSON object on one line. */
const sampleJson = (data: LiveSample): string => {
  const { sample, others, held, receivedAt, pack, understanding } = data;
  const at = new Date(receivedAt).toISOString();
  return JSON.stringify({ at, known: understanding.kind, pack, ...sample, others, held });
};

/** How long no sample may arrive before the user is told why. */
const MOST_SILENCE_MS = 10_000;

const NO_REPLY =
  'The device does not answer AT+ADATA. Check the cable and the baud rate (--baud). Some devices do not know this command.';
const NOT_READABLE =
  'The device sends nothing that can be read as live data. Check the baud rate (--baud), or look at its lines with "terminal".';

/** Reports once that no sample arrives. Returns a function that starts the waiting again, and one that ends it. */
const watchSilence = ({ link }: DeviceCore, clock: Clock, complain: (text: string) => void) => {
  let isHeard = false;
  let cancel = (): void => undefined;
  const heard = link.traffic$
    .pipe(filter(({ kind }) => kind === 'received'))
    .subscribe(() => (isHeard = true));
  const restart = (): void => {
    cancel();
    isHeard = false;
    cancel = clock.after(MOST_SILENCE_MS, () => complain(isHeard ? NOT_READABLE : NO_REPLY));
  };
  restart();
  return {
    restart,
    end: (): void => {
      cancel();
      heard.unsubscribe();
    },
  };
};

export interface LiveOutput {
  readonly clock: Clock;
  readonly print: (line: string) => void;
  readonly complain: (text: string) => void;
  readonly asJson: boolean;
  readonly count: number | undefined;
}

/** Prints each new sample until the connection ends or `count` samples were printed. */
export const printLive = (
  core: DeviceCore,
  { clock, print, complain, asJson, count }: LiveOutput,
): Promise<void> =>
  new Promise<void>((resolve) => {
    const silence = watchSilence(core, clock, complain);
    const end = (): void => {
      silence.end();
      resolve();
    };
    const printing = core.telemetry.samples$.pipe(take(count ?? Infinity)).subscribe({
      next: (data) => {
        silence.restart();
        print(asJson ? sampleJson(data) : sampleLine(data));
      },
      complete: end,
    });
    core.link.connection$
      .pipe(
        filter(({ kind }) => kind === 'disconnected'),
        take(1),
      )
      .subscribe(() => {
        printing.unsubscribe();
        end();
      });
  });
