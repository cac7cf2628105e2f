import type { PaletteCommand, Parameter } from '@batbot/core';

type EnumValues = readonly { readonly value: string; readonly help: string }[];

/** A parameter in the form, with the fields of all kinds. The numbers that the user types are text. */
export interface ParameterDraft {
  readonly name: string;
  readonly help: string;
  readonly kind: Parameter['kind'];
  /** Values separated by commas, each with its help after a space: `0 off, 1 on`. */
  readonly values: string;
  /** The values before the change. They are kept if their text is not changed, because it may not contain all of them. */
  readonly before?: EnumValues;
  readonly min: string | number;
  readonly max: string | number;
  readonly unit: string;
  readonly maxLength: string | number;
  readonly default: string;
  readonly optional: boolean;
}

export interface EntryDraft extends Pick<
  PaletteCommand,
  'head' | 'name' | 'help' | 'details' | 'writes'
> {
  readonly parameters: readonly ParameterDraft[];
}

export const EMPTY_PARAMETER: ParameterDraft = {
  name: '',
  help: '',
  kind: 'integer',
  values: '0 off, 1 on',
  min: 0,
  max: 255,
  unit: '',
  maxLength: 32,
  default: '',
  optional: false,
};

const textOf = (values: EnumValues): string =>
  values.map(({ value, help }) => `${value} ${help}`.trim()).join(', ');

const draftOfParameter = (parameter: Parameter): ParameterDraft => ({
  ...EMPTY_PARAMETER,
  ...parameter,
  ...(parameter.kind === 'enum'
    ? { values: textOf(parameter.values), before: parameter.values }
    : { values: EMPTY_PARAMETER.values }),
});

export const draftOf = (entry?: PaletteCommand): EntryDraft => ({
  head: 'AT+',
  name: '',
  help: '',
  details: '',
  writes: false,
  ...entry,
  parameters: entry?.parameters.map(draftOfParameter) ?? [],
});

/** Parses a number. An empty field is NaN, not 0. */
const numberOf = (typed: string | number): number =>
  String(typed).trim() === '' ? Number.NaN : Number(typed);

const valuesOf = (typed: string) =>
  typed
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [value = '', ...help] = each.split(/\s+/);
      return { value, help: help.join(' ') };
    });

/** Converts the draft to an entry for the palette, which checks the fields of each kind and ignores the others. */
export const entryOf = ({ parameters, ...draft }: EntryDraft) => ({
  ...draft,
  parameters: parameters.map((each) => ({
    ...each,
    values:
      each.before && each.values === textOf(each.before) ? each.before : valuesOf(each.values),
    min: numberOf(each.min),
    max: numberOf(each.max),
    maxLength: numberOf(each.maxLength),
  })),
});
