import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's Password Storage sheet: argon2id, 19 MiB, two passes, one lane; about 33 ms of one core. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const currentPrefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`;
const argon2id = 2; // Algorithm.Argon2id: a const enum, which isolatedModules cannot read by name

export const hashPassword = (password: string): Promise<string> =>
  hash(password, { ...strength, algorithm: argon2id });

/** Whether a stored hash is of another strength than today's: it is replaced at the next login. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(currentPrefix);

export interface PasswordCheck {
  /** Compares with a stored hash; for an unknown user (no hash) it takes the same time and says no. */
  readonly matches: (password: string, stored: string | undefined) => Promise<boolean>;
}

/**
 * Prepares the check by hashing a random password, the stand-in for unknown users. `verifyHash` is argon2's
 * (stored, password), a parameter for tests alone.
 */
export const createPasswordCheck = async (
  verifyHash: (stored: string, password: string) => Promise<boolean> = verify,
): Promise<PasswordCheck> => {
  const standIn = await hashPassword(randomBytes(32).toString('base64'));
  return {
    matches: async (password, stored) => {
      const equal = await verifyHash(stored ?? standIn, password);
      return equal && stored !== undefined;
    },
  };
};
