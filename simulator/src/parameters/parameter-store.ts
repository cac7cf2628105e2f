import { defaultValues, findParameter } from './parameter-table.ts';
import type { RawValues } from './parameter-table.ts';

/** The parameters of one device: those in use, and those stored for the next start. */
export interface ParameterStore {
  /** Returns the values in use, including the read-only facts. */
  readonly values: () => RawValues;
  /** Sets a value in use. The caller has checked it. */
  readonly put: (key: string, raw: string) => void;
  /** Stores the values in use. With `part`, only this share (0..1) of the parameters, in the order of the table. */
  readonly save: (part?: number) => void;
  readonly isUnlocked: () => boolean;
  /** Unlocks the classes `protection` and `identity` until a restart. Returns false if the password is wrong. */
  readonly unlock: (password: string) => boolean;
  /** Loads the stored values and locks, as a restart does. */
  readonly restart: () => void;
  /** Returns to the factory values, in use and stored. */
  readonly erase: () => void;
  /** Replaces the factory values and erases, as for another pack. */
  readonly setFactory: (factory: RawValues) => void;
}

/** The password of every simulated device. */
export const devicePassword = 'BATBOT';

/**
 * Creates the store. `factory` has the values in which this device differs from the defaults, `facts` returns the
 * values that it only reports.
 */
export const createParameterStore = (
  factory: RawValues,
  facts: () => RawValues,
): ParameterStore => {
  let first: RawValues = { ...defaultValues, ...factory };
  let inUse = first;
  let stored = first;
  let unlocked = false;
  const erase = (): void => {
    inUse = first;
    stored = first;
  };
  return {
    values: () => ({ ...inUse, ...facts() }),
    put: (key, raw) => {
      const hex = findParameter(key)?.type === 'hex';
      inUse = { ...inUse, [key]: hex ? raw.toUpperCase() : raw };
    },
    save: (part = 1) => {
      const changed = Object.entries(inUse).filter(([key, raw]) => stored[key] !== raw);
      const saved = changed.slice(0, Math.floor(changed.length * part));
      stored = { ...stored, ...Object.fromEntries(saved) };
    },
    isUnlocked: () => unlocked,
    unlock: (password) => {
      if (password !== devicePassword) return false;
      unlocked = true;
      return true;
    },
    restart: () => {
      inUse = stored;
      unlocked = false;
    },
    erase,
    setFactory: (next) => {
      first = { ...defaultValues, ...next };
      erase();
    },
  };
};
