/** Returns whether the focus is in a dialog, so that nothing else may take it. */
export const hasDialogFocus = (): boolean =>
  document.querySelector('[role=dialog]:focus-within') !== null;
