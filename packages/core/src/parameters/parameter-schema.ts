import * as v from 'valibot';
import {
  findProblem,
  jsonFile,
  listOf,
  textOf,
  wholeNumber,
  type FileProblem,
  type JsonFile,
  type Schema,
} from '../prelude/schema.ts';

/** The value of a parameter: a number in its unit, a choice, a text, hexadecimal digits, or a list of numbers. */
export type ParameterValue = number | boolean | string | readonly number[];

/** Values keyed by the parameter's key. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

const key = v.pipe(
  v.string('must be text'),
  v.regex(/^[A-Za-z0-9_.-]{1,32}$/, 'must be 1–32 letters, digits, dots, dashes or underscores'),
);
const number = v.pipe(v.number('must be a number'), v.finite('must be a number'));
const optional = v.exactOptional;
const label = textOf(80);

/** `normal`, `protection` (a wrong value may damage the pack), or `identity` (never written). */
const CLASS = v.picklist(['normal', 'protection', 'identity']);

/**
 * `min`, `max`, `step` and `default` are values in the parameter's unit; `value = raw × scale`. The options of an `enum`
 * have raw values. `maxLength` limits a text, `length` is the number of hexadecimal digits or of entries of a list.
 */
const PARAMETER = v.strictObject({
  key,
  label,
  help: optional(textOf(400)),
  group: key,
  type: v.picklist(['integer', 'decimal', 'enum', 'bool', 'text', 'hex', 'list']),
  unit: optional(textOf(12)),
  scale: optional(v.pipe(number, v.gtValue(0, 'must be above 0'))),
  min: optional(number),
  max: optional(number),
  step: optional(v.pipe(number, v.gtValue(0, 'must be above 0'))),
  options: optional(listOf(v.strictObject({ value: v.pipe(number, v.integer()), label }), 64)),
  maxLength: optional(wholeNumber(1, 200)),
  length: optional(wholeNumber(1, 200)),
  default: optional(v.union([number, v.boolean(), v.string(), v.array(number)])),
  class: CLASS,
  readOnly: optional(v.boolean()),
  needsRestart: optional(v.boolean()),
  /** True for a value of one device, such as a calibration: no standard contains it. */
  perDevice: optional(v.boolean()),
});
export type Parameter = Readonly<v.InferOutput<typeof PARAMETER>>;

/** A rule between two parameters, or between a parameter and a number in its unit. `text` is shown if it is broken. */
const RULE = v.strictObject({
  left: key,
  op: v.picklist(['<', '<=', '>', '>=']),
  right: v.union([key, number], 'must be the key of a parameter or a number'),
  text: textOf(200),
});
export type CrossRule = Readonly<v.InferOutput<typeof RULE>>;

const template = (...needed: readonly string[]) =>
  v.pipe(
    textOf(120),
    v.check(
      (text) => needed.every((name) => text.includes(name)),
      `must contain ${needed.join(' and ')}`,
    ),
  );

/** Templates of commands; `{key}`, `{value}` and `{password}` are replaced. */
const COMMANDS = v.strictObject({
  readAll: optional(textOf(120)),
  read: template('{key}'),
  write: template('{key}', '{value}'),
  /** Sent before the first write. With `{password}` it unlocks the classes `protection` and `identity`. */
  begin: optional(textOf(120)),
  /** Stores the written values, so that they survive a restart. */
  persist: optional(textOf(120)),
  restart: optional(textOf(120)),
  /** Restarts the device into its boot loader. */
  bootLoader: optional(textOf(120)),
  /** What the device reports as its firmware version while its boot loader runs. */
  bootLoaderVersion: optional(textOf(40)),
  /** The beginning of an information line before `key,value`, such as `+PAR: `. */
  reply: v.pipe(v.string('must be text'), v.minLength(1), v.maxLength(40)),
});

