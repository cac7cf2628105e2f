import { Subscription } from 'rxjs';
import { NO_PERMISSIONS, parsePermissionJson } from '../access/permissions.ts';
import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Log } from '../ports/log.ts';
import type { PushInbox } from '../ports/push-inbox.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import { createLogin, type LoginError } from './login.ts';
import { createPushDuty } from './push-duty.ts';
import { createRefresh, type ServerContact } from './refresh.ts';
import type {
  Attention,
  LoginState,
  RefreshFailure,
  SessionState,
  SignOutCause,
} from './session-state.ts';
import type { StoredUser } from './stored-user.ts';
import { createUserStore } from './user-store.ts';

export interface SessionParts {
  readonly gateway: AccountGateway;
  readonly store: KeyValueStore;
  readonly push: PushInbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  /** Begun whenever a session ends, by whatever cause: the serial link disconnects. */
  readonly onLeave?: () => Promise<unknown>;
}

/** Who is signed in in this browser, and what they may do. */
export interface Session {
  readonly state$: Live<SessionState>;
  readonly loginState$: Live<LoginState>;
  /** True while the user's record is fetched; the tabs are disabled meanwhile. */
  readonly refreshing$: Live<boolean>;
  /** Whether the server answers: without it, what it said last stays in use. */
  readonly contact$: Live<ServerContact>;
  /** What a modal must show; undefined when nothing. */
  readonly attention$: Live<Attention | undefined>;
  /**
   * Signs in. One request at a time: a second call while one runs gets the outcome of the first. With an empty field
   * nothing is sent.
   */
  readonly login: (user: string, pass: string) => Promise<Result<void, LoginError>>;
  /** Takes a failed login's message away. */
  readonly clearFailure: () => void;
  /**
   * Fetches the user's record: on loading the shell and on every click of a tab. One request at a time. Ok: `state$`
   * is up to date. `unreachable`: the first time the notice `callFailed` was given; continue with what is stored. `attention`: see
   * `attention$`; nothing is asked while it waits. `signedOut`: the session has ended.
   */
  readonly refresh: () => Promise<Result<void, RefreshFailure>>;
  /** OK of the modal. After `superseded` it ends the session. */
  readonly acknowledge: () => Promise<void>;
  /** Raises a modal on behalf of another call of this session; `superseded` is never covered by another. */
  readonly attend: (attention: Attention) => void;
  /**
   * Ends the session: `state$` is signed out and storage empty when this returns; the promise settles when the serial
   * link and the push service are done too, or after 10 s. Works offline.
   */
  readonly logout: () => Promise<void>;
  /** Compares with storage again: for a page that comes back from the back/forward cache (RT-06). */
  readonly recheck: () => void;
  readonly dispose: () => void;
}

const LEAVING_LIMIT_MS = 10_000;

const signedOut = (cause: SignOutCause): SessionState => ({ kind: 'signedOut', cause });

export const createSession = (parts: SessionParts): Session => {
  const { gateway, store, push, clock, log, notices } = parts;
  const users = createUserStore({ store, notices });
  const pushDuty = createPushDuty({ push, gateway, notices, log });
  const state = createLive<SessionState>(signedOut('none'));
  const attention = createLive<Attention | undefined>(undefined);
  const subscriptions = new Subscription();

  const current = (): StoredUser | undefined =>
    state.live.value.kind === 'signedIn' ? state.live.value.user : undefined;

  const show = (user: StoredUser): void => {
    const before = state.live.value;
    if (before.kind === 'signedIn' && before.user.permissionJson === user.permissionJson) {
      state.set({ ...before, user });
      return;
    }
    const parsed = parsePermissionJson(user.permissionJson);
    if (!parsed.ok) notices.notify({ kind: 'permissionsUnreadable' });
    const permissions = parsed.ok ? parsed.value : NO_PERMISSIONS;
    state.set({ kind: 'signedIn', user, permissions });
  };

  /** `isOurs`: this tab ends the session; otherwise another tab has already cleaned up what all share. */
  const leave = (cause: SignOutCause, isOurs: boolean): Promise<void> => {
    const link = (async () => parts.onLeave?.())();
    const registration = isOurs ? pushDuty.end() : Promise.resolve();
    if (isOurs) store.clear();
    attention.set(undefined);
    refresh.forget();
    state.set(signedOut(cause));
    const left = Promise.allSettled([link, registration]).then(() => undefined);
    return withTimeout(left, clock, LEAVING_LIMIT_MS, undefined);
  };

  const attend = (wanted: Attention): void => {
    if (current() === undefined || attention.live.value?.kind === 'superseded') return;
    attention.set(wanted);
  };

  const enter = (user: StoredUser): void => {
    refresh.forget();
    attention.set(undefined);
    show(user);
  };

  const login = createLogin({
    gateway,
    notices,
    onSignedIn: (user) => {
      users.put(user);
      enter(user);
      refresh.reached();
      void pushDuty.begin(user.token);
    },
  });

  const refresh = createRefresh({
    gateway,
    clock,
    notices,
    current,
    isBlocked: () => attention.live.value !== undefined,
    onRecord: (user) => {
      users.put(user);
      show(user);
    },
    onInactive: () => void leave('inactive', true),
    onAttention: attend,
  });

  /** Follows what storage holds now: another tab's login, refresh or logout (MT-03). */
  const recheck = (): void => {
    const stored = users.get();
    const known = current();
    const user = stored.kind === 'user' ? stored.user : undefined;
    const isSame = user?.userid === known?.userid && user?.token === known?.token;
    if (known !== undefined && !isSame) void leave('otherTab', false);
    if (user !== undefined && isSame) show(user);
    else if (user !== undefined) enter(user);
  };

  const start = (): void => {
    const stored = users.get();
    if (stored.kind === 'none') return;
    if (stored.kind === 'user') {
      show(stored.user);
      void pushDuty.begin(stored.user.token);
    } else if (stored.kind === 'garbage') {
      users.remove();
      state.set(signedOut('damaged'));
    } else {
      void leave('damaged', true);
    }
  };

  subscriptions.add(users.changes$.subscribe(recheck));
  subscriptions.add(
    push.messages$.subscribe(({ title, body }) => {
      if (current() !== undefined) notices.notify({ kind: 'pushMessage', title, body });
    }),
  );
  subscriptions.add(
    gateway.partial$.subscribe((message) => {
      notices.notify({ kind: 'partialAnswer', message });
    }),
  );
  start();

  return {
    state$: state.live,
    loginState$: login.state$,
    refreshing$: refresh.running$,
    contact$: refresh.contact$,
    attention$: attention.live,
    login: login.login,
    clearFailure: login.clearFailure,
    refresh: refresh.refresh,
    attend,
    acknowledge: async () => {
      const shown = attention.live.value;
      attention.set(undefined);
      if (shown?.kind === 'superseded') await leave('superseded', true);
    },
    logout: async () => {
      const user = current();
      if (user === undefined) return;
      // Without waiting and without a notice: a server that lacks the call, or the network, must not hold up a logout.
      void gateway.endSession(user.token);
      await leave('user', true);
    },
    recheck,
    dispose: () => {
      subscriptions.unsubscribe();
      users.dispose();
      login.dispose();
      refresh.dispose();
      pushDuty.dispose();
      attention.dispose();
      state.dispose();
    },
  };
};
