import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * Parameters of OWASP's Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. A hash takes about 33 ms
 * of one core.
 */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const currentPrefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`;
const argon2id = 2; // The value of Algorithm.Argon2id, a const enum, which isolatedModules cannot read by name

export const hashPassword = (password: string): Promise<string> =>
  hash(password, { ...strength, algorithm: argon2id });

/** Whether a stored hash has other parameters than `strength`. Such a hash is replaced at the next login. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(currentPrefix);

export interface PasswordCheck {
  /**
   * Compares a password with a stored hash. Without a hash (an unknown user) the result is false after the same time.
   */
  readonly matches: (password: string, stored: string | undefined) => Promise<boolean>;
}

/**
 * Creates the password check and hashes a random password, which is verified in place of an unknown user's.
 * `verifyHash` has the parameters of argon2's `verify` (stored, password); only tests pass it.
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
