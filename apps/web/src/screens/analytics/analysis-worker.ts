// Analyses recordings: each message has the blocks of one, and is answered with its figures.
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

/** The global scope of a worker. The DOM library declares that of a page. */
interface WorkerScope {
  readonly addEventListener: (
    kind: 'message',
    listener: (event: { readonly data: ToWorker }) => void,
  ) => void;
  readonly postMessage: (message: RecordingFigures) => void;
}

const scope = self as unknown as WorkerScope; // in a worker, `self` has this type

scope.addEventListener('message', ({ data: { blocks, facts } }) => {
  scope.postMessage(recordingFigures(packColumns(blocks), facts));
});
