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

const ELEMENT_METHODS = {
  checkVisibility(this: Element): boolean {
    return this.getClientRects().length > 0;
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
  readonly elements: object;
}

/**
 * Adds what the app uses and Chrome 109 or Safari 16 lacks. They are the last versions for Windows 7 and 8, which old
 * laptops in workshops have, and for older iPads.
 */
export const completeGlobals = ({ arrays, typedArrays, url, elements }: Globals): void => {
  addMissing(arrays, ARRAY_METHODS);
  addMissing(typedArrays, LIST_METHODS);
  addMissing(url, URL_FUNCTIONS);
  addMissing(elements, ELEMENT_METHODS);
};

completeGlobals({
  arrays: Array.prototype,
  typedArrays: Object.getPrototypeOf(Uint8Array.prototype) as object,
  url: URL,
  elements: typeof Element === 'undefined' ? {} : Element.prototype, // a worker has no elements
});
