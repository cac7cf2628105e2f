// Analyses recordings: each message has the blocks of one, and is answered with its figures, or with undefined.
import '../../older-browsers.ts';
import {
  packColumns,
  recordingFigures,
  type AnalysedBlock,
  type PackFacts,
  type RecordingFigures,
} from '@batbot/core/analysis';

export interface ToWorker {
  readonly blocks: readonly AnalysedBlock[];
  readonly facts: PackFacts;
}

self.addEventListener('message', ({ data: { blocks, facts } }: MessageEvent<ToWorker>) => {
  let figures: RecordingFigures | undefined;
  try {
    figures = recordingFigures(packColumns(blocks), facts);
  } catch {
    // counts as a recording that cannot be read
  }
  self.postMessage(figures);
});
