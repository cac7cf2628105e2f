/** Closes a switch over a union: the compiler refuses it while a case is missing. */
export const unreachable = (value: never): never => {
  throw new Error(`Not a case of this union: ${JSON.stringify(value)}`);
};
