import { numberText, plainNumberText, THIN_SPACE } from '../prelude/number-text.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import {
  parameterOf,
  type Parameter,
  type ParameterSchema,
  type ParameterValue,
} from './parameter-schema.ts';

/*
 * A parameter has three forms: `raw` is the text on the line, `value` is what files contain and users edit, and `shown`
 * is the text on the screen. Raw numbers are decimal integers, and `value = raw × scale`.
 */

/** Returns the number of decimals that a scale or a step has: 3 for 0.001. */
const decimalsOf = (size: number): number => {
  const [digits = '', exponent = '0'] = String(size).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};

const scaled = (raw: number, scale: number): number =>
  Number((raw * scale).toFixed(decimalsOf(scale)));

const scaleOf = ({ scale = 1 }: Parameter): number => scale;

const INTEGER = /^[+-]?\d{1,15}$/;

const numberOf = (text: string, parameter: Parameter): number | undefined =>
  INTEGER.test(text) ? scaled(Number(text), scaleOf(parameter)) : undefined;

/** Returns the value of a text on the line; undefined if the text is not of the parameter's type. */
export const valueOfRaw = (parameter: Parameter, raw: string): ParameterValue | undefined => {
  const text = raw.trim();
  switch (parameter.type) {
    case 'integer':
    case 'decimal':
      return numberOf(text, parameter);
    case 'enum':
      return INTEGER.test(text) ? Number(text) : undefined;
    case 'bool':
      return text === '0' || text === '1' ? text === '1' : undefined;
    case 'text':
      return text;
    case 'hex':
      return /^[0-9A-Fa-f]*$/.test(text) ? text.toUpperCase() : undefined;
    case 'list': {
      const entries =
        text === '' ? [] : text.split(';').map((each) => numberOf(each.trim(), parameter));
      return entries.every((each) => each !== undefined) ? entries : undefined;
    }
  }
};

const rawNumber = (value: number, parameter: Parameter): string =>
  String(Math.round(value / scaleOf(parameter)));

/** Returns the text on the line for a value that fits the parameter. */
export const rawOfValue = (parameter: Parameter, value: ParameterValue): string => {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return value.map((each) => rawNumber(each, parameter)).join(';');
  return parameter.type === 'enum' ? String(value) : rawNumber(value, parameter);
};

/** Returns the text in the form of the app: a device may write lower-case digits or a plus sign. */
export const usualForm = (schema: ParameterSchema, key: string, raw: string): string => {
  const parameter = parameterOf(schema, key);
  const value = parameter && valueOfRaw(parameter, raw);
  return parameter === undefined || value === undefined ? raw : rawOfValue(parameter, value);
};

const isEqualList = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((each, index) => each === right[index]);

/** True if two values are the same. An absent value equals nothing, not even another absent value. */
export const areEqual = (
  left: ParameterValue | undefined,
  right: ParameterValue | undefined,
): boolean => {
  if (left === undefined || right === undefined) return false;
  return typeof left === 'object' && typeof right === 'object'
    ? isEqualList(left, right)
    : left === right;
};

const withUnit = (text: string, { unit }: Parameter): string =>
  unit === undefined ? text : `${text}${THIN_SPACE}${unit}`;

const shownNumber = (value: number, parameter: Parameter): string =>
  numberText(value, Math.max(decimalsOf(scaleOf(parameter)), decimalsOf(value)));

/** Formats a value with its unit: "3.650 V". Undefined is a value that is not known. */
export const shownValue = (parameter: Parameter, value: ParameterValue | undefined): string => {
  if (value === undefined) return 'unknown';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value !== 'number') {
    const entries = value.map((each) => shownNumber(each, parameter)).join('; ');
    return value.length === 0 ? 'empty' : withUnit(entries, parameter);
  }
  if (parameter.type !== 'enum') return withUnit(shownNumber(value, parameter), parameter);
  return parameter.options?.find((each) => each.value === value)?.label ?? `unknown (${value})`;
};

