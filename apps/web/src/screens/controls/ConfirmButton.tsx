import { useState } from 'react';
import { Button, Popconfirm, type ButtonProps } from 'antd';

interface Props extends Pick<ButtonProps, 'type' | 'size' | 'className' | 'children'> {
  /** The accessible name, if the text is not sufficient. */
  readonly label?: string;
  readonly question: string;
  /** The label of the button that confirms. */
  readonly confirm: string;
  readonly cancel?: string;
  readonly onConfirm: () => void;
}

/** A button that asks for confirmation. Escape cancels the question and leaves the panel open. */
export const ConfirmButton = (props: Props) => {
  const { label, question, confirm, cancel = 'Cancel', onConfirm, ...button } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <span
      role="presentation"
      onKeyDown={(event) => {
        if (!isAsking || event.key !== 'Escape') return;
        event.preventDefault();
        setAsking(false);
      }}
    >
      <Popconfirm
        title={question}
        okText={confirm}
        okButtonProps={{ danger: true, autoFocus: true }}
        cancelText={cancel}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={onConfirm}
      >
        <Button danger {...(label !== undefined && { 'aria-label': label })} {...button} />
      </Popconfirm>
    </span>
  );
};
