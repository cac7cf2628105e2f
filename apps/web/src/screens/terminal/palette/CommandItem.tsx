import { useEffect, useId, useRef, useState } from 'react';
import { Button } from 'antd';
import { composeCommand, syntaxOf, type PaletteCommand } from '@batbot/core';
import { ParameterField } from './ParameterField.tsx';

interface Props {
  readonly command: PaletteCommand;
  readonly isOpen: boolean;
  readonly isConnected: boolean;
  readonly onToggle: () => void;
  readonly onSend: (text: string) => boolean;
  readonly onFill: (text: string) => void;
  /** Both absent for the app's own commands. */
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
}

/** One command; opened, it shows its help and a form that composes it. */
export const CommandItem = ({ command, isOpen, onToggle, ...rest }: Props) => {
  const id = useId();
  return (
    <li className="palette__item" data-open={isOpen}>
      <Button
        type="text"
        block
        className="palette__head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <span className="palette__syntax">
          <code>{syntaxOf(command)}</code>
          {command.writes && (
            <span className="writes">
              <span aria-hidden>✎</span> writes
            </span>
          )}
        </span>
        <span className="palette__help">{command.help === '' ? command.name : command.help}</span>
      </Button>
      {isOpen && <CommandDetails id={id} command={command} {...rest} />}
    </li>
  );
};

const CommandDetails = ({
  id,
  command,
  isConnected,
  onSend,
  onFill,
  onEdit,
  onDelete,
}: Omit<Props, 'isOpen' | 'onToggle'> & { readonly id: string }) => {
  const { parameters } = command;
  const [values, setValues] = useState<readonly string[]>(
    parameters.map((each) => each.default ?? ''),
  );
  const [result, setResult] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const text = composeCommand(command, values);

  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <form
      ref={form}
      id={id}
      className="palette__form"
      aria-label={command.name}
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== undefined) onFill(text);
      }}
    >
      <p>{command.details}</p>
      {parameters.map((parameter, index) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[index] ?? ''}
          onChange={(value) =>
            setValues(parameters.map((_, at) => (at === index ? value : (values[at] ?? ''))))
          }
        />
      ))}
      <p className="palette__composed">
        <code>{text ?? '…'}</code>
        <span className="palette__source">{command.source}</span>
      </p>
      <div className="palette__actions">
        <Button
          type="primary"
          disabled={text === undefined || !isConnected}
          title={isConnected ? 'Send it now' : 'Connect a device first'}
          onClick={() => {
            if (text !== undefined)
              setResult(onSend(text) ? `Sent ${text}.` : `Not sent: ${text}.`);
          }}
        >
          Send now
        </Button>
        <Button htmlType="submit" disabled={text === undefined}>
          Insert
        </Button>
        {onEdit && <Button onClick={onEdit}>Edit</Button>}
        {onDelete && <Button onClick={onDelete}>Delete</Button>}
      </div>
      <p className="palette__result" role="status">
        {result}
      </p>
    </form>
  );
};
