import type { OutboxAnswer, OutboxItem } from '@batbot/core/workspace';
import { FAULT_WORDS } from '../controls/fault-words.ts';
import { permissionLabels } from '../controls/permission-labels.ts';
import { TICKET_STATES } from '../controls/ticket-states.ts';
import { dueText } from '../../text/due-day.ts';
import { countText, dateTimeText, fieldText, measured } from '../../text/format.ts';

/** Names of the values that consist of several values. */
const GROUPS = new Set(['snapshot', 'place']);

/** Returns the single values of a change. Grouped values are replaced by their parts. */
export const singleValues = (
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      GROUPS.has(key) && typeof value === 'object' && value !== null
        ? Object.entries(value)
        : [[key, value] as const],
    ),
  );

/** Difference of the two clocks in milliseconds above which both times are shown. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Formats the time of a change. `receivedAt` is the server's time; undefined while the server does not have the change.
 */
export const whenText = (
  { at, receivedAt }: { readonly at: number; readonly receivedAt?: number | undefined },
  timeText = dateTimeText,
): string =>
  receivedAt !== undefined && Math.abs(receivedAt - at) > CLOCKS_DIFFER_MS
    ? `${timeText(at)} (server ${timeText(receivedAt)})`
    : timeText(at);

const CHANGES: Readonly<Record<string, string>> = {
  putAsset: 'Pack facts',
  moveAsset: 'Pack moved',
  addRecording: 'Recording uploaded',
  reportWrite: 'Parameters reported',
  reportInstall: 'Firmware install reported',
  publishDocument: 'Document published',
  retireDocument: 'Document withdrawn',
  assign: 'Document assigned',
  setAssignment: 'Assignment changed',
  putAccount: 'Account changed',
  moveAccount: 'Account moved',
  setAccountActive: 'Account activated or deactivated',
  openTicket: 'Ticket opened',
  addTicketEntry: 'Ticket entry added',
  setTicketState: 'Ticket changed',
  inviteAccount: 'One-time link made',
  acceptInvitation: 'Invitation accepted',
  changePassword: 'Password changed',
};

type Values = Readonly<Record<string, unknown>>;

const REPORTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reportWrite: {
    READ: 'Parameters read',
    DONE: 'Parameters written',
    DIFFERS: 'Parameters written, values differ',
    ROLLED_BACK: 'Parameters rolled back',
    PARTIAL: 'Parameters partly written',
  },
  reportInstall: {
    DONE: 'Firmware installed',
    FAILED: 'Firmware install failed',
    INTERRUPTED: 'Firmware install interrupted',
  },
};

const DOCUMENTS: Readonly<Record<string, string>> = {
  PARAMETER_SCHEMA: 'Parameter schema',
  PARAMETER_SET: 'Standard',
  FIRMWARE_IMAGE: 'Firmware image',
  IMPORT_MAPPING: 'Import mapping',
};

/** A change of an assignment, by its new state. */
const ASSIGNMENTS: Readonly<Record<string, string>> = {
  ACTIVE: 'Assignment continued',
  PAUSED: 'Assignment paused',
  DONE: 'Assignment done',
  CANCELLED: 'Assignment ended',
};

/** Describes a change that concerns devices: a report, a document, or an assignment that the server paused. */
const deviceChangeText = (
  kind: string,
  { outcome, kind: documentKind, state, name, reason }: Values,
): string | undefined => {
  const report = REPORTS[kind]?.[String(outcome)];
  if (report !== undefined) return report;
  if (kind === 'setAssignment' && reason === 'STAGE') return 'Assignment paused after a stage';
  if (kind === 'setAssignment' && reason === 'FAILED')
    return 'Assignment paused after too many failures';
  if (kind === 'assign' && typeof name === 'string') return `“${name}” assigned`;
  if (kind === 'setAssignment') return ASSIGNMENTS[String(state)];
  // The name of a mapping is a list of the columns.
  if (documentKind === 'IMPORT_MAPPING' && state === 'RELEASED')
    return 'Columns of an import remembered';
  const word = DOCUMENTS[String(documentKind)];
  if (word === undefined) return undefined;
  const document = typeof name === 'string' ? `${word} “${name}”` : word;
  if (state === 'RETIRED') return `${document} withdrawn`;
  return state === 'DRAFT' ? `${document} saved as draft` : `${document} released`;
};

/**
 * Describes a change. An unknown kind of a newer server is shown with its name in the API. A pack without previous
 * values was added.
 */
