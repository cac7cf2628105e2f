import type {
  Conversion,
  SealDraft,
  SealError,
  SealStatement,
  UnreadableReason,
} from '@batbot/core/sealing';
import { counted, dateTimeText, fieldText, stopwatchText, withUnit } from '../../../text/format.ts';

const REMAINS = 'Export JSONL saves the same session without a seal.';

const PROBLEMS: Readonly<Record<SealError['kind'], string>> = {
  noCrypto: `Sealing needs https. Open this page by its https address. ${REMAINS}`,
  blocked: `This browser cannot save a key: storage is blocked. Allow site data, then reload. ${REMAINS}`,
  full: `There is no room left on this computer for a key. Delete sessions you no longer need. ${REMAINS}`,
  outdated: 'A newer version of this page is open in another tab. Reload this one.',
  failed: `The browser could not read the session or your key. Try again. ${REMAINS}`,
  signedOut: 'You are logged out. Log in again.',
  notYours: 'This session was recorded by another user: only that user can seal it.',
  cancelled: 'Sealing was cancelled.',
  recording: 'This session is still being recorded. Stop the recording first.',
};

export const sealProblem = (kind: SealError['kind']): string => PROBLEMS[kind];

export const UNREADABLE: Readonly<Record<UnreadableReason, string>> = {
  empty: 'The file is empty.',
  unknown: 'Not a sealed session.',
  unsealed: 'Not sealed: changes cannot be detected.',
  version: 'This file was sealed by a newer version of this program. Check it with that one.',
  encoding: 'An editor saved this file in another form (UTF-16). Check it as it was exported.',
  failed: 'The file could not be read to its end. Try again.',
};

export const CONVERSIONS: Readonly<Record<Conversion, string>> = {
  lineEnds:
    'Its line endings were converted in transfer, as mail programs do. Every line is as it was sealed.',
  byteOrderMark: 'A byte order mark was added at its beginning. Every line is as it was sealed.',
  lastLineEnd: 'Its last line ending is missing. Every line is as it was sealed.',
};

/** Formats a time of a file, which may be invalid. */
const momentText = (iso: string): string => {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? 'unknown' : dateTimeText(at);
};

const listed = (...facts: readonly (string | undefined)[]): string =>
  facts.filter((fact) => fact !== undefined && fact !== '').join(', ');

const packText = ({ pack }: SealDraft): string =>
  listed(
    counted(pack.cells, 'cell'),
    counted(pack.temperatures, 'sensor'),
    pack.designCapacityAh === undefined
      ? undefined
      : withUnit(fieldText(pack.designCapacityAh), 'Ah'),
    pack.cycles === undefined ? undefined : counted(pack.cycles, 'cycle'),
    pack.serial === undefined ? 'serial number not read' : `serial number ${pack.serial}`,
  );

const deviceText = ({ device }: SealDraft): string =>
  listed(
    device.label,
    device.model,
    device.hardware === undefined ? undefined : `hardware ${device.hardware}`,
    device.firmware === undefined ? undefined : `firmware ${device.firmware}`,
  );

const technicianText = ({ technician: { name, userId } }: SealDraft): string =>
  name === '' ? `user ${userId}` : `${name} (user ${userId})`;

export const sealFacts = (
  said: SealDraft & Partial<Pick<SealStatement, 'sealedAt'>>,
): readonly (readonly [name: string, value: string])[] => [
  ['Session', said.session.name],
  [
    'Recorded',
    listed(
      momentText(said.session.startedAt),
      stopwatchText(said.session.durationMs),
      counted(said.session.samples, 'sample'),
    ),
  ],
  ['Pack', packText(said)],
  ['Device', deviceText(said)],
  ['Technician', technicianText(said)],
  ...(said.sealedAt === undefined
    ? []
    : ([['Sealed', `${momentText(said.sealedAt)}, by that computer’s clock`]] as const)),
];

/** Warns of a recording that is incomplete. */
export const sealCautions = ({ session }: SealDraft): readonly string[] => [
  ...(session.finished
    ? []
    : ['The recording was interrupted. What was saved until then is sealed.']),
  ...(session.damaged === 0
    ? []
    : [
        `${counted(session.damaged, 'part')} of the recording could not be read and ${session.damaged === 1 ? 'was' : 'were'} left out.`,
      ]),
];
