import {
  MOST_CHANGES,
  type Delimiter,
  type Encoding,
  type ImportError,
  type ImportKind,
  type ImportReport,
  type Target,
} from '@batbot/core/imports';
import { counted, countText } from '../../text/format.ts';

export const KIND_TEXT: Readonly<Record<ImportKind, string>> = {
  packs: 'Pack list',
  logger: 'Log of a device',
  bdf: 'Battery Data Format',
  session: 'Session of this app',
};

export const TARGET_TEXT: Readonly<Record<Target, string>> = {
  serial: 'Serial number',
  maker: 'Maker',
  model: 'Model',
  chemistry: 'Chemistry',
  cells: 'Cells in series',
  designCapacityAh: 'Design capacity',
  builtOn: 'Built on',
  installedIn: 'Installed in',
  firmware: 'Firmware',
  place: 'Place',
  state: 'State',
  time: 'Date and time',
  clock: 'Time of day',
  elapsed: 'Time since the start',
  packVoltageV: 'Pack voltage',
  currentA: 'Current',
  socPercent: 'State of charge',
  sohPercent: 'State of health',
  remainingAh: 'Remaining capacity',
  cycles: 'Cycles',
  cell: 'Cell voltages',
  temperature: 'Temperatures',
  sequence: 'Sequence number',
  uptimeS: 'Uptime',
  switches: 'Switches',
  alarms: 'Alarms',
  protections: 'Protections',
  balancing: 'Balancing cells',
  events: 'Events',
};

export const DELIMITER_TEXT: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

export const ENCODING_TEXT: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252 (Western European)',
};

/** Summarizes a check: "Create 40 · Update 3 · Unchanged 7 · Refused 2". */
export const reportText = (
  kind: ImportKind,
  { create, update, unchanged, samples, refused }: ImportReport,
): string =>
  (kind === 'packs'
    ? [
        `Create ${countText(create)}`,
        `Update ${countText(update)}`,
        `Unchanged ${countText(unchanged)}`,
        `Refused ${countText(refused)}`,
      ]
    : [counted(samples, 'sample'), `Refused ${countText(refused)}`]
  ).join(' · ');

export const importProblem = (error: ImportError): string => {
  if (!('message' in error))
    return error.kind === 'sending'
      ? 'Changes are being sent at the moment. Try again.'
      : `The list changes more than ${countText(MOST_CHANGES)} packs. Split it and import the parts one after another. Nothing was applied.`;
  return error.kind === 'full'
    ? 'There is no room on this computer. Delete sessions and try again. Nothing was applied.'
    : `Not done: ${error.message}`;
};
