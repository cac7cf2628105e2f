import type { ReactNode } from 'react';
import { Button, Flex } from 'antd';
import { ConfirmButton } from '../../controls/ConfirmButton.tsx';

interface Props {
  readonly name: string;
  /** A summary of what it does. */
  readonly children: ReactNode;
  readonly startWord: 'Run' | 'Start';
  readonly startTitle?: string;
  readonly canStart: boolean;
  readonly onStart: () => void;
  /** Undefined if it cannot be edited or deleted. */
  readonly onEdit?: () => void;
  readonly onExport: () => void;
  readonly onRemove?: (() => void) | undefined;
}

/** A sequence or a check in a list, with its buttons. */
export const ProcedureItem = (props: Props) => {
  const { name, children, startWord, startTitle, canStart } = props;
  return (
    <li className="box stack stack-8">
      <h3>{name}</h3>
      {children}
      <Flex wrap gap={8}>
        <Button
          type="primary"
          size="small"
          aria-label={`${startWord} ${name}`}
          title={startTitle}
          disabled={!canStart}
          onClick={props.onStart}
        >
          <span aria-hidden>▶</span> {startWord}
        </Button>
        {props.onEdit && (
          <Button type="text" size="small" aria-label={`Edit ${name}`} onClick={props.onEdit}>
            Edit
          </Button>
        )}
        <Button type="text" size="small" aria-label={`Export ${name}`} onClick={props.onExport}>
          Export
        </Button>
        {props.onRemove && (
          <ConfirmButton
            size="small"
            type="text"
            label={`Delete ${name}`}
            question={`Delete “${name}”? This cannot be undone.`}
            confirm="Delete"
            onConfirm={props.onRemove}
          >
            Delete
          </ConfirmButton>
        )}
      </Flex>
    </li>
  );
};
