/** What `Array` and typed arrays have in common. */
interface List {
  [index: number]: unknown;
  readonly length: number;
  readonly slice: () => List;
  readonly sort: (compare?: (a: unknown, b: unknown) => number) => List;
  readonly reverse: () => List;
}

const LIST_METHODS = {
  toSorted(this: List, compare?: (a: unknown, b: unknown) => number): List {
    return this.slice().sort(compare);
  },
  toReversed(this: List): List {
    return this.slice().reverse();
  },
  with(this: List, index: number, value: unknown): List {
    const copy = this.slice();
    copy[index < 0 ? copy.length + index : index] = value;
    return copy;
  },
};

const ARRAY_METHODS = {
  ...LIST_METHODS,
  toSpliced(this: unknown[], ...change: [start: number, count: number, ...added: unknown[]]) {
    const copy = [...this];
    copy.splice(...change);
    return copy;
  },
};

const URL_FUNCTIONS = {
  canParse: (address: string): boolean => {
    try {
      return new URL(address).href !== '';
    } catch {
      return false;
    }
  },
};

const addMissing = (target: object, functions: object): void => {
  for (const [name, value] of Object.entries(functions))
    if (!(name in target))
      Object.defineProperty(target, name, { value, writable: true, configurable: true });
};

interface Globals {
  readonly arrays: object;
  readonly typedArrays: object;
  readonly url: object;
}

/**
 * Adds what the app uses and Chrome 109 lacks. It is the last version for Windows 7 and 8, which old laptops in
 * workshops have.
 */
export const completeGlobals = ({ arrays, typedArrays, url }: Globals): void => {
  addMissing(arrays, ARRAY_METHODS);
  addMissing(typedArrays, LIST_METHODS);
  addMissing(url, URL_FUNCTIONS);
};

completeGlobals({
  arrays: Array.prototype,
  typedArrays: Object.getPrototypeOf(Uint8Array.prototype) as object,
  url: URL,
});
