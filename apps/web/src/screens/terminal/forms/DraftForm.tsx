import type { ReactNode } from 'react';
import { Button, Flex, Form, type FormInstance } from 'antd';
import { UNSAVED } from './file-words.ts';
import './draft-form.css';

interface Props<T> {
  readonly label: string;
  readonly form: FormInstance<T>;
  readonly initial: T;
  readonly isChanged: boolean;
  readonly problem: string;
  readonly onProblem: (problem: string) => void;
  readonly onChange: (values: T) => void;
  readonly onSave: (values: T) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form in a panel. Escape closes it, unless changes would be lost. */
export const DraftForm = <T extends object>(props: Props<T>) => {
  const { label, form, initial, isChanged, problem, onProblem, onChange, onSave, onCancel } = props;
  /** Returns all values, including those of hidden fields. antd types them as any. */
  const values = (): T => form.getFieldsValue(true) as T;
  return (
    <Form
      form={form}
      className="draft-form"
      layout="vertical"
      requiredMark={false}
      aria-label={label}
      initialValues={initial}
      onValuesChange={() => {
        onProblem('');
        onChange(values());
      }}
      onFinish={() => onSave(values())}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault(); // closes this form and not the panel
        if (isChanged) onProblem(UNSAVED);
        else onCancel();
      }}
    >
      {props.children}
      <Flex className="draft-form__end" wrap align="center" justify="end" gap={8}>
        <p className="tone-act" style={{ flex: '1 1 160px' }} role="alert">
          {problem !== '' && <span aria-hidden>✕ </span>}
          {problem}
        </p>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="primary" htmlType="submit">
          Save
        </Button>
      </Flex>
    </Form>
  );
};
