/** Returns a handler that ignores the second click of a double click, for a button that sets a state [PAGE-234]. */
export const singleClick =
  (act: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail <= 1) act(); // 0: by keyboard
  };
