import { createFakeAccountGateway } from '../fakes/fake-account-gateway.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage, type FakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakePushInbox } from '../fakes/fake-push-inbox.ts';
import { createNotices, type Notice } from '../notifications/notices.ts';
import { createSession } from './session.ts';

/** Opens a browser tab with a session on fakes. A second tab gets the storage (and server) of the first. */
export const openTab = (
  storage: FakeStorage = createFakeStorage(),
  gateway = createFakeAccountGateway(),
) => {
  const clock = createFakeClock();
  const push = createFakePushInbox();
  const log = createFakeLog();
  const notices = createNotices();
  const notified: Notice[] = [];
  notices.notices$.subscribe((notice) => notified.push(notice));
  const store = storage.openTab();
  let leavings = 0;
  const session = createSession({
    gateway,
    store,
    push,
    clock,
    log,
    notices,
    onLeave: () => {
      leavings += 1;
      return Promise.resolve();
    },
  });
  return {
    session,
    gateway,
    storage,
    store,
    push,
    log,
    clock,
    notices,
    notified: (): readonly Notice[] => [...notified],
    leavings: () => leavings,
    settle: clock.settle,
    /** Returns the state of the session in one word, or the user's name. */
    who: (): string => {
      const state = session.state$.value;
      return state.kind === 'signedIn' ? state.user.userName : `out: ${state.cause}`;
    },
  };
};

/** Opens a tab in which the technician has just signed in and push is registered. */
export const openSignedInTab = async () => {
  const tab = openTab();
  await tab.session.login('technician', 'secret');
  await tab.settle();
  return tab;
};
