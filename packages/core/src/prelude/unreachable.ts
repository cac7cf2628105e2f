/** Marks the end of a switch over a union. The compiler reports an error if a case is missing. */
export const unreachable = (value: never): never => {
  throw new Error(`Not a case of this union: ${JSON.stringify(value)}`);
};
