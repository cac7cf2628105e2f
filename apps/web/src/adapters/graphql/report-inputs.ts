import type { InstallReport } from '@batbot/core/firmware';
import type {
  ParameterValue,
  ParameterValues,
  ReportedChange,
  WriteReport,
} from '@batbot/core/parameters';

/*
 * Reports of devices in the form of the API, without their asset. What a device reports may be longer than the server
 * accepts, and the user could not correct it: texts are shortened, and values that the server cannot store are unknown
 * [SYNC-59].
 */

/** The limits of the server: characters of a text, entries of a list, and commands of a report. */
const LONGEST_TEXT = 500;
const LONGEST_LIST = 200;
const MOST_COMMANDS = 2_000;

/** Returns a text on one line without control characters and broken characters, shortened to the limit. */
const shortText = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD').trim();
  return line.length > LONGEST_TEXT
    ? `${line.slice(0, LONGEST_TEXT - 2).replace(/\p{Cs}$/u, '')} …`
    : line;
};

/** Returns the reason; undefined if it has no visible text. */
const reasonOf = (text = ''): string | undefined => shortText(text) || undefined;

/** Returns the value; undefined if the server cannot store it. A shortened value would be a wrong one. */
const storable = (value: ParameterValue | undefined): ParameterValue | undefined => {
  if (typeof value === 'string') return shortText(value) === value ? value : undefined;
  return typeof value === 'object' && value.length > LONGEST_LIST ? undefined : value;
};

const storableValues = (values: ParameterValues): ParameterValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => storable(value) !== undefined));

const changeOf = ({ key, before, wanted, readBack }: ReportedChange) => ({
  key,
  before: storable(before),
  wanted: storable(wanted),
  readBack: storable(readBack),
});

/** Returns the first and the last commands if there are too many, with the number of those that are left out. */
const commandsOf = (commands: readonly string[]): readonly string[] => {
  const texts = commands.map(shortText);
  if (texts.length <= MOST_COMMANDS) return texts;
  const half = MOST_COMMANDS / 2;
  const left = texts.length - MOST_COMMANDS + 1;
  return [...texts.slice(0, half), `(${left} commands are left out)`, ...texts.slice(1 - half)];
};

const WRITE_OUTCOMES = {
  read: 'READ',
  done: 'DONE',
  differs: 'DIFFERS',
  rolledBack: 'ROLLED_BACK',
  partial: 'PARTIAL',
} as const;

/** Returns the input of `reportWrite`. */
export const writeInput = (
  { identity, schema, outcome, at, changes, values, commands, why }: WriteReport,
  id: string,
): Readonly<Record<string, unknown>> => ({
  id,
  at: new Date(at).toISOString(),
  schema,
  outcome: WRITE_OUTCOMES[outcome],
  firmware: identity.firmware,
  changes: changes.map(changeOf),
  values: values && storableValues(values),
  commands: commandsOf(commands),
  reason: reasonOf(why),
});

const INSTALL_OUTCOMES = { done: 'DONE', failed: 'FAILED', interrupted: 'INTERRUPTED' } as const;

/** Returns the input of `reportInstall`. */
export const installInput = (
  { documentId, serial: _, outcome, seconds, reason, ...facts }: InstallReport,
  id: string,
): Readonly<Record<string, unknown>> => ({
  id,
  imageId: documentId,
  ...facts,
  outcome: INSTALL_OUTCOMES[outcome],
  seconds: Math.max(0, seconds), // the clock of the computer may have been set back meanwhile
  reason: reasonOf(reason),
});
