type Close = () => Promise<unknown>;

export type Add = (close: Close) => void;

/** Collects parts to close them in reverse order, each once. */
export const createParts = () => {
  const parts: Close[] = [];
  return {
    add: (close: Close): void => void parts.push(close),
    close: async (): Promise<void> => {
      const failures: unknown[] = [];
      for (const close of parts.splice(0).toReversed()) {
        await close().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped');
    },
  };
};

/** Starts parts one after the other. Returns the result of `start` with `close`. If `start` fails, they are closed. */
export const startParts = async <T extends object>(
  start: (add: Add) => Promise<T>,
): Promise<T & { readonly close: () => Promise<void> }> => {
  const { add, close } = createParts();
  try {
    return { ...(await start(add)), close };
  } catch (problem) {
    await close();
    throw problem;
  }
};
