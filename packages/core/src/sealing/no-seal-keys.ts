import { err, type Result } from '../prelude/result.ts';
import type { SealKeyError, SealKeys } from '../ports/seal-keys.ts';

const refuse = (): Promise<Result<never, SealKeyError>> =>
  Promise.resolve(err({ kind: 'noCrypto', message: 'Nothing is signed here.' }));

/** For a host that keeps no keys. */
export const noSealKeys: SealKeys = {
  find: refuse,
  obtain: refuse,
  nameOf: refuse,
  keepName: refuse,
  dispose: () => undefined,
};
