import { Form, Input, Select } from 'antd';
import { accepts, type Parameter } from '@batbot/core';
import { PLAIN_TEXT } from '../forms/plain-text.ts';
import { rangeWords } from '../send/command-hint.ts';

interface Props {
  readonly parameter: Parameter;
  /** Index of the value in the form's `values`. */
  readonly index: number;
  readonly value: string;
}

/**
 * A field for a value of a command: a list of values if there is one, otherwise a text that is compared with its range.
 */
export const ParameterField = ({ parameter, index, value }: Props) => {
  const { name, help, optional = false } = parameter;
  const isWrong = value !== '' && !accepts(parameter, value);
  const range = parameter.kind === 'enum' ? help : `${help} ${rangeWords(parameter)}.`;
  const label = (
    <>
      {name}
      {optional && <span className="hint">&nbsp;Optional</span>}
    </>
  );
  return (
    <Form.Item
      name={['values', index]}
      label={label}
      extra={
        <span className={isWrong ? 'tone-watch' : 'hint'}>
          {isWrong ? `▲ Takes ${rangeWords(parameter)}, not ${value}. ` : range}
        </span>
      }
      validateStatus={isWrong ? 'warning' : ''}
    >
      {parameter.kind === 'enum' ? (
        <Select
          options={[
            { value: '', label: optional ? '(none)' : 'Choose…' },
            ...parameter.values.map((each) => ({
              value: each.value,
              label: each.help === '' ? each.value : `${each.value}: ${each.help}`,
            })),
          ]}
        />
      ) : (
        <Input
          className="mono"
          aria-invalid={isWrong}
          inputMode={parameter.kind === 'integer' && parameter.min >= 0 ? 'numeric' : 'text'}
          {...PLAIN_TEXT}
        />
      )}
    </Form.Item>
  );
};
