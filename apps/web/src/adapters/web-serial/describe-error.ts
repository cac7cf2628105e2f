export interface ThrownError {
  readonly name: string;
  readonly message: string;
}

export const describeError = (error: unknown): ThrownError =>
  error instanceof Error || error instanceof DOMException
    ? { name: error.name, message: error.message }
    : { name: 'UnknownError', message: String(error) };

/** Returns the error that `start` threw or its promise rejected with; undefined if it succeeded. */
export const failureOf = async (
  start: () => Promise<unknown>,
): Promise<ThrownError | undefined> => {
  try {
    await start();
    return undefined;
  } catch (error) {
    return describeError(error);
  }
};
