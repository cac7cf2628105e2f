import { useState } from 'react';
import { EMPTY_PARAMETER, entryOf, type EntryDraft } from './entry-draft.ts';
import { ParameterEditor } from './ParameterEditor.tsx';
import { UNSAVED } from '../send/file-words.ts';
import { TextField } from './TextField.tsx';

interface Props {
  readonly draft: EntryDraft;
  readonly isChanged: boolean;
  readonly onChange: (draft: EntryDraft) => void;
  /** Says why the entry was refused; undefined when it was saved. */
  readonly onSave: (entry: ReturnType<typeof entryOf>) => string | undefined;
  readonly onCancel: () => void;
}

/** An own command: how it begins, what it is for, what values it takes. */
export const EntryEditor = ({ draft, isChanged, onChange, onSave, onCancel }: Props) => {
  const [problem, setProblem] = useState<string>();
  const change = (part: Partial<EntryDraft>): void => {
    onChange({ ...draft, ...part });
  };
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
        if (event.key !== 'Escape') return;
        event.preventDefault(); // it closes this form, not the panel
        if (isChanged) setProblem(UNSAVED);
        else onCancel();
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
            <span aria-hidden>▲ </span>
            {problem}
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
