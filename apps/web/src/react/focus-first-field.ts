/**
 * Moves the focus of an opened dialog into its first field: antd focuses the close button, where Enter, also that of a
 * scanner, closes the dialog [PAGE-232]. The hidden field behind a button that opens a file shows no focus.
 */
export const focusFirstField = (isOpen: boolean): void => {
  const isTyping = document.activeElement?.matches('input, textarea') === true;
  if (!isOpen || isTyping) return;
  const field = [...document.querySelectorAll<HTMLElement>('.ant-modal-body')]
    .at(-1)
    ?.querySelector<HTMLElement>('input:enabled:not([tabindex="-1"]), textarea:enabled');
  field?.focus();
};
