type Close = () => Promise<unknown>;

/**
 * Starts parts one after the other; `add` takes the function that closes a part. Returns the result of `start` with
 * `close`, which closes them in reverse order. If `start` fails, they are closed.
 */
export const startParts = async <T extends object>(
  start: (add: (close: Close) => void) => Promise<T>,
): Promise<T & { readonly close: () => Promise<void> }> => {
  const closing: Close[] = [];
  const close = async (): Promise<void> => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    const parts = await start((one) => void closing.push(one));
    return { ...parts, close };
  } catch (problem) {
    await close();
    throw problem;
  }
};
