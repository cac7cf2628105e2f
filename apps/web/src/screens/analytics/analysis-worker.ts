// Analyses recordings: each message has the blocks of one, and is answered with its figures.
import '../../older-browsers.ts';
import {
  packColumns,
  recordingFigures,
  type AnalysedBlock,
  type PackFacts,
} from '@batbot/core/analysis';

export interface ToWorker {
  readonly blocks: readonly AnalysedBlock[];
  readonly facts: PackFacts;
}

self.addEventListener('message', ({ data: { blocks, facts } }: MessageEvent<ToWorker>) => {
  self.postMessage(recordingFigures(packColumns(blocks), facts));
});
