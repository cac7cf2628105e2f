/** `@batbot/core/verdict`: the verdict of a pack and the figures it is based on. */
export { createPackVerdict, type KeptPack, type PackVerdict } from './pack-verdict.ts';
export type { PackTrend } from './pack-trend.ts';
export {
  NO_CELL_STATISTICS,
  WINDOW_REPLIES,
  type CellRecord,
  type CellStatistics,
} from './cell-statistics.ts';
export type { DetailSeries } from './detail-history.ts';
export type {
  BadReplies,
  Contactor,
  Finding,
  NextStep,
  RecentTrouble,
  Verdict,
  VerdictKind,
} from './verdict.ts';
