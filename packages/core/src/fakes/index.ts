export { createFakeGeolocation, createFakePorts } from './fake-ports.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { type FakeDevice } from './fake-serial-device.ts';
export { createFakeSerialLink, type FakeSerialLink } from './fake-serial-link.ts';
export { createFakeAccountGateway, type FakeAccountGateway } from './fake-account-gateway.ts';
export { createFakeLog, type FakeLog } from './fake-log.ts';
export { createFakePushInbox, type FakePushInbox } from './fake-push-inbox.ts';
export {
  createFakeKeyValueStore,
  createFakeStorage,
  type FakeStorage,
} from './fake-key-value-store.ts';
export { createFakeSessionArchive, type FakeSessionArchive } from './fake-session-archive.ts';
export { createFakeKeepAwake, type FakeKeepAwake } from './fake-keep-awake.ts';
export { createFakeTabs, type FakeTab } from './fake-tab-lock.ts';
export { createFakeProfileStorage, type FakeProfileStorage } from './fake-profile-archive.ts';
export { FOREIGN_REPLIES } from './foreign-replies.ts';
export { createFakeWorkspaceStorage, type FakeWorkspaceStorage } from './fake-workspace-store.ts';
export {
  createFakeWorkspaceServer,
  type CallEnd,
  type FakeWorkspaceServer,
} from './fake-workspace-server.ts';