const isOnGrid = (value: number, size: number, from = 0): boolean => {
  const steps = (value - from) / size;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
};

const numberProblem = (value: number, parameter: Parameter): string | undefined => {
  const { type, min, max, step } = parameter;
  if (!Number.isFinite(value)) return 'must be a number';
  if (min !== undefined && value < min) return `must be at least ${shownValue(parameter, min)}`;
  if (max !== undefined && value > max) return `must be at most ${shownValue(parameter, max)}`;
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (!isOnGrid(value, scaleOf(parameter))) {
    return `must have steps of ${shownValue(parameter, scaleOf(parameter))}`;
  }
  if (step !== undefined && !isOnGrid(value, step, min)) {
    return `must have steps of ${shownValue(parameter, step)}`;
  }
  return undefined;
};

const textProblem = (value: string, { maxLength = 200 }: Parameter): string | undefined => {
  if (value.length > maxLength) return `must be at most ${maxLength} characters`;
  // A line break would end the command, a quote or a comma might end the value.
  return /^[\x20-\x7e]*$/.test(value) && !/[",;]/.test(value) && value === value.trim()
    ? undefined
    : 'must be plain letters, digits and signs, without quotes, commas and semicolons';
};

/**
 * Returns why a value does not fit a parameter: "must be at most 3.650 V"; undefined if it fits. The text follows the
 * name of the parameter.
 */
export const valueProblem = (parameter: Parameter, value: ParameterValue): string | undefined => {
  const { type, options, length } = parameter;
  switch (type) {
    case 'integer':
    case 'decimal':
      return typeof value === 'number' ? numberProblem(value, parameter) : 'must be a number';
    case 'enum':
      return options?.some((each) => each.value === value) === true
        ? undefined
        : `must be one of: ${options?.map((each) => each.label).join(', ') ?? ''}`;
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'must be on or off';
    case 'text':
      return typeof value === 'string' ? textProblem(value, parameter) : 'must be text';
    case 'hex':
      if (typeof value !== 'string' || !/^[0-9A-F]*$/.test(value)) {
        return 'must be hexadecimal digits (0–9, A–F)';
      }
      return length === undefined || value.length === length
        ? undefined
        : `must have ${length} hexadecimal digits`;
    case 'list':
      if (typeof value !== 'object') return 'must be a list of numbers';
      if (length !== undefined && value.length !== length) return `must have ${length} entries`;
      return value.map((each) => numberProblem(each, parameter)).find((each) => each !== undefined);
  }
};

const typedNumber = (text: string): number =>
  text === '' ? Number.NaN : Number(plainNumberText(text));

const typedValue = (parameter: Parameter, text: string): ParameterValue => {
  switch (parameter.type) {
    case 'integer':
    case 'decimal':
    case 'enum':
      return typedNumber(text);
    case 'bool':
      return text === '1' || text.toLowerCase() === 'on' || text.toLowerCase() === 'true';
    case 'text':
      return text;
    case 'hex':
      return text.replaceAll(' ', '').toUpperCase();
    case 'list':
      return text === '' ? [] : text.split(';').map((each) => typedNumber(each.trim()));
  }
};

/** Reads what a user typed, without the unit. A decimal comma is accepted. The problem follows the parameter's name. */
export const parseValue = (parameter: Parameter, text: string): Result<ParameterValue, string> => {
  const value = typedValue(parameter, text.trim());
  const problem = valueProblem(parameter, value);
  return problem === undefined ? ok(value) : err(problem);
};

/** Formats a value for a text field: without its unit. `parseValue` reads it again. */
export const typedText = (parameter: Parameter, value: ParameterValue): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    return parameter.type === 'enum' ? String(value) : shownNumber(value, parameter);
  }
  return value.map((each) => shownNumber(each, parameter)).join('; ');
};
