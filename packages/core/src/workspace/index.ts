export { restOf, type CopiedRow } from './copies.ts';
export { isApplied, type OutboxAnswer, type OutboxItem } from './outbox-item.ts';
export type { OutboxEntry } from './outbox.ts';
export type { SyncState, UploadProgress } from './sync.ts';
export {
  createWorkspace,
  type Change,
  type Drift,
  inputRows,
  type InputRows,
  type Workspace,
  type WorkspaceParts,
} from './workspace.ts';
export type {
  Acceptance,
  DriftCounts,
  FleetFilter,
  FleetMetric,
  FleetStat,
  HistorySubject,
  ListRest,
  Outcome,
  PasswordOutcome,
  RefreshedKind,
  RowPage,
  ServerRow,
  ServerTrendPoint,
  Submission,
  WorkspaceFault,
  WorkspaceServer,
} from '../ports/workspace-server.ts';
export type { PieceTools } from '../ports/piece-tools.ts';
export type { WorkspaceRow, WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
export {
  accountsOf,
  assetsOf,
  assetWithSerial,
  levelsOf,
  loggedChanges,
  recordingsOf,
  serialKey,
  type Account,
  type Asset,
  type Level,
  type LoggedChange,
  type PackFinder,
  type UploadedRecording,
} from './rows.ts';
export {
  accountsAbove,
  assignedTo,
  assignmentsOf,
  documentsOf,
  standardFor,
  type Assigned,
  type AssignedParts,
  type Assignment,
  type DocumentKind,
  type WorkspaceDocument,
} from './device-rows.ts';
export { createDeviceReports, type DeviceReport } from './device-reports.ts';
export { assetsBehind, installsOf, type LoggedInstall } from './installs.ts';
