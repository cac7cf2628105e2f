import type { QuickGroup } from '@batbot/core';
import { movedUp, withButton, without } from './group-edits.ts';

interface Props {
  readonly group: QuickGroup;
  /** Where the name stands among the groups, as the core tells what is wrong with it. */
  readonly namePath: string;
  readonly onChange: (change: Partial<QuickGroup>) => void;
  readonly onDelete: () => void;
}

/** One group: its name, a row for each button. */
export const GroupFields = ({ group: { name, buttons }, namePath, onChange, onDelete }: Props) => (
  <fieldset className="groups__group">
    <legend className="visually-hidden">{name}</legend>
    <div className="groups__head">
      <input
        className="quick__field"
        aria-label="Name of the group"
        data-path={namePath}
        value={name}
        maxLength={40}
        onChange={({ target }) => {
          onChange({ name: target.value });
        }}
      />
      <button type="button" className="tool-button" onClick={onDelete}>
        Delete group
      </button>
    </div>
    {buttons.map(({ label, command }, index) => (
      <div key={index} className="groups__button">
        <input
          className="quick__field"
          aria-label={`Label ${index + 1} of ${name}`}
          placeholder="Label"
          value={label}
          maxLength={40}
          onChange={({ target }) => {
            onChange({ buttons: withButton(buttons, index, { label: target.value }) });
          }}
        />
        <input
          className="quick__field"
          aria-label={`Command ${index + 1} of ${name}`}
          placeholder="Command"
          value={command}
          maxLength={256}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            onChange({ buttons: withButton(buttons, index, { command: target.value }) });
          }}
        />
        <button
          type="button"
          className="tool-button"
          aria-label={`Move button ${index + 1} up`}
          disabled={index === 0}
          onClick={() => {
            onChange({ buttons: movedUp(buttons, index) });
          }}
        >
          <span aria-hidden>↑</span>
        </button>
        <button
          type="button"
          className="tool-button"
          aria-label={`Delete button ${index + 1}`}
          onClick={() => {
            onChange({ buttons: without(buttons, index) });
          }}
        >
          <span aria-hidden>✕</span>
        </button>
      </div>
    ))}
    <button
      type="button"
      className="tool-button groups__add"
      onClick={() => {
        onChange({ buttons: [...buttons, { label: '', command: '' }] });
      }}
    >
      + Button
    </button>
  </fieldset>
);
