import { Form, Input, InputNumber, Select } from 'antd';
import {
  DELIMITERS,
  ENCODINGS,
  type ImportKind,
  type ImportSettings,
  type Layout,
} from '@batbot/core/imports';
import { DELIMITER_TEXT, ENCODING_TEXT, KIND_TEXT } from './upload-words.ts';

interface ChoiceProps<T extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}

/** A labelled choice. An unknown value is marked, because the user must choose it. */
const Choice = <T extends string>({ id, label, value, options, onChange }: ChoiceProps<T>) => (
  <Form.Item label={label} htmlFor={id} validateStatus={value === undefined ? 'error' : ''}>
    <Select<T>
      id={id}
      value={value as T} // antd shows the placeholder for undefined
      placeholder="Choose"
      options={options.map(([each, text]) => ({ value: each, label: text }))}
      onChange={onChange}
    />
  </Form.Item>
);

/** Formats a time for a field of the type `datetime-local`, which has no zone. */
const localText = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

/** Shows how a file is read: as recognised, or as the user has chosen. */
export const FileSettings = ({
  layout,
  onKind,
  onChange,
}: {
  readonly layout: Layout;
  readonly onKind: (kind: ImportKind) => void;
  readonly onChange: (changed: Partial<ImportSettings>) => void;
}) => {
  const { settings, kind, mapping } = layout;
  const hasTime = mapping.some(({ target }) => target === 'time');
  return (
    <Form layout="vertical" component="div" className="upload__fields">
      <Choice
        id="upload-kind"
        label="What is this?"
        value={kind}
        options={Object.entries(KIND_TEXT) as [ImportKind, string][]} // one entry per kind
        onChange={onKind}
      />
      <Choice
        id="upload-encoding"
        label="Encoding"
        value={settings.encoding}
        options={ENCODINGS.map((each) => [each, ENCODING_TEXT[each]])}
        onChange={(encoding) => onChange({ encoding })}
      />
      <Choice
        id="upload-delimiter"
        label="Separator"
        value={settings.delimiter}
        options={DELIMITERS.map((each) => [each, DELIMITER_TEXT[each]])}
        onChange={(delimiter) => onChange({ delimiter })}
      />
      <Form.Item label="Row with the names" htmlFor="upload-header">
        <InputNumber
          id="upload-header"
          min={1}
          max={50}
          value={settings.headerRow}
          onChange={(headerRow) => {
            if (headerRow !== null) onChange({ headerRow });
          }}
        />
      </Form.Item>
      <Choice
        id="upload-decimal"
        label="Decimal sign"
        value={settings.decimal}
        options={[
          ['point', 'Point: 3.65'],
          ['comma', 'Comma: 3,65'],
        ]}
        onChange={(decimal) => onChange({ decimal })}
      />
      <Choice
        id="upload-dates"
        label="Order of dates"
        value={settings.dateOrder}
        options={[
          ['dmy', 'Day first: 31/12/2025'],
          ['mdy', 'Month first: 12/31/2025'],
        ]}
        onChange={(dateOrder) => onChange({ dateOrder })}
      />
      {kind !== undefined && kind !== 'packs' && (
        <>
          <Choice
            id="upload-current"
            label="A positive current is"
            value={settings.positiveCurrent}
            options={[
              ['charging', 'Charging'],
              ['discharging', 'Discharging'],
            ]}
            onChange={(positiveCurrent) => onChange({ positiveCurrent })}
          />
          {hasTime ? (
            <Choice
              id="upload-zone"
              label="Times without a zone are"
              value={settings.timeZone}
              options={[
                ['local', 'Of this computer'],
                ['utc', 'UTC'],
              ]}
              onChange={(timeZone) => onChange({ timeZone })}
            />
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
