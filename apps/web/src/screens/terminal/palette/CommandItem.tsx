import { useEffect, useId, useRef, useState } from 'react';
import { Button, Flex, Form } from 'antd';
import { composeCommand, syntaxOf, type PaletteCommand } from '@batbot/core';
import { WritesTag } from '../send/WritesTag.tsx';
import { ParameterField } from './ParameterField.tsx';

interface DetailsProps {
  readonly command: PaletteCommand;
  readonly isConnected: boolean;
  readonly onSend: (text: string) => boolean;
  readonly onFill: (text: string) => void;
  /** `onEdit` and `onDelete` are undefined for the app's own commands. */
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
}

interface Props extends DetailsProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Shows the help of a command and a form that composes it. */
const CommandDetails = ({
  command,
  isConnected,
  onSend,
  onFill,
  onEdit,
  onDelete,
}: DetailsProps) => {
  const initial = command.parameters.map((each) => each.default ?? '');
  const [values, setValues] = useState<readonly string[]>(initial);
  const [result, setResult] = useState('');
  const text = composeCommand(command, values);
  return (
    <Form
      className="palette__form"
      layout="vertical"
      requiredMark={false}
      aria-label={command.name}
      initialValues={{ values: initial }}
      onValuesChange={(_, all: { readonly values: readonly string[] }) => setValues(all.values)}
      onFinish={() => {
        if (text !== undefined) onFill(text);
      }}
    >
      <p>{command.details}</p>
      {command.parameters.map((parameter, index) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          index={index}
          value={values[index] ?? ''}
        />
      ))}
      <Flex className="box" wrap align="baseline" justify="space-between" gap="4px 16px">
        <code>{text ?? '…'}</code>
        <span className="hint">{command.source}</span>
      </Flex>
      <Flex wrap gap={8}>
        <Button
          type="primary"
          disabled={text === undefined || !isConnected}
          title={isConnected ? 'Send it now' : 'Connect a device first'}
          onClick={() => {
            if (text !== undefined)
              setResult(onSend(text) ? `Queued: ${text}.` : `Not sent: ${text}.`);
          }}
        >
          Send now
        </Button>
        <Button htmlType="submit" disabled={text === undefined}>
          Insert
        </Button>
        {onEdit && <Button onClick={onEdit}>Edit</Button>}
        {onDelete && <Button onClick={onDelete}>Delete</Button>}
      </Flex>
      <p className="hint" role="status">
        {result}
      </p>
    </Form>
  );
};

/** A command in the list. When opened, it shows its help and a form that composes it. */
export const CommandItem = ({ isOpen, onToggle, ...details }: Props) => {
  const { command } = details;
  const id = useId();
  const opened = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) opened.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
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
        <Flex align="center" justify="space-between" gap={8}>
          <code>{syntaxOf(command)}</code>
          {command.writes && <WritesTag />}
        </Flex>
        <span className="hint">{command.help === '' ? command.name : command.help}</span>
      </Button>
      <div ref={opened} id={id}>
        {isOpen && <CommandDetails {...details} />}
      </div>
    </li>
  );
};
