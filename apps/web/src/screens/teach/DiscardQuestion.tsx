import { Modal } from 'antd';
import { useDialog } from '../../react/use-dialog.ts';

interface Props {
  /** `isSure`: the unsaved changes are given up. */
  readonly onAnswer: (isSure: boolean) => void;
}

/** Asks before something else takes the place of unsaved changes. The focus is on Cancel, Esc cancels. */
export const DiscardQuestion = ({ onAnswer }: Props) => {
  const cancel = (): void => {
    onAnswer(false);
  };
  useDialog(cancel);
  return (
    <Modal
      open
      centered
      title="Discard your changes?"
      okText="Discard changes"
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      onOk={() => {
        onAnswer(true);
      }}
      onCancel={cancel}
    >
      <p>The changes to this profile are not saved. Cancel to save or export them first.</p>
    </Modal>
  );
};
