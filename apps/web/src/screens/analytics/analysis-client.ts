import type { Core } from '@batbot/core';
import type { AnalysedBlock, PackFacts, RecordingFigures } from '@batbot/core/analysis';
import type { ToWorker } from './analysis-worker.ts';

/** Number of rows that are joined at once: half an hour of samples every 2 s. The page can paint between two blocks. */
const ROWS = 1_000;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Analyses recordings in a worker, one after the other. */
export const createAnalysisClient = (recording: Core['recording']) => {
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
  /** Settles if the code of the worker could not be loaded, perhaps before the first message. */
  const missing = new Promise<undefined>((resolve) => {
    worker.addEventListener('error', () => resolve(undefined));
  });
  const ask = (message: ToWorker): Promise<RecordingFigures | undefined> => {
    const answer = new Promise<RecordingFigures | undefined>((resolve) => {
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<RecordingFigures | undefined>) => resolve(data),
        { once: true },
      );
      worker.postMessage(
        message,
        message.blocks.flatMap(({ columns, cells }) =>
          [cells.volts, ...Object.values(columns)].map(({ buffer }) => buffer),
        ),
      );
    });
    return Promise.race([answer, missing]);
  };
  return {
    /** Returns the figures; undefined if the recording cannot be read or the worker failed. */
    analyse: async (id: string, facts: PackFacts): Promise<RecordingFigures | undefined> => {
      const opened = await recording.open(id);
      const read = opened.ok ? await opened.value.blocks(ROWS) : opened;
      if (!read.ok) return undefined;
      const blocks: AnalysedBlock[] = [];
      for (const { columns, cells } of read.value) {
        blocks.push({ columns, cells: { cells: cells.cells, volts: cells.volts } });
        await nextTask();
      }
      return ask({ blocks, facts });
    },
    close: () => worker.terminate(),
  };
};
