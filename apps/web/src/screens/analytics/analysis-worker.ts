// Analyses recordings. A recording is sent as messages with its blocks, then one with the facts of its pack; the worker
// answers the last one with the figures. The page keeps painting meanwhile.
import {
  packColumns,
  recordingFigures,
  type AnalysedBlock,
  type PackFacts,
  type RecordingFigures,
} from '@batbot/core/analysis';

export type ToWorker =
  | { readonly kind: 'block'; readonly block: AnalysedBlock }
  | { readonly kind: 'end'; readonly facts: PackFacts };

/** The global scope of a worker. The DOM library declares that of a page. */
interface WorkerScope {
  readonly addEventListener: (
    kind: 'message',
    listener: (event: { readonly data: ToWorker }) => void,
  ) => void;
  readonly postMessage: (message: RecordingFigures) => void;
}

const scope = self as unknown as WorkerScope; // in a worker, `self` has this type
let blocks: AnalysedBlock[] = [];

scope.addEventListener('message', ({ data }) => {
  if (data.kind === 'block') {
    blocks.push(data.block);
    return;
  }
  const columns = packColumns(blocks);
  blocks = [];
  scope.postMessage(recordingFigures(columns, data.facts));
});
