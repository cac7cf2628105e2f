/** `@batbot/core/verdict`: the verdict of a pack and the figures it is based on. */
export { createPackVerdict, type KeptPack } from './pack-verdict.ts';
export type { PackTrend } from './pack-trend.ts';
export { type CellStatistics } from './cell-statistics.ts';
export type {
  BadReplies,
  Contactor,
  Finding,
  NextStep,
  RecentTrouble,
  Verdict,
  VerdictKind,
} from './verdict.ts';
