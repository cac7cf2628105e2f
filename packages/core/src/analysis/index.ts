export { bdfCsv, bdfNotes } from './bdf.ts';
export { countOnce, LEAST_OVERLAP_S } from './count-once.ts';
export { chemistryOf } from './rest-curves.ts';
export { firstLine } from './first-line.ts';
export { mapMetric, valueOf, type Metric } from './metric.ts';
export { packColumns, packInSlices, type AnalysedBlock, type PackColumns } from './pack-columns.ts';
export { packFigures, type PackFigures } from './pack-figures.ts';
export type { PackFacts } from './capacity.ts';
export { secondsOfDay } from './periods.ts';
export { cellResistances } from './resistance.ts';
export { findRests } from './rests.ts';
export {
  ANALYSIS_VERSION,
  figuresInSlices,
  recordingFigures,
  type RecordingFigures,
} from './recording-figures.ts';
export { rollupsOf } from './rollup.ts';
export { LIMITS_TEXT, sumDays } from './usage.ts';
export { WEAK } from './weak-cells.ts';
