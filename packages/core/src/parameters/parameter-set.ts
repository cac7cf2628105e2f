import * as v from 'valibot';
import { jsonFile, textOf, type JsonFile, type Schema } from '../prelude/schema.ts';
import {
  isWritable,
  PARAMETER_FILE_LIMIT,
  parameterOf,
  type ParameterSchema,
  type ParameterValue,
  type ParameterValues,
} from './parameter-schema.ts';
import { valueProblem } from './value-text.ts';

const VALUE: Schema<ParameterValue> = v.union(
  [
    v.pipe(v.number(), v.finite()),
    v.boolean(),
    v.pipe(v.string(), v.maxLength(200)),
    v.pipe(v.array(v.pipe(v.number(), v.finite())), v.maxLength(200)),
  ],
  'must be a number, true or false, text, or a list of numbers',
);

export const PARAMETER_VALUES: Schema<ParameterValues> = v.record(v.string(), VALUE);

export const PARAMETER_SET = v.strictObject({
  format: v.literal('batbot-parameter-set-1'),
  name: textOf(80),
  schema: v.strictObject({ name: textOf(80), hash: textOf(64) }),
  values: PARAMETER_VALUES,
  source: v.strictObject({
    kind: v.picklist(['device', 'file', 'template']),
    serial: v.exactOptional(textOf(40)),
    firmware: v.exactOptional(textOf(40)),
    /** ISO 8601. */
    at: v.exactOptional(textOf(40)),
  }),
  note: v.exactOptional(textOf(400)),
});

/** A named set of values for devices of one schema. */
export type ParameterSet = Readonly<v.InferOutput<typeof PARAMETER_SET>>;

export const PARAMETER_SET_FILE: JsonFile<ParameterSet> = jsonFile({
  schema: PARAMETER_SET,
  mostCharacters: PARAMETER_FILE_LIMIT,
});

/** Returns values that a device reported as a set. `at` is a wall-clock time. */
export const deviceSet = ({
  name,
  schema: { name: schemaName, hash },
  values,
  device: { serial, firmware },
  at,
}: {
  readonly name: string;
  readonly schema: ParameterSet['schema'];
  readonly values: ParameterValues;
  readonly device: {
    readonly serial?: string | undefined;
    readonly firmware?: string | undefined;
  };
  readonly at: number;
}): ParameterSet => ({
  format: 'batbot-parameter-set-1',
  name: name.slice(0, 80),
  schema: { name: schemaName, hash },
  values,
  source: {
    kind: 'device',
    ...(serial !== undefined && { serial }),
    ...(firmware !== undefined && { firmware }),
    at: new Date(at).toISOString(),
  },
});

/** A value that is not taken over from a set, with the reason as text: "must be at most 3.650 V". */
export interface SkippedValue {
  readonly key: string;
  readonly why: string;
}

/** Returns the values without those of one device, such as a calibration. */
export const sharedValues = (schema: ParameterSchema, values: ParameterValues): ParameterValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => parameterOf(schema, key)?.perDevice !== true),
  );

/** Separates the values that fit a schema and may be written from the others. */
export const usableValues = (schema: ParameterSchema, values: ParameterValues) => {
  const usable: [string, ParameterValue][] = [];
  const skipped: SkippedValue[] = [];
  for (const [key, value] of Object.entries(values)) {
    const parameter = parameterOf(schema, key);
    if (parameter === undefined) skipped.push({ key, why: 'is not a parameter of this device' });
    else {
      const problem = isWritable(parameter) ? valueProblem(parameter, value) : 'is read-only';
      if (problem === undefined) usable.push([key, value]);
      else skipped.push({ key, why: problem });
    }
  }
  return { values: Object.fromEntries(usable), skipped };
};
