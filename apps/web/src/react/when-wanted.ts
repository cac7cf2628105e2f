/**
 * Passes the result of a promise to `use`, unless the returned function was called before. For effects, which return it
 * as their cleanup.
 */
export const whenWanted = <T>(result: Promise<T>, use: (value: T) => void): (() => void) => {
  let isWanted = true;
  void result.then((value) => {
    if (isWanted) use(value);
  });
  return () => {
    isWanted = false;
  };
};