export const changeText = (kind: string, before: Values = {}, after: Values = {}): string => {
  if (kind === 'putAsset') {
    const keys = Object.keys(after).filter((key) => key !== 'id');
    if (keys.includes('serial') && !('serial' in before)) return 'Pack added';
    if (keys.length === 0) return 'Pack facts, none changed';
    if (keys.every((key) => key === 'snapshot')) return 'Snapshot';
    if (keys.every((key) => key === 'place')) return 'Pack place';
  }
  if (kind === 'putAccount' && 'userName' in after && !('userName' in before)) {
    return 'Account added';
  }
  if (kind === 'setAccountActive' && typeof after['active'] === 'boolean') {
    return after['active'] ? 'Account activated' : 'Account deactivated';
  }
  return deviceChangeText(kind, after) ?? CHANGES[kind] ?? kind;
};

const FIELDS: Readonly<Record<string, string>> = {
  serial: 'Serial number',
  name: 'Name',
  maker: 'Maker',
  model: 'Model',
  chemistry: 'Chemistry',
  cells: 'Cells in series',
  designCapacityAh: 'Design capacity, Ah',
  builtOn: 'Built on',
  installedIn: 'Installed in',
  firmware: 'Firmware',
  state: 'State',
  kind: 'Kind',
  place: 'Place',
  snapshot: 'Snapshot',
  at: 'As of',
  socPercent: 'State of charge, %',
  sohPercent: 'State of health, %',
  packVoltageV: 'Pack voltage, V',
  packCurrentA: 'Current, A',
  highestTemperatureC: 'Highest temperature, °C',
  spreadMv: 'Cell spread, mV',
  worstCell: 'Worst cell',
  worstCellMohm: 'Worst cell, mΩ',
  cycles: 'Cycles',
  faults: 'Faults',
  lat: 'Latitude',
  lon: 'Longitude',
  accuracyM: 'Accuracy, m',
  address: 'Address',
  active: 'Active',
  flags: 'Permissions',
  startedAt: 'Started',
  durationS: 'Duration, s',
  samples: 'Samples',
  temperatures: 'Temperatures',
  chunks: 'Parts',
  pieces: 'Files',
  sealed: 'Sealed',
  schemaVersion: 'Version of the format',
  userName: 'Username',
  email: 'Email address',
  userLevel: 'Level',
  maxSubUsers: 'Sub-users allowed',
  parentId: 'Below',
  companyName: 'Company',
  clientName: 'Client',
  phoneNumber: 'Phone',
  outcome: 'Result',
  schema: 'Parameter schema',
  commands: 'Commands',
  reason: 'Reason',
  image: 'Firmware image',
  seconds: 'Duration, s',
  bytes: 'Transferred, bytes',
  sizeBytes: 'Size, bytes',
  type: 'Type',
  filter: 'Only for',
  category: 'Category',
  title: 'Title',
  priority: 'Priority',
  assigneeId: 'Assigned to',
  ownerId: 'Owner',
  accountId: 'Account',
  assetId: 'Pack',
  documentId: 'Document',
  ticketId: 'Ticket',
  mode: 'Mode',
  dueAt: 'Due',
  body: 'Content',
  number: 'Number',
  stage: 'Stage',
  stages: 'Stages, %',
  expiresAt: 'Expires',
  pauseAfterStage: 'Pause after each stage',
  stopAtFailedPercent: 'Pause at failed installs, %',
  audience: 'Opened as',
};

export const fieldName = (key: string): string => FIELDS[key] ?? key;

/** The sentences by the code of the API, or by code and field. */
const REASONS: Readonly<Record<string, string>> = {
  VERSION: 'Somebody changed it meanwhile.',
  SERIAL_KNOWN: 'The server has a pack with this serial number already.',
  INVALID: 'The value is not valid.',
  'INVALID designCapacityAh': `The design capacity is above 0 and at most ${measured(1_000_000, 0, 'Ah')}.`,
  'INVALID expiresAt': 'It has expired, so it cannot be continued.',
  NOT_PERMITTED: 'You have no permission for this change.',
  NOT_FOUND: 'The server does not have it, or it is not yours.',
  ID_TAKEN: 'The server has another row under this id.',
  NAME_TAKEN: 'The name is taken.',
  'NAME_TAKEN email': 'Another account has this email address.',
  LIMIT_BEYOND: 'It is more than the account above allows.',
  FLAGS_BEYOND: 'The account above lacks some of these permissions.',
  SUB_USER_LIMIT: 'An account above may have no more sub-users.',
  TOO_DEEP: 'The tree may have eight levels.',
  CYCLE: 'An account cannot be moved below itself.',
  RELEASED: 'It is released and can only be withdrawn.',
  SECOND_PERSON: 'Another account above the author must release it, as it is in the draft.',
  STATE: 'The ticket cannot be changed to this state now, or not by you.',
  OUT_OF_REACH: 'The accounts that should get it cannot see it. Publish it from your own account.',
  'OUT_OF_REACH assigneeId':
    'This account does not see the ticket, is deactivated or has no permission for service.',
  TOO_LARGE: 'It is too large for the server.',
  UNEXPECTED: 'An error in the server prevented it.',
};

