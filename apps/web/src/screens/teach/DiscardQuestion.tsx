import { Modal } from 'antd';
import { useDialog } from '../../react/use-dialog.ts';

interface Props {
  /** Called with the answer. `isSure`: the unsaved changes are discarded. */
  readonly onAnswer: (isSure: boolean) => void;
}

/** Asks before unsaved changes are replaced. The focus is on Cancel, and Esc cancels. */
export const DiscardQuestion = ({ onAnswer }: Props) => {
  const cancel = (): void => onAnswer(false);
  useDialog(cancel);
  return (
    <Modal
      open
      centered
      title="Discard your changes?"
      okText="Discard changes"
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      onOk={() => onAnswer(true)}
      onCancel={cancel}
    >
      <p>The changes to this profile are not saved. Cancel to save or export them first.</p>
    </Modal>
  );
};
