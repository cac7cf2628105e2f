import { useId } from 'react';
import { Modal, type ModalProps } from 'antd';
import { useFocusReturn } from '../../react/use-focus-return.ts';

/**
 * Moves the focus of an opened dialog into its first field, without one to its first button: antd focuses the close
 * button, where Enter, also that of a scanner, closes the dialog [PAGE-232]. The hidden field behind a button that opens a
 * file shows no focus.
 */
const focusFirstField = (isOpen: boolean): void => {
  const isTyping = document.activeElement?.matches('input, textarea') === true;
  if (!isOpen || isTyping) return;
  const dialog = [...document.querySelectorAll('.ant-modal')].at(-1);
  const control =
    dialog?.querySelector<HTMLElement>('input:enabled:not([type="file"]), textarea:enabled') ??
    dialog?.querySelector<HTMLElement>('button:enabled:not(.ant-modal-close)');
  control?.focus();
};

interface Props extends ModalProps {
  /** Makes the content a form: called by the main button, and by Enter in a field. */
  readonly onSubmit?: () => void;
}

/** A dialog. The focus begins in its first field or at its first button, and returns when the dialog closes. */
export const FormDialog = ({ onSubmit, okButtonProps, children, ...props }: Props) => {
  useFocusReturn();
  const form = useId();
  return (
    <Modal
      open
      afterOpenChange={focusFirstField}
      okButtonProps={{ ...okButtonProps, ...(onSubmit && { htmlType: 'submit', form }) }}
      {...props}
    >
      {onSubmit === undefined ? (
        children
      ) : (
        <form
          id={form}
          inert={props.confirmLoading === true}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {children}
        </form>
      )}
    </Modal>
  );
};
