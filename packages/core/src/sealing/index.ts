/**
 * `@batbot/core/sealing`: seals recorded sessions and checks sealed files. It is a separate entry point, because the
 * main index is long.
 */
export type { OwnVerdict, PreparedSeal, SealError, SealPorts, Signer } from './sealing.ts';
export {
  checkSealed,
  type SealedFile,
  type SealVerdict,
  type UnreadableReason,
} from './check-sealed.ts';
export type { Conversion } from './normal-lines.ts';
export { breakText } from './breaks.ts';
export { fingerprintOf, sameFingerprint } from './fingerprint.ts';
export type { SealDraft } from './draft.ts';
export type { SealStatement } from './statement.ts';
