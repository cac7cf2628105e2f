import { useState } from 'react';
import { Button, Checkbox, Input, Select, type InputRef } from 'antd';
import { useFirstFocus } from '../../../react/use-first-focus.ts';
import { UNSAVED } from '../send/file-words.ts';
import { EMPTY_PARAMETER, entryOf, type EntryDraft, type ParameterDraft } from './entry-draft.ts';
import { Labelled } from './Labelled.tsx';

interface TextProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly takesFocus?: boolean;
  readonly onChange: (value: string) => void;
}

const TextLine = ({ label, hint, value, takesFocus = false, onChange }: TextProps) => {
  const field = useFirstFocus<InputRef>(takesFocus);
  return (
    <Labelled label={label} hint={hint}>
      {(tie) => (
        <Input
          {...tie}
          className="mono"
          value={value}
          ref={field}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Labelled>
  );
};

const KINDS: readonly { readonly value: ParameterDraft['kind']; readonly label: string }[] = [
  { value: 'integer', label: 'Whole number' },
  { value: 'enum', label: 'One of a few' },
  { value: 'hex', label: 'Hex number' },
  { value: 'text', label: 'Text' },
];

interface ParameterProps {
  readonly number: number;
  readonly parameter: ParameterDraft;
  readonly onChange: (change: Partial<ParameterDraft>) => void;
  readonly onDelete: () => void;
}

/** A value of an own command: its name, its kind and its range. */
const ParameterEditor = ({ number, parameter, onChange, onDelete }: ParameterProps) => {
  const { kind } = parameter;
  const field = (
    key: 'name' | 'help' | 'values' | 'min' | 'max' | 'unit' | 'maxLength' | 'default',
    label: string,
  ) => (
    <TextLine
      label={label}
      value={parameter[key]}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <fieldset className="palette__value">
      <legend>Value {number}</legend>
      {field('name', 'Name of the value')}
      <Labelled label="Kind">
        {(tie) => (
          <Select
            {...tie}
            options={[...KINDS]}
            value={kind}
            onChange={(chosen) => onChange({ kind: chosen })}
          />
        )}
      </Labelled>
      {kind === 'enum' && field('values', 'Values, separated by commas: 0 off, 1 on')}
      {(kind === 'integer' || kind === 'hex') && (
        <div className="palette__pair">
          {field('min', 'From (decimal)')}
          {field('max', 'To (decimal)')}
          {field('unit', 'Unit')}
        </div>
      )}
      {kind === 'text' && field('maxLength', 'Max. length')}
      {field('default', 'Default value')}
      {field('help', 'Help for the value')}
      <Checkbox
        checked={parameter.isOptional}
        onChange={({ target }) => onChange({ isOptional: target.checked })}
      >
        Optional
      </Checkbox>
      <Button type="text" className="palette__add" onClick={onDelete}>
        Delete this value
      </Button>
    </fieldset>
  );
};

interface Props {
  readonly draft: EntryDraft;
  readonly isChanged: boolean;
  readonly onChange: (draft: EntryDraft) => void;
  /** Returns why the entry was rejected; undefined when it was saved. */
  readonly onSave: (entry: ReturnType<typeof entryOf>) => string | undefined;
  readonly onCancel: () => void;
}

/** An own command: its beginning, its help and its values. */
export const EntryEditor = ({ draft, isChanged, onChange, onSave, onCancel }: Props) => {
  const [problem, setProblem] = useState<string>();
  const { parameters } = draft;
  const change = (part: Partial<EntryDraft>): void => {
    onChange({ ...draft, ...part });
  };
  const text = (key: 'name' | 'help' | 'details', label: string) => (
    <TextLine label={label} value={draft[key]} onChange={(value) => change({ [key]: value })} />
  );
  return (
    <form
      className="palette"
      aria-label="Own command"
      onSubmit={(event) => {
        event.preventDefault();
        const refused = onSave(entryOf(draft));
        setProblem(refused && `Not saved: ${refused}`);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault(); // it closes this form, not the panel
        if (isChanged) setProblem(UNSAVED);
        else onCancel();
      }}
    >
      <TextLine
        label="Begins with"
        hint="Everything before the first value: AT+LIM="
        value={draft.head}
        takesFocus
        onChange={(head) => change({ head })}
      />
      {text('name', 'Name')}
      {text('help', 'Help in one line')}
      {text('details', 'More help')}
      <Checkbox
        checked={draft.writes}
        onChange={({ target }) => change({ writes: target.checked })}
      >
        Writes to the device
      </Checkbox>
      {parameters.map((parameter, index) => (
        <ParameterEditor
          key={index}
          number={index + 1}
          parameter={parameter}
          onChange={(part) => {
            change({ parameters: parameters.with(index, { ...parameter, ...part }) });
          }}
          onDelete={() => change({ parameters: parameters.toSpliced(index, 1) })}
        />
      ))}
      <Button
        type="text"
        className="palette__add"
        onClick={() => change({ parameters: [...parameters, EMPTY_PARAMETER] })}
      >
        + Value
      </Button>
      <p className="palette__result" role="status" data-bad={problem !== undefined}>
        {problem !== undefined && (
          <>
            <span aria-hidden>▲ </span>
            {problem}
          </>
        )}
      </p>
      <div className="palette__actions">
        <Button type="primary" htmlType="submit">
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
};
