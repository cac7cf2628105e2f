export { captureTable, isCapture } from './capture-table.ts';
export { unitOfColumn } from './column-unit.ts';
export { sniffDelimiter, type Delimiter } from './delimiter.ts';
export { sniffEncoding, type Encoding } from './encoding.ts';
export {
  createImportReport,
  createRowReader,
  faultyColumn,
  planProblem,
  type ImportPlan,
  type ImportReport,
  type ImportRow,
} from './import-check.ts';
export {
  changesIn,
  createImporter,
  isUnfinished,
  MOST_CHANGES,
  type ImportError,
  type ImportHead,
  type Importer,
} from './importer.ts';
export { recognizeLayout, type ImportSettings, type Layout } from './layout.ts';
export { importResult, type ImportChanges, type ImportResult } from './pack-change.ts';
export { knownPack, type KnownPack, type PackRow } from './pack-rows.ts';
export { createRememberedMappings } from './remembered-mapping.ts';
export { isDamaged, refusedRow } from './row-check.ts';
export { assumedStart, createSessionParts, type SessionPart } from './session-parts.ts';
export {
  isList,
  targetsOf,
  unitsOf,
  type ImportKind,
  type MappedColumn,
  type Mapping,
  type Target,
} from './targets.ts';
