import type { ParameterDraft } from './entry-draft.ts';
import { TextField } from './TextField.tsx';

const KINDS: readonly (readonly [ParameterDraft['kind'], string])[] = [
  ['integer', 'Whole number'],
  ['enum', 'One of a few'],
  ['hex', 'Hex number'],
  ['text', 'Text'],
];

interface Props {
  readonly number: number;
  readonly parameter: ParameterDraft;
  readonly onChange: (change: Partial<ParameterDraft>) => void;
  readonly onDelete: () => void;
}

/** A value of an own command: its name, its kind, and what it may be. */
export const ParameterEditor = ({ number, parameter, onChange, onDelete }: Props) => {
  const { kind } = parameter;
  const field = (
    key: 'name' | 'help' | 'values' | 'min' | 'max' | 'unit' | 'maxLength' | 'default',
    label: string,
  ) => (
    <TextField
      label={label}
      value={parameter[key]}
      onChange={(value) => {
        onChange({ [key]: value });
      }}
    />
  );
  return (
    <fieldset className="palette__value">
      <legend>Value {number}</legend>
      {field('name', 'Name of the value')}
      <label className="palette__parameter">
        Kind
        <select
          className="select"
          value={kind}
          onChange={({ target }) => {
            const chosen = KINDS.find(([each]) => each === target.value);
            if (chosen !== undefined) onChange({ kind: chosen[0] });
          }}
        >
          {KINDS.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {kind === 'enum' && field('values', 'Values, with commas between: 0 off, 1 on')}
      {(kind === 'integer' || kind === 'hex') && (
        <div className="palette__pair">
          {field('min', 'From (decimal)')}
          {field('max', 'To (decimal)')}
          {field('unit', 'Unit')}
        </div>
      )}
      {kind === 'text' && field('maxLength', 'Characters at most')}
      {field('default', 'Proposed value')}
      {field('help', 'Help for the value')}
      <label className="palette__check">
        <input
          type="checkbox"
          checked={parameter.isOptional}
          onChange={({ target }) => {
            onChange({ isOptional: target.checked });
          }}
        />
        May be left out
      </label>
      <button type="button" className="tool-button palette__add" onClick={onDelete}>
        Delete this value
      </button>
    </fieldset>
  );
};
