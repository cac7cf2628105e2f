import {
  areEqual,
  PARAMETER_SCHEMA_FILE,
  parameterOf,
  shownValue,
  type ParameterSchema,
  type ParameterValue,
} from '@batbot/core/parameters';
import { accountsOf, documentsOf, type CopiedRow } from '@batbot/core/workspace';
import { fieldValueText } from './change-words.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of a change for a table, keyed by their names. */
export interface ShownChange {
  readonly before: Values;
  readonly after: Values;
}

/** The rows of this computer that the values of changes refer to. */
export interface Known {
  /** Parameter schemas by their hash, which name the parameters of reports. */
  readonly schemas: ReadonlyMap<string, ParameterSchema>;
  /** The names of accounts by their id. */
  readonly accounts: ReadonlyMap<unknown, string>;
}

export const knownIn = (rows: readonly CopiedRow[]): Known => ({
  schemas: new Map(
    documentsOf(rows, [], 'PARAMETER_SCHEMA').flatMap(({ hash, body }) => {
      const read = PARAMETER_SCHEMA_FILE.parse(JSON.stringify(body));
      return hash !== undefined && read.ok ? [[hash, read.value] as const] : [];
    }),
  ),
  accounts: new Map(accountsOf(rows).map(({ id, userName }) => [id, userName])),
});

interface LoggedParameter {
  readonly key: string;
  readonly before?: ParameterValue | null;
  readonly wanted?: ParameterValue | null;
  readonly readBack?: ParameterValue | null;
}

const isParameter = (value: unknown): value is LoggedParameter =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string';

/** Lists each parameter of a report with its value before and as it was read back. */
const shownWrite = (report: Values, { schemas }: Known): ShownChange => {
  const { schema, changes, firmware, commands, reason } = report;
  const { name: schemaName, hash } = (schema ?? {}) as {
    readonly name?: unknown;
    readonly hash?: unknown;
  };
  const known = schemas.get(String(hash));
  const before: Record<string, string> = {};
  const after: Record<string, unknown> = {};
  for (const change of Array.isArray(changes) ? changes.filter(isParameter) : []) {
    const parameter = known && parameterOf(known, change.key);
    const name = parameter?.label ?? change.key;
    // Parameters of several groups may have the same label, such as "Delay".
    const label = Object.hasOwn(after, name) ? `${name} (${change.key})` : name;
    const text = (value: ParameterValue | null | undefined): string =>
      parameter && value !== null ? shownValue(parameter, value) : fieldValueText('value', value);
    const { wanted, readBack } = change;
    const isWanted = areEqual(wanted ?? undefined, readBack ?? undefined);
    before[label] = text(change.before);
    after[label] = isWanted ? text(readBack) : `${text(readBack)} (wanted ${text(wanted)})`;
  }
  return { before, after: { ...after, firmware, schema: schemaName, commands, reason } };
};

const shownInstall = ({
  from,
  to,
  outcome,
  imageName,
  seconds,
  bytes,
  reason,
}: Values): ShownChange => ({
  before: { firmware: from },
  after: {
    firmware: outcome === 'DONE' ? to : `not ${fieldValueText('to', to)}`,
    image: imageName,
    seconds,
    bytes,
    reason,
  },
});

/** Values that mean nothing to users. */
const HIDDEN = new Set(['id', 'body', 'hash', 'documentId', 'assetId', 'mode']);

const shownDocument = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !HIDDEN.has(key)));

const isDeviceDocument = ({ kind, documentId }: Values): boolean =>
  typeof documentId === 'string' || (kind !== undefined && kind !== 'LEVEL_PRESET');

/** The values that are ids of accounts. */
const ACCOUNTS = new Set(['assigneeId', 'parentId', 'ownerId', 'accountId']);

/** Replaces the ids of accounts by their names. The id of an account that is not known here stays. */
const named = (values: Values, { accounts }: Known): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      ACCOUNTS.has(key) ? (accounts.get(value) ?? value) : value,
    ]),
  );

/** Returns the values of a change as they are shown: of reports of devices, each parameter under its own name. */
export const shownChange = (
  kind: string,
  {
    before = {},
    after = {},
  }: { readonly before?: Values | undefined; readonly after?: Values | undefined },
  known: Known,
): ShownChange => {
  if (kind === 'reportWrite') return shownWrite(after, known);
  if (kind === 'reportInstall') return shownInstall({ from: before['firmware'], ...after });
  if (kind === 'setAssignment' || isDeviceDocument(after))
    return { before: shownDocument(before), after: shownDocument(after) };
  return { before: named(before, known), after: named(after, known) };
};
