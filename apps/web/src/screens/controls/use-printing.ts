import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

// Also for a component that is mounted while the page is being printed.
addEventListener('beforeprint', () => {
  isPrinting = true;
});
addEventListener('afterprint', () => {
  isPrinting = false;
});

const subscribe = (onChange: () => void): (() => void) => {
  const begin = (): void => flushSync(onChange);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', onChange);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', onChange);
  };
};

/** Returns whether the page is being printed. The browser counts the sheets right after its event `beforeprint`. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
