/** Returns the dialog that has the focus, so that nothing else may take it. */
export const focusedDialog = (): Element | undefined =>
  document.querySelector('[role=dialog]:focus-within') ?? undefined;
