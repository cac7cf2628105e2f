export { restOf, type CopiedRow } from './copies.ts';
export { isApplied, type OutboxAnswer, type OutboxItem } from './outbox-item.ts';
export type { SyncState } from './sync.ts';
export { whenIdle } from './when-idle.ts';
export { createWorkspace, type Change, type Drift, type Workspace } from './workspace.ts';
export type {
  DayUsage,
  DriftCounts,
  FleetFilter,
  FleetMetric,
  FleetStat,
  HistoryRows,
  HistorySubject,
  Outcome,
  PasswordOutcome,
  RowPage,
  ServerRow,
  ServerTrendPoint,
  Submission,
  WorkspaceFault,
  WorkspaceServer,
} from '../ports/workspace-server.ts';
export type { PieceTools } from '../ports/piece-tools.ts';
export type { WorkspaceStore, WorkspaceTable, WorkspaceWrite } from '../ports/workspace-store.ts';
export {
  accountsOf,
  assetsOf,
  assetWithSerial,
  changedAt,
  levelsOf,
  loggedChanges,
  placeTime,
  readSnapshot,
  recordingsOf,
  serialKey,
  type Account,
  isScrapped,
  type Asset,
  type Level,
  type LoggedChange,
  type Snapshot,
  type UploadedRecording,
} from './rows.ts';
export {
  accountsAbove,
  seesDocument,
  assignedTo,
  assignmentsOf,
  documentsOf,
  standardFor,
  type Assignment,
  type DocumentKind,
  type WorkspaceDocument,
} from './device-rows.ts';
export { createDeviceReports, type DeviceReport } from './device-reports.ts';
export { assetsBehind, installsOf, type LoggedInstall } from './installs.ts';
