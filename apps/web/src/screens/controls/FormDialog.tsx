import { useId } from 'react';
import { Modal, type ModalProps } from 'antd';
import { useFocusReturn } from '../../react/use-focus-return.ts';

/**
 * Moves the focus of an opened dialog into its first field: antd focuses the close button, where Enter, also that of a
 * scanner, closes the dialog [PAGE-232]. The hidden field behind a button that opens a file shows no focus.
 */
const focusFirstField = (isOpen: boolean): void => {
  const isTyping = document.activeElement?.matches('input, textarea') === true;
  if (!isOpen || isTyping) return;
  const field = [...document.querySelectorAll<HTMLElement>('.ant-modal-body')]
    .at(-1)
    ?.querySelector<HTMLElement>('input:enabled:not([tabindex="-1"]), textarea:enabled');
  field?.focus();
};

interface Props extends ModalProps {
  /** Makes the content a form: called by the main button, and by Enter in a field. */
  readonly onSubmit?: () => void;
}

/** A dialog with fields. The focus begins in the first field and returns when the dialog closes. */
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
