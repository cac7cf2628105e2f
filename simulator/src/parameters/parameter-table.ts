import schema from './schema.json' with { type: 'json' };

/** The document that describes all parameters to clients: the content of `schema.json`. */
export const parameterSchema: object = schema;

/** A parameter of the device, from `schema.json`. Limits and default are in its unit; `value = raw × scale`. */
export interface Parameter {
  readonly key: string;
  readonly type: 'integer' | 'decimal' | 'enum' | 'bool' | 'text' | 'hex' | 'list';
  readonly scale?: number;
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly { readonly value: number }[];
  readonly maxLength?: number;
  /** For `hex` the number of digits, for `list` the number of entries. */
  readonly length?: number;
  readonly default: number | boolean | string | readonly number[];
  readonly class: 'normal' | 'protection' | 'identity';
  readonly readOnly?: boolean;
}

/** The text of each parameter on the line, by its key. */
export type RawValues = Readonly<Record<string, string>>;

/** All parameters in the order in which the device lists them. */
export const parameters = schema.parameters as readonly Parameter[];

const byKey = new Map(parameters.map((parameter) => [parameter.key, parameter]));

export const findParameter = (key: string): Parameter | undefined => byKey.get(key.toUpperCase());

/** Converts a number in the parameter's unit to the integer on the line. */
export const rawNumber = ({ scale = 1 }: Parameter, value: number): number =>
  Math.round(value / scale);

const rawDefault = (parameter: Parameter): string => {
  const value = parameter.default;
  if (typeof value === 'string') return value;
  const numbers = typeof value === 'object' ? value : [Number(value)];
  return numbers.map((each) => rawNumber(parameter, each)).join(';');
};

/** The values of an LFP pack of 16 cells and 100 Ah. */
export const defaultValues: RawValues = Object.fromEntries(
  parameters.map((parameter) => [parameter.key, rawDefault(parameter)]),
);

const isInRange = (parameter: Parameter, text: string): boolean => {
  const { min = -Infinity, max = Infinity } = parameter;
  const value = Number(text);
  return (
    /^-?\d{1,9}$/.test(text) &&
    value >= rawNumber(parameter, min) &&
    value <= rawNumber(parameter, max)
  );
};

/** True if the device accepts this text as the value of the parameter. */
export const fits = (parameter: Parameter, raw: string): boolean => {
  const { type, options, maxLength = 0, length } = parameter;
  switch (type) {
    case 'integer':
    case 'decimal':
      return isInRange(parameter, raw);
    case 'enum':
      return options?.some(({ value }) => String(value) === raw) ?? false;
    case 'bool':
      return raw === '0' || raw === '1';
    case 'text':
      return raw.length <= maxLength && /^[\x20-\x7e]*$/.test(raw);
    case 'hex':
      return raw.length === length && /^[0-9A-F]*$/i.test(raw);
    case 'list': {
      const entries = raw.split(';');
      return entries.length === length && entries.every((each) => isInRange(parameter, each));
    }
  }
};
