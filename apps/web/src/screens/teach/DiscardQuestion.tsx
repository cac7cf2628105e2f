import { Modal } from 'antd';
import { useFocusReturn } from '../../react/use-focus-return.ts';

interface Props {
  /** Called with the answer. `isSure`: the unsaved changes are discarded. */
  readonly onAnswer: (isSure: boolean) => void;
}

/** Asks before unsaved changes are replaced. The focus is on Cancel, and Esc cancels. */
export const DiscardQuestion = ({ onAnswer }: Props) => {
  useFocusReturn();
  return (
    <Modal
      open
      centered
      title="Discard your changes?"
      okText="Discard changes"
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <p>The changes to this profile are not saved. Cancel to save or export them first.</p>
    </Modal>
  );
};
