import { useState } from 'react';

interface Props {
  readonly commands: readonly string[];
  /** Index of the place to begin with. */
  readonly first: number;
  readonly onSave: (index: number, text: string) => void;
  readonly onGroups: () => void;
  readonly onDone: () => void;
}

/** The five places as fields. Enter or "Done" saves, Escape leaves all as it was. */
export const QuickCommandEditor = ({ commands, first, onSave, onGroups, onDone }: Props) => {
  const [drafts, setDrafts] = useState(commands);
  const save = (): void => {
    for (const [index, draft] of drafts.entries()) {
      if (draft.trim() !== commands[index]) onSave(index, draft);
    }
  };
  return (
    <form
      className="quick quick--fields"
      aria-label="Saved"
      onSubmit={(event) => {
        event.preventDefault();
        save();
        onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      {drafts.map((draft, index) => (
        <input
          key={index}
          className="quick__field"
          aria-label={`Saved text ${index + 1}`}
          placeholder={`${index + 1}: empty`}
          value={draft}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          // The user has just asked to change this very place.
          ref={(field) => {
            if (index === first && drafts === commands) field?.focus();
          }}
          onChange={(event) => {
            setDrafts(drafts.map((each, at) => (at === index ? event.target.value : each)));
          }}
        />
      ))}
      <button
        type="button"
        className="button quick__edit"
        title="Saves these, then shows the groups"
        onClick={() => {
          save();
          onGroups();
        }}
      >
        Groups …
      </button>
      <button type="submit" className="button button--primary quick__edit">
        Done
      </button>
    </form>
  );
};
