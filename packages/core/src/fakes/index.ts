export { createFakePorts } from './fake-ports.ts';
export { createFakeClock } from './fake-clock.ts';
export { createFakeBlockReceiver } from './fake-block-receiver.ts';
export { createFakeSerialLink } from './fake-serial-link.ts';
export { createFakeAccountGateway } from './fake-account-gateway.ts';
export { createFakeLog } from './fake-log.ts';
export { createFakePushInbox } from './fake-push-inbox.ts';
export {
  createFakeKeyValueStore,
  createFakeStorage,
  type FakeStorage,
} from './fake-key-value-store.ts';
export { createFakeSessionArchive } from './fake-session-archive.ts';
export { createFakeKeepAwake } from './fake-keep-awake.ts';
export { createFakeTabs } from './fake-tab-lock.ts';
export { createFakeProfileStorage } from './fake-profile-archive.ts';
export { FOREIGN_REPLIES } from './foreign-replies.ts';
export { FOREIGN_CAPTURES, type ForeignCapture } from './foreign-captures.ts';
export { scoreCapture, type CaptureScore } from './capture-score.ts';
export { profileFor, scoreProfile } from './profile-score.ts';
export { createFakeWorkspaceStorage } from './fake-workspace-store.ts';
export { createFakeWorkspaceServer } from './fake-workspace-server.ts';
