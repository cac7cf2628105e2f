import type { RawValues } from './device-io.ts';
import { differencesOf } from './differences.ts';
import type { Journal } from './journal.ts';
import { parameterOf, type ParameterSchema, type ParameterValues } from './parameter-schema.ts';
import {
  valuesOf,
  type DeviceReading,
  type ReportedChange,
  type ReportedValue,
  type UnfinishedWrite,
  type WriteOutcome,
  type WriteReport,
} from './parameters-state.ts';
import { takesPassword } from './review.ts';
import { areEqual, valueOfRaw, valueProblem } from './value-text.ts';
import { firstDifference } from './read-steadily.ts';

/** Converts texts on the line to values. Texts that are not of the parameter's type are left out. */
const valuesOfRaw = (
  schema: ParameterSchema,
  raws: Readonly<Record<string, string>>,
): ParameterValues => {
  const values = Object.entries(raws).flatMap(([key, raw]) => {
    const parameter = parameterOf(schema, key);
    const value = parameter && valueOfRaw(parameter, raw);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(values);
};

export const readingOf = (
  head: Omit<DeviceReading, 'values' | 'others'>,
  raws: RawValues,
): DeviceReading => {
  const values = new Map<string, ReportedValue>();
  const others: { key: string; raw: string }[] = [];
  for (const [key, raw] of raws) {
    const parameter = parameterOf(head.known.schema, key);
    if (parameter === undefined) {
      others.push({ key, raw });
      continue;
    }
    const value = valueOfRaw(parameter, raw);
    const problem = value === undefined ? 'is not readable' : valueProblem(parameter, value);
    values.set(key, { raw, value, ...(problem === undefined ? {} : { problem }) });
  }
  return { ...head, values, others };
};

/** Returns the values that a write was to set. */
export const afterOf = ({ known, wanted }: Journal): ParameterValues =>
  valuesOfRaw(known.schema, wanted);

/** Returns the edits that are not of a write, such as those that were entered while it was unfinished. */
export const otherEdits = ({ wanted }: Journal, edits: ParameterValues): ParameterValues =>
  Object.fromEntries(Object.entries(edits).filter(([key]) => !(key in wanted)));

/** Compares a device with its unfinished write. */
export const outcomeOf = (
  journal: Journal,
  device: DeviceReading,
): { readonly outcome: 'done' | 'rolledBack' | 'partial'; readonly why?: string } => {
  const { before, wanted, isRollBack, phase, sent, known } = journal;
  const target = isRollBack ? before : { ...before, ...wanted };
  const expected = new Map(Object.entries(target));
  const found = new Map([...device.values].map(([key, { raw }]) => [key, raw]));
  // In this phase the device had already stored the values and restarted.
  const isVerified =
    phase === 'verifying' && firstDifference(known.schema, expected, found) === undefined;
  if (isVerified) return { outcome: isRollBack ? 'rolledBack' : 'done' };
  const what = isRollBack ? 'roll back' : 'write';
  const total = Object.keys(wanted).length;
  return {
    outcome: 'partial',
    why: `The ${what} is unfinished: at most ${sent} of ${total} changes were sent`,
  };
};

const changesOf = (
  { known: { schema }, before, wanted, isRollBack }: Journal,
  values: ParameterValues | undefined,
): readonly ReportedChange[] => {
  const previous = valuesOfRaw(schema, before);
  const planned = valuesOfRaw(schema, wanted);
  return schema.parameters.flatMap(({ key, readOnly }) => {
    const [was, is] = [previous[key], values?.[key]];
    const isUnplanned =
      values !== undefined && readOnly !== true && was !== undefined && !areEqual(was, is);
    if (!(key in wanted) && !isUnplanned) return [];
    const goal = isRollBack ? was : (planned[key] ?? was);
    return [{ key, before: was, wanted: goal, readBack: is }];
  });
};

/** Returns the report of a reading, or of a write if there is a journal. */
export const reportOf = (
  outcome: WriteOutcome,
  device: DeviceReading | undefined,
  journal: Journal | undefined,
  at: number,
  commands: readonly string[],
  why?: string,
): WriteReport => {
  const of: Pick<DeviceReading, 'known' | 'identity'> | undefined = device ?? journal;
  const values = device && valuesOf(device);
  return {
    outcome,
    identity: of?.identity ?? {},
    schema: { name: of?.known.schema.name ?? '', hash: of?.known.hash ?? '' },
    at,
    changes: journal === undefined ? [] : changesOf(journal, values),
    values,
    commands,
    ...(why === undefined ? {} : { why }),
  };
};

/** Returns the unfinished writes for the screen, the newest first. */
export const unfinishedOf = (
  journals: readonly Journal[],
  elsewhere: ReadonlySet<string>,
): readonly UnfinishedWrite[] =>
  journals
    .toSorted((a, b) => b.at - a.at)
    .map(({ identity, known: { schema }, at, sent, before, wanted, isRollBack }) => ({
      serial: identity.serial,
      schema,
      at,
      sent,
      changes: differencesOf(schema, valuesOfRaw(schema, before), valuesOfRaw(schema, wanted)),
      isRollBack,
      needsPassword: takesPassword(schema, Object.keys(wanted)),
      isElsewhere: elsewhere.has(identity.serial),
    }));
