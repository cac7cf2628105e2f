/** A calculation in slices of a few milliseconds each. Between two of them, the caller can do other work. */
export type Slices<Value> = Generator<void, Value, void>;

export const atOnce = <Value>(slices: Slices<Value>): Value => {
  let slice = slices.next();
  while (slice.done !== true) slice = slices.next();
  return slice.value;
};
