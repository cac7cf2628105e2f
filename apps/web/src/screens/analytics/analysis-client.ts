import type { Core } from '@batbot/core';
import type { PackFacts, RecordingFigures } from '@batbot/core/analysis';
import type { ToWorker } from './analysis-worker.ts';

/** Number of rows that are read at once: 10 min of samples every 2 s. The page can paint between two reads. */
const ROWS = 300;

/** Starts the worker, in the only form that the bundler recognises. */
const startWorker = (): Worker =>
  new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Analyses recordings in a worker, one after the other. */
export const createAnalysisClient = (recording: Core['recording']) => {
  const worker = startWorker();
  const send = (message: ToWorker, transfer: Transferable[] = []): void => {
    worker.postMessage(message, transfer);
  };
  const answer = (): Promise<RecordingFigures | undefined> =>
    new Promise((resolve) => {
      const once = { once: true };
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<RecordingFigures>) => resolve(data),
        once,
      );
      worker.addEventListener('error', () => resolve(undefined), once);
    });
  return {
    /** Returns the figures; undefined if the recording cannot be read or the worker failed. */
    analyse: async (id: string, facts: PackFacts): Promise<RecordingFigures | undefined> => {
      const opened = await recording.open(id);
      const blocks = opened.ok ? await opened.value.blocks(ROWS) : opened;
      if (!blocks.ok) return undefined;
      for (const { columns, cells } of blocks.value) {
        const block = { columns, cells: { cells: cells.cells, volts: cells.volts } };
        send({ kind: 'block', block }, [cells.volts.buffer]);
        await nextTask();
      }
      const figures = answer();
      send({ kind: 'end', facts });
      return figures;
    },
    close: () => worker.terminate(),
  };
};
