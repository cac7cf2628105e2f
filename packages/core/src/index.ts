// The public API of the core. `alarms`, `procedures`, `sealing` and `verdict` have their own entry points.

// The cores: with an account, with devices only, and both.
export { createAccountCore, type AccountCore } from './account-core.ts';
export { createCore, type Core } from './core.ts';
export { createDeviceCore, type DeviceCore, type DevicePorts } from './device-core.ts';

// What every module uses: results, live values, saved values, foreign data.
export { countUntil } from './prelude/binary-search.ts';
export { CHANGED_NUMBER, csvLine, csvText, utcText, withoutFormula } from './prelude/csv.ts';
export { groupBy } from './prelude/group-by.ts';
export { joinBytes } from './prelude/join-bytes.ts';
export { EARLIEST_START, isKnownStart, knownStart } from './prelude/known-start.ts';
export { createLive, mapLive, type Live } from './prelude/live.ts';
export { plainLine, plainText } from './prelude/plain-text.ts';
export { done, err, mapOk, ok, type Result } from './prelude/result.ts';
export { saved } from './prelude/saved.ts';
export { storageRefusal } from './prelude/storage-refusal.ts';
export {
  chooseDecimalSign,
  decimalSign,
  groupDigits,
  plainNumberText,
  THIN_SPACE,
} from './prelude/number-text.ts';
export {
  OBJECT,
  rawText,
  readAs,
  type DeepReadonly,
  type FileProblem,
  type Schema,
} from './prelude/schema.ts';
export { unreachable } from './prelude/unreachable.ts';
export { pause } from './prelude/pause.ts';
export { withTimeout } from './prelude/with-timeout.ts';

// The ports that the host provides.
export type { AccountGateway, GatewayError } from './ports/account-gateway.ts';
export type { AfterPaint } from './ports/after-paint.ts';
export type { AlarmBell } from './ports/alarm-bell.ts';
export type { Clock } from './ports/clock.ts';
export type { GeolocationPort, Position } from './ports/geolocation.ts';
export type { HostPower } from './ports/host-power.ts';
export type { KeepAwake } from './ports/keep-awake.ts';
export type { KeyValueStore, StoreError } from './ports/key-value-store.ts';
export type { Log } from './ports/log.ts';
export type { BadPattern, PatternCompiler, TextRange } from './ports/pattern-compiler.ts';
export type { ProfileArchive } from './ports/profile-archive.ts';
export type { PushError, PushInbox, PushMessage, PushRegistration } from './ports/push-inbox.ts';
export type { ReleaseFeed } from './ports/release-feed.ts';
export type { SealCrypto } from './ports/seal-crypto.ts';
export type { SealKey, SealKeyError, SealKeys } from './ports/seal-keys.ts';
export type {
  ChooseError,
  CloseError,
  GlitchName,
  InputSignals,
  LinkSupport,
  OpenError,
  OpenPort,
  OutputSignals,
  PortSettings,
  Presence,
  ReadOutcome,
  SerialDevice,
  SerialLink,
  SignalError,
  WriteError,
} from './ports/serial-link.ts';
export type {
  ArchiveError,
  ArchiveRow,
  ArchiveUsage,
  SessionArchive,
} from './ports/session-archive.ts';
export type { TabClaim, TabHold, TabHolder, TabLock, TabSummons } from './ports/tab-lock.ts';

// The signed-in user and the permissions.
export type { LoginState, SessionState } from './session/session-state.ts';
export type { Session } from './session/session.ts';
export type { StoredUser } from './session/stored-user.ts';
export {
  FALLBACK_TAB,
  parseRequestedTab,
  resolveEntry,
  resolveTab,
  sectionOf,
} from './access/entry.ts';
export {
  PERMISSION_FLAGS,
  permissionsOf,
  type PermissionFlag,
  type Permissions,
  parsePermissionJson,
} from './access/permissions.ts';
export { findTab, mayOpen, TABS, visibleTabs, type Tab, type TabId } from './access/tabs.ts';

// Notices to the user.
export { STOP_REASONS, type Notice } from './notifications/notices.ts';
export { popoverTextOf, type AlertCategories } from './popover/popover-content.ts';

// The connection: port, commands, traffic.
export { deviceKey, type Connection, type DisconnectCause } from './link/connection.ts';
export { LINE_ERROR_NAMES, type LineCounters, type LineErrorName } from './link/line-counters.ts';
export type { InputLines, LineSignals } from './link/line-signals.ts';
export { BAUD_RATES, type GrantedDevice, type Link, type RawWriteError } from './link/link-api.ts';
export { DIAGNOSIS_WINDOW_S, type Diagnosis } from './link/link-diagnostics.ts';
export type { Identification, IdentifyEnd } from './link/identify-device.ts';
export { createPortFrame } from './link/port-frame.ts';
export {
  areValidSettings,
  BUFFER_SIZES,
  DEFAULT_PORT_OPTIONS,
  hasLineFormat,
  shortPortOptions,
  type PortOptions,
} from './link/port-options.ts';
export type { Outcome } from './link/traffic.ts';
export type { KnownDevice, PlaceError } from './known-devices/known-devices.ts';

