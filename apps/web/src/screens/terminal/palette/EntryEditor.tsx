import { useState } from 'react';
import { Button, Checkbox, Flex, Form, Input, Select, type InputRef } from 'antd';
import type { Parameter } from '@batbot/core';
import { useFirstFocus } from '../../../react/use-first-focus.ts';
import { DraftForm } from '../forms/DraftForm.tsx';
import { PLAIN_TEXT } from '../forms/plain-text.ts';
import { EMPTY_PARAMETER, entryOf, type EntryDraft, type ParameterDraft } from './entry-form.ts';

const KINDS: { readonly value: Parameter['kind']; readonly label: string }[] = [
  { value: 'integer', label: 'Whole number' },
  { value: 'enum', label: 'One of a few' },
  { value: 'hex', label: 'Hex number' },
  { value: 'text', label: 'Text' },
];

interface ValueProps {
  readonly index: number;
  readonly onDelete: () => void;
}

/** Edits a value of an own command: its name, kind and range. */
const ValueFields = ({ index, onDelete }: ValueProps) => {
  // the value of the field below
  const kind = Form.useWatch(['parameters', index, 'kind']) as Parameter['kind'] | undefined;
  const field = (key: keyof ParameterDraft, label: string) => (
    <Form.Item name={[index, key]} label={label}>
      <Input className="mono" {...PLAIN_TEXT} />
    </Form.Item>
  );
  return (
    <fieldset className="box">
      <legend>Value {index + 1}</legend>
      {field('name', 'Name of the value')}
      <Form.Item name={[index, 'kind']} label="Kind">
        <Select options={KINDS} />
      </Form.Item>
      {kind === 'enum' && field('values', 'Values, separated by commas: 0 off, 1 on')}
      {(kind === 'integer' || kind === 'hex') && (
        <div className="draft-form__row">
          {field('min', 'From (decimal)')}
          {field('max', 'To (decimal)')}
          {field('unit', 'Unit')}
        </div>
      )}
      {kind === 'text' && field('maxLength', 'Max. length')}
      {field('default', 'Default value')}
      {field('help', 'Help for the value')}
      <Flex align="center" justify="space-between">
        <Form.Item name={[index, 'optional']} valuePropName="checked" noStyle>
          <Checkbox>Optional</Checkbox>
        </Form.Item>
        <Button type="text" onClick={onDelete}>
          Delete this value
        </Button>
      </Flex>
    </fieldset>
  );
};

interface Props {
  readonly draft: EntryDraft;
  readonly isChanged: boolean;
  readonly onChange: (draft: EntryDraft) => void;
  /** Saves the entry. Returns why it was rejected, or undefined. */
  readonly onSave: (entry: ReturnType<typeof entryOf>) => string | undefined;
  readonly onCancel: () => void;
}

/** Edits a command that the user has added: how it begins, its help and its values. */
export const EntryEditor = ({ draft, isChanged, onChange, onSave, onCancel }: Props) => {
  const [form] = Form.useForm<EntryDraft>();
  const [problem, setProblem] = useState('');
  const first = useFirstFocus<InputRef>();
  const text = (key: 'name' | 'help' | 'details', label: string) => (
    <Form.Item name={key} label={label}>
      <Input className="mono" {...PLAIN_TEXT} />
    </Form.Item>
  );
  return (
    <DraftForm
      label="Own command"
      form={form}
      initial={draft}
      isChanged={isChanged}
      problem={problem}
      onProblem={setProblem}
      onChange={onChange}
      onSave={(values) => {
        const refused = onSave(entryOf(values));
        if (refused !== undefined) setProblem(`Not saved: ${refused}`);
      }}
      onCancel={onCancel}
    >
      <Form.Item name="head" label="Begins with" extra="Everything before the first value: AT+LIM=">
        <Input ref={first} className="mono" {...PLAIN_TEXT} />
      </Form.Item>
      {text('name', 'Name')}
      {text('help', 'Help in one line')}
      {text('details', 'More help')}
      <Form.Item name="writes" valuePropName="checked">
        <Checkbox>Writes to the device</Checkbox>
      </Form.Item>
      <Form.List name="parameters">
        {(fields, { add, remove }) => (
          <Flex vertical align="stretch" gap={8}>
            {fields.map(({ key, name }) => (
              <ValueFields key={key} index={name} onDelete={() => remove(name)} />
            ))}
            <Button className="start" type="text" onClick={() => add(EMPTY_PARAMETER)}>
              + Value
            </Button>
          </Flex>
        )}
      </Form.List>
    </DraftForm>
  );
};
