/** `@batbot/core/guided`: checks of a pack, their words and their reports. */
export type { Guided, GuidedStartError } from './guided.ts';
export {
  isSpoken,
  type AskStep,
  type Check,
  type CheckStep,
  type MeasureStep,
  type TypedValue,
} from './check.ts';
export { CHECK_FILE_LIMIT } from './check-file.ts';
export type { ImportedChecks, KnownCheck } from './check-store.ts';
export {
  placeText,
  secondsText,
  type GuidedPhase,
  type GuidedRun,
  type StepRecord,
} from './guided-run.ts';
export { firstBroken, interlockText, type InterlockState } from './interlock.ts';
export { isWithin, limitsText } from './limits.ts';
export { CHECK_QUANTITIES } from './quantity.ts';
export { typedLimits } from './spoken-steps.ts';
export type { GuidedReport, ReportStep } from './report.ts';
export { REPORT_FILE } from './report-file.ts';
export { guidedReportText, interlocksTitle, packLines, stopsText } from './report-text.ts';
