import type { Clock, KeyValueStore, Log } from '@batbot/core';
import { done } from '@batbot/core';
import { NEVER } from 'rxjs';

export const nodeClock: Clock = {
  wallNow: () => Date.now(),
  monotonicNow: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

export const stderrLog: Log = {
  warn: (event, detail) => {
    console.error(detail === undefined ? event : `${event}: ${detail}`);
  },
};

/** Forgets everything at the end of the run. */
export const createMemoryStore = (): KeyValueStore => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.set(key, value);
      return done;
    },
    remove: (key) => {
      values.delete(key);
    },
    clear: () => {
      values.clear();
    },
    changes$: NEVER,
  };
};
