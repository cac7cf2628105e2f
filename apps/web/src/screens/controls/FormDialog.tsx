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

/** A dialog with fields. The focus begins in the first field and returns when the dialog closes. */
export const FormDialog = (props: ModalProps) => {
  useFocusReturn();
  return <Modal open afterOpenChange={focusFirstField} {...props} />;
};
