import { createNotices, type Notices } from './notifications/notices.ts';
import type { AccountGateway } from './ports/account-gateway.ts';
import type { Clock } from './ports/clock.ts';
import type { KeyValueStore } from './ports/key-value-store.ts';
import type { Log } from './ports/log.ts';
import type { PushInbox } from './ports/push-inbox.ts';
import { createSession, type Session } from './session/session.ts';

/** What the account core needs from its host. */
export interface AccountPorts {
  readonly gateway: AccountGateway;
  readonly push: PushInbox;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Everything that works without a device. The login page needs and loads nothing else. */
export interface AccountCore {
  readonly session: Session;
  readonly gateway: AccountGateway;
  readonly notices: Notices;
  /** Calls `action` whenever a session ends, for any reason. Returns a function that cancels this. */
  readonly beforeLeaving: (action: () => Promise<unknown>) => () => void;
  readonly dispose: () => void;
}

export const createAccountCore = (ports: AccountPorts): AccountCore => {
  const { gateway } = ports;
  const notices = createNotices();
  const actions = new Set<() => Promise<unknown>>();
  const session = createSession({
    ...ports,
    notices,
    onLeave: () => Promise.all([...actions].map((action) => action())),
  });
  return {
    session,
    gateway,
    notices,
    beforeLeaving: (action) => {
      actions.add(action);
      return () => actions.delete(action);
    },
    dispose: () => {
      session.dispose();
      notices.dispose();
    },
  };
};
