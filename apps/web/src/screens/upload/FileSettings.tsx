import { Form, Input, Select } from 'antd';
import type { ImportKind, ImportSettings, Layout } from '@batbot/core/imports';
import { NumberField } from '../controls/NumberField.tsx';
import { DELIMITER_TEXT, ENCODING_TEXT, KIND_TEXT } from './upload-words.ts';

/** A labelled choice. An unknown value is marked, because the user must choose it. */
const Choice = <T extends string>({
  id,
  label,
  value,
  options,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: T | undefined;
  readonly options: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
}) => (
  <Form.Item label={label} htmlFor={id} validateStatus={value === undefined ? 'error' : ''}>
    <Select<T>
      id={id}
      value={value as T} // antd shows the placeholder for undefined
      placeholder="Choose"
      options={Object.entries<string>(options).map(([each, text]) => ({
        value: each as T, // a key of the record
        label: text,
      }))}
      onChange={onChange}
    />
  </Form.Item>
);

/** Formats a time for a field of the type `datetime-local`, which has no zone. */
const localText = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

/** Shows how a file is read: as recognized, or as the user has chosen. */
export const FileSettings = ({
  layout: { settings, kind, mapping },
  onKind,
  onChange,
}: {
  readonly layout: Layout;
  readonly onKind: (kind: ImportKind) => void;
  readonly onChange: (changed: Partial<ImportSettings>) => void;
}) => {
  const hasTime = mapping.some(({ target }) => target === 'time');
  /** `options`: the texts of the values of a setting. */
  const choice = (
    key: 'encoding' | 'delimiter' | 'decimal' | 'dateOrder' | 'positiveCurrent' | 'timeZone',
    label: string,
    options: Readonly<Record<string, string>>,
  ) => (
    <Choice
      id={`upload-${key}`}
      label={label}
      value={settings[key]}
      options={options}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <Form layout="vertical" component="div" className="upload__fields">
      <Choice
        id="upload-kind"
        label="What is this?"
        value={kind}
        options={KIND_TEXT}
        onChange={onKind}
      />
      {choice('encoding', 'Encoding', ENCODING_TEXT)}
      {choice('delimiter', 'Separator', DELIMITER_TEXT)}
      <Form.Item label="Row with the names" htmlFor="upload-header">
        <NumberField
          id="upload-header"
          min={1}
          max={50}
          value={settings.headerRow}
          onChange={(headerRow) => {
            if (headerRow !== null) onChange({ headerRow });
          }}
        />
      </Form.Item>
      {choice('decimal', 'Decimal sign', { point: 'Point: 3.65', comma: 'Comma: 3,65' })}
      {choice('dateOrder', 'Order of dates', {
        dmy: 'Day first: 31/12/2025',
        mdy: 'Month first: 12/31/2025',
      })}
      {kind !== undefined && kind !== 'packs' && (
        <>
          {choice('positiveCurrent', 'A positive current is', {
            charging: 'Charging',
            discharging: 'Discharging',
          })}
          {hasTime ? (
            choice('timeZone', 'Times without a zone are', {
              local: 'Of this computer',
              utc: 'UTC',
            })
          ) : (
            <Form.Item label="Start (the file has no date)" htmlFor="upload-start">
              <Input
                id="upload-start"
                type="datetime-local"
                step={1}
                value={localText(settings.startsAt)}
                onChange={({ target }) => {
                  const startsAt = new Date(target.value).getTime();
                  if (!Number.isNaN(startsAt)) onChange({ startsAt });
                }}
              />
            </Form.Item>
          )}
        </>
      )}
    </Form>
  );
};
