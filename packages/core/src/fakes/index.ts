export { createFakeGeolocation, createFakePorts } from './fake-ports.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { createFakeBlockReceiver } from './fake-block-receiver.ts';
export { type SerialCall } from './fake-serial-port.ts';
export { type FakeDevice, type FakeDeviceTraits, type UnplugReport } from './fake-serial-device.ts';
export {
  createFakeSerialLink,
  type FakeSerialLink,
  type FakeSerialLinkOptions,
} from './fake-serial-link.ts';
export {
  createFakeAccountGateway,
  type FakeAccount,
  type FakeAccountGateway,
  type GatewayCall,
} from './fake-account-gateway.ts';
export { createFakeLog, type FakeLog, type FakeLogEntry } from './fake-log.ts';
export { createFakePushInbox, type FakePushInbox } from './fake-push-inbox.ts';
export {
  createFakeKeyValueStore,
  createFakeStorage,
  type FakeStorage,
} from './fake-key-value-store.ts';
export { createFakeSessionArchive, type FakeSessionArchive } from './fake-session-archive.ts';
export {
  createFakeVaultCrypto,
  createFakeVaultStorage,
  type FakeVaultStorage,
} from './fake-vault.ts';
export { createFakeKeepAwake, type FakeKeepAwake } from './fake-keep-awake.ts';
export { createFakeTabs, type FakeTab, type FakeTabs } from './fake-tab-lock.ts';
export { createFakeProfileStorage, type FakeProfileStorage } from './fake-profile-archive.ts';
export { FOREIGN_REPLIES, type ForeignReply } from './foreign-replies.ts';
export { createFakeWorkspaceStorage, type FakeWorkspaceStorage } from './fake-workspace-store.ts';
export {
  createFakeParameterDevice,
  type FakeParameterDevice,
  type ParameterFault,
} from './fake-parameter-device.ts';
export { createFakeWorkspaceServer, type FakeWorkspaceServer } from './fake-workspace-server.ts';
