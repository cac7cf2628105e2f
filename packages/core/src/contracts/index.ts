export {
  type MakeSerialLinkHarness,
  type SerialLinkAbility,
  type SerialLinkHarness,
} from './serial-link-harness.ts';
export { serialLinkContract } from './serial-link.contract.ts';
export { accountGatewayContract, type AccountGatewayHarness } from './account-gateway.contract.ts';
export { keyValueStoreContract, type KeyValueStoreHarness } from './key-value-store.contract.ts';
export { tabLockContract, type TabLockHarness } from './tab-lock.contract.ts';
export { sessionArchiveContract, type SessionArchiveHarness } from './session-archive.contract.ts';
export { profileArchiveContract, type ProfileArchiveHarness } from './profile-archive.contract.ts';
export { sealCryptoContract } from './seal-crypto.contract.ts';
export { sealKeysContract, type SealKeysHarness } from './seal-keys.contract.ts';
export { workspaceStoreContract, type WorkspaceStoreHarness } from './workspace-store.contract.ts';
