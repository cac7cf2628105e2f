import { useState } from 'react';
import type { PaletteCommand } from '@batbot/core';
import { draftOf, EMPTY_PARAMETER, entryOf } from './entry-draft.ts';
import { ParameterEditor } from './ParameterEditor.tsx';
import { TextField } from './TextField.tsx';

interface Props {
  /** Absent for a new one. */
  readonly entry: PaletteCommand | undefined;
  /** Says why the entry was refused; undefined when it was saved. */
  readonly onSave: (entry: ReturnType<typeof entryOf>) => string | undefined;
  readonly onCancel: () => void;
}

/** An own command: how it begins, what it is for, what values it takes. */
export const EntryEditor = ({ entry, onSave, onCancel }: Props) => {
  const [draft, setDraft] = useState(() => draftOf(entry));
  const [problem, setProblem] = useState<string>();
  const change = (part: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...part });
  };
  return (
    <form
      className="palette"
      aria-label="Own command"
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(onSave(entryOf(draft)));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault(); // it closes this form, not the panel
        onCancel();
      }}
    >
      <TextField
        label="Begins with"
        hint="All that stands before the first value: AT+LIM="
        value={draft.head}
        isFirst
        onChange={(head) => {
          change({ head });
        }}
      />
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => {
          change({ name });
        }}
      />
      <TextField
        label="Help in one line"
        value={draft.help}
        onChange={(help) => {
          change({ help });
        }}
      />
      <TextField
        label="More help"
        value={draft.details}
        onChange={(details) => {
          change({ details });
        }}
      />
      <label className="palette__check">
        <input
          type="checkbox"
          checked={draft.writes}
          onChange={({ target }) => {
            change({ writes: target.checked });
          }}
        />
        Changes something in the device
      </label>
      {draft.parameters.map((parameter, index) => (
        <ParameterEditor
          key={index}
          number={index + 1}
          parameter={parameter}
          onChange={(part) => {
            change({
              parameters: draft.parameters.map((each, at) =>
                at === index ? { ...each, ...part } : each,
              ),
            });
          }}
          onDelete={() => {
            change({ parameters: draft.parameters.filter((_, at) => at !== index) });
          }}
        />
      ))}
      <button
        type="button"
        className="tool-button palette__add"
        onClick={() => {
          change({ parameters: [...draft.parameters, EMPTY_PARAMETER] });
        }}
      >
        + Value
      </button>
      <p className="palette__told" role="status" data-bad={problem !== undefined}>
        {problem !== undefined && (
          <>
            <span aria-hidden>▲ </span>Not saved: {problem}
          </>
        )}
      </p>
      <div className="palette__actions">
        <button type="submit" className="button button--primary">
          Save
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
};
