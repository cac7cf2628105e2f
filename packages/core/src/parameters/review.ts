import type { ConditionState } from '../procedures/conditions.ts';
import { brokenRules, concerns } from './cross-rules.ts';
import type { RawValues } from './device-io.ts';
import { differencesOf, type ParameterDifference } from './differences.ts';
import type { InterlockNeeds } from './interlocks.ts';
import { isWritable, type ParameterSchema, type ParameterValues } from './parameter-schema.ts';
import { valuesOf, type DeviceReading, type Review } from './parameters-state.ts';
import { isSameText } from './schema-match.ts';
import { rawOfValue, valueProblem } from './value-text.ts';
import type { RawChange, WritePlan } from './write-machine.ts';

/** What the user enters for a write. */
export interface WriteInput {
  /** Sent to the device, never stored. */
  readonly password?: string;
  /** The serial number of the device, typed by the user. */
  readonly typedSerial?: string;
  /** Whether the user agrees to write to a firmware that is newer than the schema. */
  readonly consent?: boolean;
}

const hasProtection = ({ parameters }: ParameterSchema, keys: ReadonlySet<string>): boolean =>
  parameters.some((each) => keys.has(each.key) && each.class === 'protection');

/** Returns what the pack must fulfil while these parameters are written. */
export const needsOf = (
  schema: ParameterSchema,
  keys: ReadonlySet<string>,
  noProtection: boolean,
): InterlockNeeds => ({
  currentA: schema.currentLimits[hasProtection(schema, keys) ? 'protection' : 'normal'],
  noProtection,
});

/** Returns whether the device needs a password before these parameters are written. */
export const takesPassword = (schema: ParameterSchema, keys: readonly string[]): boolean =>
  schema.commands.begin?.includes('{password}') === true && hasProtection(schema, new Set(keys));

/** Returns the plan that writes these changes. A password is sent only for parameters that need it. */
export const planOf = (
  schema: ParameterSchema,
  changes: readonly RawChange[],
  isRollBack: boolean,
): WritePlan => {
  const { begin, persist, restart } = schema.commands;
  const isFree = begin?.includes('{password}') !== true;
  const keys = changes.map(({ key }) => key);
  return {
    changes,
    isRollBack,
    begins: begin !== undefined && (isFree || takesPassword(schema, keys)),
    persists: persist !== undefined,
    restarts: restart !== undefined,
  };
};

/**
 * Orders changes so that every rule holds after each of them, if possible: a device may refuse a value that contradicts
 * another value.
 */
const inSafeOrder = (
  schema: ParameterSchema,
  before: ParameterValues,
  changes: readonly ParameterDifference[],
): readonly ParameterDifference[] => {
  const ordered: ParameterDifference[] = [];
  let left = changes;
  let values = before;
  while (left.length > 0) {
    const broken = brokenRules(schema, values).length;
    const after = ({ parameter, after: value }: ParameterDifference): ParameterValues =>
      value === undefined ? values : { ...values, [parameter.key]: value };
    const next = left.find((each) => brokenRules(schema, after(each)).length <= broken) ?? left[0];
    if (next === undefined) break;
    ordered.push(next);
    values = after(next);
    left = left.filter((each) => each !== next);
  }
  return ordered;
};

export const rawChanges = (changes: readonly ParameterDifference[]): readonly RawChange[] =>
  changes.flatMap(({ parameter, after }) =>
    after === undefined ? [] : [{ key: parameter.key, wanted: rawOfValue(parameter, after) }],
  );

/** Returns the texts on the line of a reading. */
export const rawsOf = ({ values }: DeviceReading): RawValues =>
  new Map([...values].map(([key, { raw }]) => [key, raw]));

const problemsOf = (
  { identity, isNewer, values }: DeviceReading,
  changes: readonly ParameterDifference[],
): readonly string[] => {
  const problems = changes.flatMap(({ parameter, after }) => {
    const { label, key } = parameter;
    const problem = after === undefined ? undefined : valueProblem(parameter, after);
    if (!isWritable(parameter)) return [`${label} is read-only.`];
    if (problem !== undefined) return [`${label} ${problem}.`];
    const reported = values.get(key);
    if (reported === undefined) return [`${label} was not reported by the device.`];
    if (isNewer && (reported.value === undefined || reported.problem !== undefined)) {
      return [`${label} has a value on the device that is not plausible, so it is not written.`];
    }
    return [];
  });
  const bare = changes.length === 0 ? ['There is no change.'] : [];
  const { serial } = identity;
  const anonymous = serial === undefined ? ['The device reports no serial number.'] : [];
  return [...bare, ...anonymous, ...problems];
};

export const reviewOf = (
  device: DeviceReading,
  edits: ParameterValues,
  judge: (needs: InterlockNeeds) => readonly ConditionState[],
  unfinished: boolean,
): Review => {
  const { schema } = device.known;
  const before = valuesOf(device);
  const changes = inSafeOrder(schema, before, differencesOf(schema, before, edits));
  const keys = new Set(changes.map(({ parameter }) => parameter.key));
  const conditions = judge(needsOf(schema, keys, true));
  const broken = brokenRules(schema, { ...before, ...edits }).filter((rule) =>
    concerns(rule, keys),
  );
  const waiting = unfinished ? ['An earlier write to this device is unfinished.'] : [];
  const problems = [...waiting, ...problemsOf(device, changes)];
  return {
    changes,
    conditions,
    brokenRules: broken,
    problems,
    needsSerial: changes.some(({ parameter }) => parameter.class === 'protection'),
    needsPassword: takesPassword(schema, [...keys]),
    needsConsent: device.isNewer,
    restarts: schema.commands.restart !== undefined,
    isReady: problems.length === 0 && broken.length === 0 && conditions.every(({ isMet }) => isMet),
  };
};

/** Returns what the user still has to enter, as a sentence; undefined if nothing is missing. */
export const inputProblem = (
  {
    needsSerial,
    needsPassword,
    needsConsent,
  }: Pick<Review, 'needsSerial' | 'needsPassword' | 'needsConsent'>,
  { password = '', typedSerial = '', consent = false }: WriteInput,
  serial: string | undefined,
): string | undefined => {
  if (needsSerial && (serial === undefined || !isSameText(typedSerial, serial))) {
    return `Enter the serial number of the device${serial === undefined ? '' : `, ${serial}`}, because a protection changes.`;
  }
  if (needsPassword && password === '') return 'Enter the password of the device.';
  if (!/^[\x20-\x7e]{0,64}$/.test(password) || password.includes('"')) {
    return 'The password must be at most 64 plain letters, digits and signs, without quotes.';
  }
  if (needsConsent && !consent) {
    return 'Confirm that you want to write to a firmware that is newer than the schema.';
  }
  return undefined;
};
