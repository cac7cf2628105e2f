import {
  areEqual,
  parseValue,
  typedText,
  type DeviceParameters,
  type Parameter,
  type ParameterValue,
} from '@batbot/core/parameters';
import { useDraft } from '../../react/drafts.tsx';
import type { EditedState } from './parameter-words.ts';

/** The state of one field. */
export interface FieldState {
  /** The wanted value, or that of the device. Undefined if it is not known. */
  readonly value: ParameterValue | undefined;
  readonly text: string;
  /** Why the typed text is invalid: "must be at most 3.650 V". */
  readonly problem: string | undefined;
  /** Whether the field has another value than the device. */
  readonly isChanged: boolean;
}

export interface ParameterForm {
  readonly fieldOf: (parameter: Parameter) => FieldState;
  /** Handles typed text. An invalid text is kept, with its problem. */
  readonly type: (parameter: Parameter, text: string) => void;
  /** Formats the text of a field that the user has left, if it is a value. */
  readonly leave: (parameter: Parameter) => void;
  /** Sets a value that the user has chosen instead of typed. */
  readonly choose: (parameter: Parameter, value: ParameterValue) => void;
  /** Number of invalid texts. */
  readonly invalid: number;
  /** Discards all changes. */
  readonly discard: () => void;
}

/** Connects fields with the wanted values. Invalid texts are kept while the form is not rendered. */
export const useParameterForm = (
  parameters: DeviceParameters,
  { device, edits }: Pick<EditedState, 'device' | 'edits'>,
): ParameterForm => {
  const draft = useDraft<Readonly<Record<string, string>>>('parameters', () => ({}));
  const texts = draft.value;
  const problemOf = (parameter: Parameter): string | undefined => {
    const text = texts[parameter.key];
    const parsed = text === undefined ? undefined : parseValue(parameter, text);
    return parsed === undefined || parsed.ok ? undefined : parsed.error;
  };
  const without = (key: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(texts).filter(([each]) => each !== key));
  return {
    fieldOf: (parameter) => {
      const { key } = parameter;
      const value = edits[key] ?? device.values.get(key)?.value;
      return {
        value,
        text: texts[key] ?? (value === undefined ? '' : typedText(parameter, value)),
        problem: problemOf(parameter),
        isChanged: key in edits && !areEqual(edits[key], device.values.get(key)?.value),
      };
    },
    type: (parameter, text) => {
      draft.change({ ...texts, [parameter.key]: text });
      const parsed = parseValue(parameter, text);
      parameters.edit(parameter.key, parsed.ok ? parsed.value : undefined);
    },
    leave: (parameter) => {
      if (parameter.key in texts && problemOf(parameter) === undefined) {
        draft.change(without(parameter.key));
      }
    },
    choose: (parameter, value) => {
      draft.change(without(parameter.key));
      parameters.edit(parameter.key, value);
    },
    invalid: device.known.schema.parameters.filter((each) => problemOf(each) !== undefined).length,
    discard: () => {
      draft.end();
      parameters.discard();
    },
  };
};
