import { Form, Input } from 'antd';
import { fieldProblem } from './field-problem.tsx';

export interface TextFieldInfo<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
}

/** Labelled text fields with a problem at each. The id of a field is `prefix-key`. */
export const TextFields = <Key extends string>({
  prefix,
  fields,
  texts,
  problems,
  onChange,
}: {
  readonly prefix: string;
  readonly fields: readonly TextFieldInfo<Key>[];
  readonly texts: Readonly<Record<Key, string>>;
  readonly problems: Partial<Readonly<Record<Key, string | undefined>>>;
  readonly onChange: (key: Key, text: string) => void;
}) =>
  fields.map(({ key, label, hint, isRequired, maxLength }) => {
    const id = `${prefix}-${key}`;
    const problem = fieldProblem(id, problems[key]);
    return (
      <Form.Item
        key={key}
        label={label}
        htmlFor={id}
        extra={hint}
        required={isRequired === true}
        {...problem.item}
      >
        <Input
          id={id}
          {...problem.field}
          value={texts[key]}
          {...(maxLength !== undefined && { maxLength })}
          onChange={({ target }) => onChange(key, target.value)}
        />
      </Form.Item>
    );
  });
