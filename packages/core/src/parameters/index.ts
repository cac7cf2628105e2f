/** `@batbot/core/parameters`: reads, edits, compares and writes the parameters of a device. */
export { createBatchReport, type BatchRow } from './batch-report.ts';
export { CHEMISTRIES, proposalsFor, unitFactor, type EnteredFacts } from './chemistry-presets.ts';
export { canonicalJson, valuesHash } from './content-hash.ts';
export { brokenRules, concerns } from './cross-rules.ts';
export {
  createDeviceParameters,
  type DeviceParameters,
  type DeviceParametersParts,
} from './device-parameters.ts';
export {
  differencesOf,
  differenceText,
  parameterTexts,
  type ParameterDifference,
} from './differences.ts';
export {
  isWritable,
  PARAMETER_FILE_LIMIT,
  PARAMETER_SCHEMA,
  PARAMETER_SCHEMA_FILE,
  parameterOf,
  type Parameter,
  type ParameterSchema,
  type ParameterValue,
  type ParameterValues,
} from './parameter-schema.ts';
export {
  deviceSet,
  PARAMETER_SET_FILE,
  sharedValues,
  usableValues,
  type ParameterSet,
  type SkippedValue,
} from './parameter-set.ts';
export {
  valuesOf,
  type DeviceReading,
  type ParametersState,
  type ReadProblem,
  type ReportedChange,
  type ReportedValue,
  type Review,
  type UnfinishedWrite,
  type UnreadableRows,
  type WriteReport,
} from './parameters-state.ts';
export { deviceName, readProblemText } from './problem-text.ts';
export type { WriteInput } from './review.ts';
export { isSameText, matchSchema, type KnownSchema } from './schema-match.ts';
export {
  areEqual,
  parseValue,
  rawOfValue,
  shownValue,
  typedText,
  valueOfRaw,
  valueProblem,
} from './value-text.ts';
export { writeValues } from './write-values.ts';
