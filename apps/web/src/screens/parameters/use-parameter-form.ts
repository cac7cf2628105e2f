import {
  areEqual,
  brokenRules,
  concerns,
  deviceName,
  parseValue,
  typedText,
  valuesOf,
  type DeviceParameters,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
  type SkippedValue,
} from '@batbot/core/parameters';
import { useDraft } from '../../react/drafts.tsx';
import type { EditedState } from './parameter-words.ts';

export type ParameterForm = ReturnType<typeof useParameterForm>;

/** Connects fields with the wanted values. Invalid texts are kept while the form is not rendered. */
export const useParameterForm = (
  parameters: DeviceParameters,
  { device, edits }: Pick<EditedState, 'device' | 'edits'>,
) => {
  const name = `parameters ${deviceName(device.identity)}`;
  const draft = useDraft<Readonly<Record<string, string>>>(name, () => ({}));
  const texts = draft.value;
  const broken = brokenRules(device.known.schema, { ...valuesOf(device), ...edits }).filter(
    (rule) => concerns(rule, new Set(Object.keys(edits))),
  );
  const problemOf = (parameter: Parameter): string | undefined => {
    const text = texts[parameter.key];
    const parsed = text === undefined ? undefined : parseValue(parameter, text);
    return parsed === undefined || parsed.ok ? undefined : parsed.error;
  };
  const without = (key: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(texts).filter(([each]) => each !== key));
  return {
    fieldOf: (parameter: Parameter) => {
      const { key } = parameter;
      const value = edits[key] ?? device.values.get(key)?.value;
      return {
        /** The wanted value, or that of the device. Undefined if it is not known. */
        value,
        text: texts[key] ?? (value === undefined ? '' : typedText(parameter, value)),
        /** Why the typed text is invalid: "must be at most 3.650 V". */
        problem: problemOf(parameter),
        /** The rules between parameters that the changes break, if they concern this field. */
        broken: broken.filter((rule) => concerns(rule, new Set([key]))).map(({ text }) => text),
        /** Whether the field has another value than the device. */
        isChanged: key in edits && !areEqual(edits[key], device.values.get(key)?.value),
      };
    },
    /** Handles typed text. An invalid text is kept, with its problem. */
    type: (parameter: Parameter, text: string): void => {
      draft.change({ ...texts, [parameter.key]: text });
      const parsed = parseValue(parameter, text);
      parameters.edit(parameter.key, parsed.ok ? parsed.value : undefined);
    },
    /** Formats the text of a field that the user has left, if it is a value. */
    leave: (parameter: Parameter): void => {
      if (parameter.key in texts && problemOf(parameter) === undefined) {
        draft.change(without(parameter.key));
      }
    },
    /** Sets a value that the user has chosen instead of typed. */
    choose: (parameter: Parameter, value: ParameterValue): void => {
      draft.change(without(parameter.key));
      parameters.edit(parameter.key, value);
    },
    /** Number of rules between parameters that the changes break. */
    broken: broken.length,
    invalid: device.known.schema.parameters.filter((each) => problemOf(each) !== undefined).length,
    /** Sets wanted values in place of typed texts, and keeps the other changes. Returns those that do not fit. */
    fill: (values: ParameterValues): readonly SkippedValue[] => {
      draft.end();
      return parameters.fill(values);
    },
    /** Discards all changes. */
    discard: (): void => {
      draft.end();
      parameters.discard();
    },
  };
};
