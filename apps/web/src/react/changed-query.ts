/** Returns the query of an address with some values changed. An empty text removes the value. */
export const changedQuery = (
  before: string | URLSearchParams,
  changes: Readonly<Record<string, string>>,
): URLSearchParams => {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
};