const SHAPE = v.strictObject({
  format: v.literal('batbot-parameter-schema-1'),
  name: textOf(80),
  /** Where the facts come from; shown to the user. */
  source: textOf(400),
  device: v.picklist(['bms', 'romeo']),
  maker: textOf(80),
  hardware: v.pipe(listOf(textOf(40), 64), v.minLength(1, 'must have at least one entry')),
  /** The range of firmware versions, both ends included. */
  firmware: v.strictObject({ from: optional(textOf(40)), to: optional(textOf(40)) }),
  commands: COMMANDS,
  /** The time from the restart command until the device answers again. */
  restartMs: wholeNumber(0, 120_000),
  /** The highest current of the pack in A, of either sign, while parameters of a class are written. */
  currentLimits: v.strictObject({
    normal: optional(v.pipe(number, v.minValue(0, 'must not be negative'))),
    protection: v.pipe(number, v.minValue(0, 'must not be negative')),
  }),
  /** The parameter of each role in Smart BMS Config, such as `cellOverVoltage`. */
  chemistryKeys: optional(v.record(v.string(), key)),
  groups: listOf(v.strictObject({ id: key, label }), 64),
  parameters: v.pipe(listOf(PARAMETER, 1_000), v.minLength(1, 'must have at least one entry')),
  rules: listOf(RULE, 200),
});

export type ParameterSchema = Readonly<v.InferOutput<typeof SHAPE>>;

const NUMERIC: ReadonlySet<Parameter['type']> = new Set(['integer', 'decimal']);
export const isNumeric = ({ type }: Parameter): boolean => NUMERIC.has(type);

/** True if this app may write the parameter. */
export const isWritable = (parameter: Parameter): boolean =>
  parameter.readOnly !== true && parameter.class !== 'identity';

const duplicate = (names: readonly string[]): number =>
  names.findIndex((name, index) => names.indexOf(name) !== index);

const parameterProblem = (parameter: Parameter): string | undefined => {
  const { type, min, max, options } = parameter;
  if (type === 'enum' && (options === undefined || options.length === 0)) {
    return 'must have options, because its type is enum';
  }
  if (min !== undefined && max !== undefined && min > max) return 'must have min below max';
  return undefined;
};

/** Checks the references between the parts of a schema. */
const schemaProblem = (schema: ParameterSchema): FileProblem | undefined => {
  const { groups, parameters, rules, chemistryKeys = {} } = schema;
  const twice = duplicate(parameters.map((each) => each.key));
  if (twice >= 0) {
    return { path: `parameters.${twice + 1}.key`, problem: 'is used by another parameter' };
  }
  const groupIds = new Set(groups.map(({ id }) => id));
  const byKey = new Map(parameters.map((each) => [each.key, each]));
  for (const [index, parameter] of parameters.entries()) {
    const path = `parameters.${index + 1}`;
    if (!groupIds.has(parameter.group)) {
      return { path: `${path}.group`, problem: 'must be the id of a group' };
    }
    const problem = parameterProblem(parameter);
    if (problem !== undefined) return { path, problem };
  }
  for (const [index, { left, right }] of rules.entries()) {
    for (const [side, name] of Object.entries({ left, right })) {
      const parameter = typeof name === 'string' ? byKey.get(name) : undefined;
      if (typeof name === 'string' && (parameter === undefined || !isNumeric(parameter))) {
        const problem = 'must be the key of a parameter that is a number';
        return { path: `rules.${index + 1}.${side}`, problem };
      }
    }
  }
  for (const [role, name] of Object.entries(chemistryKeys)) {
    if (!byKey.has(name)) {
      return { path: `chemistryKeys.${role}`, problem: 'must be the key of a parameter' };
    }
  }
  return undefined;
};

export const PARAMETER_SCHEMA: Schema<ParameterSchema> = v.pipe(SHAPE, findProblem(schemaProblem));

/** Maximum size of a document of this module, in characters. */
export const PARAMETER_FILE_LIMIT = 1_048_576;

export const PARAMETER_SCHEMA_FILE: JsonFile<ParameterSchema> = jsonFile({
  schema: PARAMETER_SCHEMA,
  mostCharacters: PARAMETER_FILE_LIMIT,
});

export const parameterOf = ({ parameters }: ParameterSchema, name: string): Parameter | undefined =>
  parameters.find((each) => each.key === name);
