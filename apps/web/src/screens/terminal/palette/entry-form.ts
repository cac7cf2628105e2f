import type { PaletteCommand, Parameter } from '@batbot/core';

/** A parameter as fields of a form, which are all text. */
export interface ParameterDraft {
  readonly name: string;
  readonly help: string;
  readonly kind: Parameter['kind'];
  /** Values separated by commas, each with its help after a space: `0 off, 1 on`. */
  readonly values: string;
  readonly min: string;
  readonly max: string;
  readonly unit: string;
  readonly maxLength: string;
  readonly default: string;
  readonly isOptional: boolean;
}

export interface EntryDraft {
  readonly head: string;
  readonly name: string;
  readonly help: string;
  readonly details: string;
  readonly writes: boolean;
  readonly parameters: readonly ParameterDraft[];
}

export const EMPTY_PARAMETER: ParameterDraft = {
  name: '',
  help: '',
  kind: 'integer',
  values: '0 off, 1 on',
  min: '0',
  max: '255',
  unit: '',
  maxLength: '32',
  default: '',
  isOptional: false,
};

const draftOfParameter = (parameter: Parameter): ParameterDraft => ({
  ...EMPTY_PARAMETER,
  name: parameter.name,
  help: parameter.help,
  kind: parameter.kind,
  default: parameter.default ?? '',
  isOptional: parameter.optional === true,
  ...(parameter.kind === 'enum' && {
    values: parameter.values.map(({ value, help }) => `${value} ${help}`.trim()).join(', '),
  }),
  ...((parameter.kind === 'integer' || parameter.kind === 'hex') && {
    min: String(parameter.min),
    max: String(parameter.max),
    unit: parameter.unit ?? '',
  }),
  ...(parameter.kind === 'text' && { maxLength: String(parameter.maxLength) }),
});

export const draftOf = (entry?: PaletteCommand): EntryDraft => ({
  head: entry?.head ?? 'AT+',
  name: entry?.name ?? '',
  help: entry?.help ?? '',
  details: entry?.details ?? '',
  writes: entry?.writes ?? false,
  parameters: entry?.parameters.map(draftOfParameter) ?? [],
});

/** Parses a number. An empty field is NaN, not 0. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const rangeOf = (draft: ParameterDraft): object => {
  switch (draft.kind) {
    case 'enum':
      return {
        values: draft.values
          .split(',')
          .map((each) => each.trim())
          .filter((each) => each !== '')
          .map((each) => {
            const [value = '', ...help] = each.split(/\s+/);
            return { value, help: help.join(' ') };
          }),
      };
    case 'integer':
    case 'hex':
      return { min: numberOf(draft.min), max: numberOf(draft.max), unit: draft.unit };
    case 'text':
      return { maxLength: numberOf(draft.maxLength) };
  }
};

/** Converts the draft to an entry for the palette, which checks it. */
export const entryOf = ({ parameters, ...draft }: EntryDraft) => ({
  ...draft,
  parameters: parameters.map((each) => ({
    name: each.name,
    help: each.help,
    kind: each.kind,
    default: each.default,
    optional: each.isOptional,
    ...rangeOf(each),
  })),
});
