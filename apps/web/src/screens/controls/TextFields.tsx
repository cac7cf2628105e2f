import { Form, Input } from 'antd';

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
  onEnter,
}: {
  readonly prefix: string;
  readonly fields: readonly TextFieldInfo<Key>[];
  readonly texts: Readonly<Record<Key, string>>;
  readonly problems: Partial<Readonly<Record<Key, string | undefined>>>;
  readonly onChange: (key: Key, text: string) => void;
  readonly onEnter?: () => void;
}) =>
  fields.map(({ key, label, hint, isRequired, maxLength }) => {
    const problem = problems[key];
    return (
      <Form.Item
        key={key}
        label={label}
        htmlFor={`${prefix}-${key}`}
        extra={hint}
        required={isRequired === true}
        {...(problem !== undefined && { validateStatus: 'error', help: problem })}
      >
        <Input
          id={`${prefix}-${key}`}
          value={texts[key]}
          {...(maxLength !== undefined && { maxLength })}
          onChange={({ target }) => onChange(key, target.value)}
          {...(onEnter && { onPressEnter: onEnter })}
        />
      </Form.Item>
    );
  });