// The protocols of devices: commands, lines, replies, dialects, profiles, captures.
export {
  capturedReplies,
  capturedTraffic,
  damagedLines,
  type CapturedReply,
} from './protocol/capture-replies.ts';
export { parseCapture, type Capture } from './protocol/capture.ts';
export { encodeCommand, type LineEnding } from './protocol/commands.ts';
export type { DeviceIdentity } from './protocol/device-identity.ts';
export type { Field, Unit } from './protocol/field-value.ts';
export type { DecodeError } from './protocol/frame.ts';
export { hexOf, parseHexText, toHexText, type HexError } from './protocol/hex.ts';
export type { Evidence, EvidencePlace } from './protocol/infer/evidence.ts';
export { createLineReader } from './protocol/line-reader.ts';
export { decodeNative } from './protocol/native-dialect.ts';
export { type Fault, type PackSample } from './protocol/pack-sample.ts';
export { createReplyDecoder, type DecodedReply } from './protocol/reply-decoder.ts';
export { numbersInText, readReply, replyText } from './protocol/reply-format.ts';
export { cleanLine, roleOf } from './protocol/reply-lines.ts';

// The log and its search.
export { printable, stripAnsi, type TextColor, type TextStyle } from './log/ansi.ts';
export type { Bookmark } from './log/bookmarks.ts';
export {
  MARKS,
  MAX_RULES_FILE_CHARACTERS,
  type HighlightRule,
  type Highlights,
  type Mark,
  type RulesError,
} from './log/highlight-rules.ts';
export { createLogBuffer, type LogView } from './log/log-buffer.ts';
export type { Direction, LogEntry } from './log/log-entry.ts';
export { exportParts, type ExportFormat, type ExportOptions } from './log/log-export.ts';
export { createLogRows } from './log/log-rows.ts';
export type { SearchState } from './log/log-search.ts';
export { DIRECTION_MARKS, hexRows, logLine, type HexRow } from './log/log-text.ts';
export { TIME_MODES, timeOfDay, timeText, type TimeMode } from './log/log-time.ts';
export { type Query } from './log/matcher.ts';
export { EVERYTHING, isComplete, isFiltering, type ShownLog } from './log/shown-log.ts';
export { styledRuns, type StyledRun } from './log/styled-runs.ts';

// The terminal: sending, history, quick commands, palette, transactions.
export { CONTROL_KEYS, type ControlKeyId } from './terminal/control-keys.ts';
export { QUICK_GROUP_FILE_LIMIT, type QuickGroup } from './terminal/quick-groups.ts';
export type { DisplayFormat } from './terminal/terminal-settings.ts';
export type { SendError, Terminal } from './terminal/terminal.ts';
export { checkCommand, composeCommand } from './palette/check-command.ts';
export { completionsOf, type Completion } from './palette/complete.ts';
export {
  accepts,
  spokenName,
  syntaxOf,
  type PaletteCommand,
  type Parameter,
} from './palette/palette-command.ts';
export { PALETTE_FILE_LIMIT } from './palette/palette-file.ts';
export { createPalette } from './palette/palette.ts';
export { unpackBytes, type PackedBytes } from './transactions/packed-bytes.ts';
export {
  createTransactionFilter,
  OUTCOME_FILTERS,
  type OutcomeFilter,
} from './transactions/transaction-filter.ts';
export {
  shortValues,
  type ReplyContent,
  type ShortValues,
  type TransactionRow,
} from './transactions/transaction-row.ts';
export type { RunningCommand } from './transactions/transactions.ts';

// Live data and the verdict.
export { confirmed } from './telemetry/confirmed.ts';
export type { KnownIdentity } from './telemetry/device-identity.ts';
export { type FaultEvidence } from './telemetry/fault-evidence.ts';
export type { Freshness } from './telemetry/freshness.ts';
export type { LinkHealth } from './telemetry/link-health.ts';
export type { HeldValue } from './telemetry/outlier-filter.ts';
export type { ChosenPack } from './telemetry/pack-choice.ts';
export {
  cellStats,
  deltaLevel,
  isSuspectTemperature,
  millivoltsBetween,
  cRateOf,
  powerOf,
  socLevel,
  timeToGo,
  withoutValues,
  type CellStats,
  type Flow,
  type Level,
} from './telemetry/pack-summary.ts';
export { POLL_INTERVAL_MS, type LiveData, type LiveSample } from './telemetry/telemetry.ts';

// Recordings.
export type { SessionEvent } from './recording/chunks.ts';
export {
  comparePacks,
  type ComparedCell,
  type ComparedValue,
  type Comparison,
} from './recording/compare.ts';
export { limitMarks, type Limit, type LimitMark } from './recording/limit-marks.ts';
export { samePack, type PackDifference } from './recording/pack-identity.ts';
export type { RecordedSession } from './recording/recorded-session.ts';
export { type RecordingState } from './recording/recorder.ts';
export { rowsUntil, type ReplayRow } from './recording/replay.ts';
export { isGap, type SampleColumn, type SampleColumns } from './recording/sample-columns.ts';
export { sampleIndexAt, type SampleSeries } from './recording/sample-history.ts';
export type { SessionInfo } from './recording/session-info.ts';
export type { SessionError } from './recording/session-store.ts';
