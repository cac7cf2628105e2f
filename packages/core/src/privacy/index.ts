// The lock of the local data. It is a separate entry point, because only deployments that set it up load it.
export { createGuardedGateway, type GuardedGateway } from './guarded-gateway.ts';
export { createGuardedStore, lockAtSignOut, resumeStored } from './guarded-store.ts';
export { isIdle, startIdleLock } from './idle-lock.ts';
export { createEncryptedArchive } from './encrypted-archive.ts';
export { createEncryptedRows } from './encrypted-rows.ts';
export {
  createVault,
  OFFLINE_TOKEN,
  type Vault,
  type VaultAnswer,
  type VaultFault,
  type VaultNotice,
  type VaultQuestion,
} from './vault.ts';
export type {
  Cipher,
  DataKey,
  VaultCrypto,
  VaultRow,
  VaultStore,
  WrappedKey,
} from '../ports/vault.ts';
