import { useState } from 'react';
import { Form } from 'antd';
import { plainLine } from '@batbot/core';
import type { OutboxItem } from '@batbot/core/workspace';
import { FormDialog } from '../controls/FormDialog.tsx';
import { TextFields } from '../controls/TextFields.tsx';
import { fieldText, parseNumber } from '../../text/format.ts';
import { changeText, fieldName, reasonText } from './change-words.ts';
import { CLEARABLE, editableValues } from './editable-values.ts';

type Values = OutboxItem['input'];

/** Edits the values of a refused change, which is then sent again. An empty field clears the value. */
export const EditChange = ({
  item,
  onClose,
}: {
  readonly item: OutboxItem;
  /** Receives the corrected values; undefined if the user cancelled. */
  readonly onClose: (input?: Values) => void;
}) => {
  const fields = editableValues(item.input);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      fields.map(([key, value]) => [key, typeof value === 'number' ? fieldText(value) : value]),
    ),
  );
  const [bad, setBad] = useState<string>();
  const save = (): void => {
    const values = fields.map(([key, before]) => {
      const text = plainLine(texts[key] ?? '');
      if (text === '') return [key, CLEARABLE.has(key) ? null : undefined] as const;
      return [key, typeof before === 'number' ? parseNumber(text) : text] as const;
    });
    const wrong = values.find(([, value]) => value === undefined)?.[0];
    setBad(wrong);
    if (wrong === undefined) onClose({ ...item.input, ...Object.fromEntries(values) });
  };
  const problem = (key: string): string =>
    plainLine(texts[key] ?? '') === '' ? 'Enter a value.' : 'Enter a number.';
  return (
    <FormDialog
      title={changeText(item.kind, undefined, item.input)}
      okText="Send again"
      mask={{ closable: false }}
      onSubmit={save}
      onCancel={() => onClose()}
    >
      <div className="stack stack-8">
        {item.answer !== undefined && <p>{reasonText(item.answer)}</p>}
        <Form layout="vertical" component="div">
          <TextFields
            prefix="change"
            fields={fields.map(([key]) => ({ key, label: fieldName(key) }))}
            texts={texts}
            problems={bad === undefined ? {} : { [bad]: problem(bad) }}
            onChange={(key, text) => setTexts({ ...texts, [key]: text })}
          />
        </Form>
      </div>
    </FormDialog>
  );
};
