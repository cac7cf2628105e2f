import { done, err, ok, type DevicePorts, type KeyValueStore } from '@batbot/core';
import { NEVER } from 'rxjs';

const notSaved = () =>
  Promise.resolve(err({ kind: 'blocked', message: 'Not saved here.' } as const));

/** The core's ports for a terminal: a clock and a log, without browser storage and patterns. */
export const nodePorts: Omit<DevicePorts, 'links' | 'store'> = {
  clock: {
    wallNow: () => Date.now(),
    monotonicNow: () => performance.now(),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  },
  log: {
    warn: (event, detail) => console.error(detail === undefined ? event : `${event}: ${detail}`),
  },
  profiles: {
    load: () => Promise.resolve(ok(new Map())),
    keep: notSaved,
    forget: notSaved,
    dispose: () => undefined,
  },
  patterns: {
    compile: () => Promise.resolve(err({ kind: 'badPattern', message: 'not available here' })),
  },
  afterPaint: (run) => {
    run();
    return undefined;
  },
};

/** Creates a store that keeps texts in memory until the process ends. */
export const createMemoryStore = (): KeyValueStore => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.set(key, value);
      return done;
    },
    remove: (key) => values.delete(key),
    clear: () => values.clear(),
    changes$: NEVER,
  };
};
