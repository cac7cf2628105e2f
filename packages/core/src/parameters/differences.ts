import { THIN_SPACE } from '../prelude/number-text.ts';
import {
  parameterOf,
  type Parameter,
  type ParameterSchema,
  type ParameterValue,
  type ParameterValues,
} from './parameter-schema.ts';
import { areEqual, shownValue } from './value-text.ts';

/** A parameter with two values. An absent value is not known. */
export interface ParameterDifference {
  readonly parameter: Parameter;
  readonly before: ParameterValue | undefined;
  readonly after: ParameterValue | undefined;
}

/** Formats a difference: "Cell over-voltage 3.650 → 3.600 V". */
export const differenceText = ({ parameter, before, after }: ParameterDifference): string => {
  const [from, to] = [shownValue(parameter, before), shownValue(parameter, after)];
  const { unit, label } = parameter;
  const suffix = unit === undefined ? '' : `${THIN_SPACE}${unit}`;
  const isRepeated = suffix !== '' && from.endsWith(suffix) && to.endsWith(suffix);
  return `${label} ${isRepeated ? from.slice(0, -suffix.length) : from} → ${to}`;
};

/** Compares two sets of values, in the order of the schema. Parameters that `after` does not contain are left out. */
export const differencesOf = (
  { parameters }: Pick<ParameterSchema, 'parameters'>,
  before: ParameterValues,
  after: ParameterValues,
): readonly ParameterDifference[] =>
  parameters.flatMap((parameter) => {
    const [from, to] = [before[parameter.key], after[parameter.key]];
    return to === undefined || areEqual(from, to) ? [] : [{ parameter, before: from, after: to }];
  });

/** Returns the label of a parameter and a formatter of its values, as they are if the schema is not known. */
export const parameterTexts = (schema: ParameterSchema | undefined, key: string) => {
  const parameter = schema && parameterOf(schema, key);
  return {
    label: parameter?.label ?? key,
    shown: (value: ParameterValue | undefined): string => {
      if (parameter !== undefined) return shownValue(parameter, value);
      return value === undefined ? 'unknown' : String(value);
    },
  };
};