/** Says for a row with changes that the server has not confirmed whether it refused one of them. */
export const waitingText = (waiting: readonly OutboxItem[]): string =>
  waiting.some(({ answer }) => answer !== undefined) ? '▲ Not accepted' : '◌ Not sent yet';

/** Describes in a sentence why the server refused a change. */
export const reasonText = ({ code, field, current }: OutboxAnswer): string => {
  const message =
    typeof current === 'object' && current !== null && 'message' in current
      ? String(current.message)
      : undefined;
  const ofField = REASONS[`${code} ${field}`];
  if (ofField !== undefined) return ofField;
  const text = REASONS[code] ?? message ?? `The server answered ${code}.`;
  return field === undefined ? text : `${text} (${fieldName(field)})`;
};

/** The words for values that are names of the API. */
const WORDS: Readonly<Record<string, string>> = {
  ...FAULT_WORDS,
  ...permissionLabels,
  ...Object.fromEntries(Object.entries(TICKET_STATES).map(([state, { word }]) => [state, word])),
  PACK: 'Pack',
  OBD: 'OBD device',
  ROMEO: 'Romeo',
  INUSE: 'In use',
  STORED: 'In store',
  SCRAPPED: 'Scrapped',
  ...DOCUMENTS,
  DRAFT: 'Draft',
  RELEASED: 'Released',
  RETIRED: 'Withdrawn',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  DONE: 'Done',
  CANCELLED: 'Ended',
  OFFERED: 'Offered',
  REQUIRED: 'Required',
  SERVICE: 'Service ticket',
  CUSTOMER: 'Complaint',
  TEXT: 'Text',
  SNAPSHOT: 'Snapshot',
  CHECK: 'Check',
  PHOTO: 'Photo',
  RECORDING: 'Recording',
  SEALED: 'Sealed session',
  PART: 'Part',
  MINUTES: 'Working time',
  SIGNATURE: 'Signature',
  ATTACHMENTS: 'Attachments',
};

/**
 * Formats a name of the API, such as that of a fault or a permission. An unknown name of a newer server is shown
 * unchanged.
 */
export const nameText = (name: string): string => WORDS[name] ?? name;

const DATE_TIME = /^\d{4}-\d\d-\d\dT/;

/** Why a pointing was paused. */
const PAUSES: Readonly<Record<string, string>> = {
  STAGE: 'A stage has ended',
  FAILED: 'Too many installs failed',
};

/** The fields whose values are names of the API. Other texts are those of users, which are shown unchanged. */
const NAMED = new Set(['audience', 'faults', 'flags', 'kind', 'mode', 'outcome', 'state']);

const shownText = (key: string, text: string): string => {
  if (key === 'dueAt') return dueText(Date.parse(text));
  if (DATE_TIME.test(text)) return dateTimeText(Date.parse(text));
  if (NAMED.has(key)) return nameText(text);
  return (key === 'reason' ? PAUSES[text] : undefined) ?? text;
};

/** Formats the value of a field of a change as text; an object as its fields. */
export const fieldValueText = (key: string, value: unknown): string => {
  if (value === undefined || value === null || value === '') return '—';
  if (Array.isArray(value) && value.length === 0) return '—';
  if (typeof value === 'number')
    return Number.isInteger(value) ? countText(value) : fieldText(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return shownText(key, value);
  if (typeof value !== 'object') return JSON.stringify(value);
  // A list of objects contains the parts of a recording: show their number, because their hashes mean nothing to users.
  if (Array.isArray(value) && typeof value[0] === 'object') return String(value.length);
  if (Array.isArray(value)) return value.map((each) => fieldValueText(key, each)).join(', ');
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${fieldName(name)} ${fieldValueText(name, each)}`)
    .join(', ');
};
