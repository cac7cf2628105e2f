import { defaultValues, findParameter } from './parameter-table.ts';
import type { RawValues } from './parameter-table.ts';

/** The parameters of one device: those in use, and those stored for the next start. */
export type ParameterStore = ReturnType<typeof createParameterStore>;

/** The password of every simulated device. */
export const devicePassword = 'BATBOT';

/**
 * Creates the store. `factory` has the values in which this device differs from the defaults, `facts` returns the
 * values that it only reports.
 */
export const createParameterStore = (factory: RawValues, facts: () => RawValues) => {
  let first: RawValues = { ...defaultValues, ...factory };
  let inUse = first;
  let stored = first;
  let unlocked = false;
  /** Returns to the factory values, in use and stored. */
  const erase = (): void => {
    inUse = first;
    stored = first;
  };
  return {
    /** Returns the values in use, including the read-only facts. */
    values: (): RawValues => ({ ...inUse, ...facts() }),
    /** Sets a value in use. The caller has checked it. */
    put: (key: string, raw: string): void => {
      const hex = findParameter(key)?.type === 'hex';
      inUse = { ...inUse, [key]: hex ? raw.toUpperCase() : raw };
    },
    /** Stores the values in use. With `part`, only this share (0..1) of the parameters, in the order of the table. */
    save: (part = 1): void => {
      const changed = Object.entries(inUse).filter(([key, raw]) => stored[key] !== raw);
      const saved = changed.slice(0, Math.floor(changed.length * part));
      stored = { ...stored, ...Object.fromEntries(saved) };
    },
    isUnlocked: (): boolean => unlocked,
    /** Unlocks the classes `protection` and `identity` until a restart. Returns false if the password is wrong. */
    unlock: (password: string): boolean => {
      if (password !== devicePassword) return false;
      unlocked = true;
      return true;
    },
    /** Loads the stored values and locks, as a restart does. */
    restart: (): void => {
      inUse = stored;
      unlocked = false;
    },
    erase,
    /** Replaces the factory values and erases, as for another pack. */
    setFactory: (next: RawValues): void => {
      first = { ...defaultValues, ...next };
      erase();
    },
  };
};
