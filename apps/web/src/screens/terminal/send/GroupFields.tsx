import { Button, Input } from 'antd';
import type { QuickGroup } from '@batbot/core';
import { movedUp, withButton, without } from './group-edits.ts';

interface Props {
  readonly group: QuickGroup;
  /** Path of the name in the list of groups, as a problem names it. */
  readonly namePath: string;
  readonly onChange: (change: Partial<QuickGroup>) => void;
  readonly onDelete: () => void;
}

/** One group: its name, and a row for each button. */
export const GroupFields = ({ group: { name, buttons }, namePath, onChange, onDelete }: Props) => (
  <fieldset className="groups__group">
    <legend className="visually-hidden">{name}</legend>
    <div className="groups__head">
      <Input
        aria-label="Name of the group"
        data-path={namePath}
        value={name}
        maxLength={40}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Button type="text" onClick={onDelete}>
        Delete group
      </Button>
    </div>
    {buttons.map(({ label, command }, index) => (
      <div key={index} className="groups__button">
        <Input
          aria-label={`Label ${index + 1} of ${name}`}
          placeholder="Label"
          value={label}
          maxLength={40}
          onChange={({ target }) => {
            onChange({ buttons: withButton(buttons, index, { label: target.value }) });
          }}
        />
        <Input
          className="mono"
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
        <Button
          type="text"
          aria-label={`Move button ${index + 1} up`}
          disabled={index === 0}
          onClick={() => onChange({ buttons: movedUp(buttons, index) })}
        >
          <span aria-hidden>↑</span>
        </Button>
        <Button
          type="text"
          aria-label={`Delete button ${index + 1}`}
          onClick={() => onChange({ buttons: without(buttons, index) })}
        >
          <span aria-hidden>✕</span>
        </Button>
      </div>
    ))}
    <Button
      type="text"
      className="groups__more"
      onClick={() => {
        onChange({ buttons: [...buttons, { label: '', command: '' }] });
      }}
    >
      + Button
    </Button>
  </fieldset>
);
