/** `@batbot/core/procedures`: pasted lines, sequences and checks, with their files and reports. */
export { EXAMPLE_SEQUENCE } from './builtin-procedures.ts';
export { conditionText, firstUnmet, type ConditionState } from './conditions.ts';
export type { LinesState, LinesStop } from './lines.ts';
export type { RunEnd } from './machine.ts';
export { typedLimits } from './person-step.ts';
export { PROCEDURE_FILE_LIMIT } from './procedure-file.ts';
export { SEQUENCE_LIMITS } from './procedure-limits.ts';
export {
  newStep,
  type Check,
  type CheckStep,
  type Expected,
  type InstructStep,
  type MeasureStep,
  type SendStep,
  type Sequence,
  type SequenceStep,
  type TypedValue,
} from './procedure.ts';
export type { Checks, StartProblem } from './procedures.ts';
export { CHECK_QUANTITIES, isWithin, limitsText, readingText } from './quantity.ts';
export { readCheckReport, REPORT_FILE, type CheckReport, type ReportStep } from './report-file.ts';
export { conditionsTitle, haltsText, packLines, reportText } from './report-text.ts';
export {
  placeText,
  resultsOf,
  secondsText,
  type CheckRun,
  type SequenceRun,
  type StepResult,
  type StepTally,
} from './run.ts';
