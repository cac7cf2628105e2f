import { Button, type ButtonProps } from 'antd';
import { Confirm } from './Confirm.tsx';

interface Props extends Pick<ButtonProps, 'type' | 'size' | 'className' | 'children'> {
  /** The accessible name, if the text is not sufficient. */
  readonly label?: string;
  readonly question: string;
  readonly confirm: string;
  readonly cancel?: string;
  readonly onConfirm: () => void;
}

export const ConfirmButton = (props: Props) => {
  const { label, question, confirm, cancel = 'Cancel', onConfirm, ...button } = props;
  return (
    <Confirm title={question} okText={confirm} cancelText={cancel} onConfirm={onConfirm}>
      <Button danger {...(label !== undefined && { 'aria-label': label })} {...button} />
    </Confirm>
  );
};
