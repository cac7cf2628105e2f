import { Subscription } from 'rxjs';
import { NO_PERMISSIONS, parsePermissionJson } from '../access/permissions.ts';
import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Log } from '../ports/log.ts';
import type { PushInbox } from '../ports/push-inbox.ts';
import { createLive } from '../prelude/live.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import { createLogin } from './login.ts';
import { createPushRegistrar } from './push-registrar.ts';
import { createRefresh } from './refresh.ts';
import type { Attention, SessionState, SignOutCause } from './session-state.ts';
import type { StoredUser } from './stored-user.ts';
import { createUserStore } from './user-store.ts';

export interface SessionParts {
  readonly gateway: AccountGateway;
  readonly store: KeyValueStore;
  readonly push: PushInbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  /** Called whenever a session ends, for any reason. The serial link disconnects in it. */
  readonly onLeave?: () => Promise<unknown>;
}

const LEAVING_LIMIT_MS = 10_000;

const signedOut = (cause: SignOutCause): SessionState => ({ kind: 'signedOut', cause });

export const createSession = (parts: SessionParts) => {
  const { gateway, store, push, clock, log, notices } = parts;
  const users = createUserStore({ store, notices });
  const pushRegistrar = createPushRegistrar({ push, gateway, notices, log });
  const state = createLive<SessionState>(signedOut('none'));
  const attention = createLive<Attention | undefined>(undefined);
  const isEndedElsewhere = createLive(false);
  const subscriptions = new Subscription();
  let holds = 0;
  /** Whether the server has reported during a hold that the account is not active. */
  let isInactive = false;

  const current = (): StoredUser | undefined =>
    state.live.value.kind === 'signedIn' ? state.live.value.user : undefined;

  const show = (user: StoredUser): void => {
    const before = state.live.value;
    if (before.kind === 'signedIn' && before.user.permissionJson === user.permissionJson) {
      state.set({ ...before, user });
      return;
    }
    const parsed = parsePermissionJson(user.permissionJson);
    if (parsed === undefined) notices.notify({ kind: 'permissionsUnreadable' });
    state.set({ kind: 'signedIn', user, permissions: parsed ?? NO_PERMISSIONS });
  };

  /** Ends the session. `isOurs`: this tab ends it. Otherwise another tab has already cleaned up what all tabs share. */
  const leave = (cause: SignOutCause, isOurs: boolean): Promise<void> => {
    const link = (async () => parts.onLeave?.())();
    const registration = isOurs ? pushRegistrar.end() : Promise.resolve();
    if (isOurs) store.clear();
    else pushRegistrar.cancel();
    attention.set(undefined);
    isEndedElsewhere.set(false);
    isInactive = false;
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
    current,
    onSignedIn: (user) => {
      users.put(user);
      enter(user);
      refresh.reached();
      void pushRegistrar.begin(user.token);
    },
  });

  const refresh = createRefresh({
    gateway,
    clock,
    notices,
    current,
    recheck: () => recheck(),
    isBlocked: () => attention.live.value !== undefined,
    isHeld: () => holds > 0,
    isEndedElsewhere: () => isEndedElsewhere.live.value,
    onRecord: (user) => {
      isInactive = false;
      users.put(user);
      show(user);
    },
    onInactive: () => {
      if (holds > 0) isInactive = true;
      else void leave('inactive', true);
    },
    onAttention: attend,
  });

  /**
   * Applies the current content of storage, which another tab may have changed by a login, refresh or logout (MT-03).
   * `isKept`: this tab keeps its session even if it is not the stored one.
   */
  const recheck = (isKept = holds > 0): void => {
    const stored = users.get();
    const known = current();
    const user = stored.kind === 'user' ? stored.user : undefined;
    const isSame = user?.userid === known?.userid && user?.token === known?.token;
    isEndedElsewhere.set(known !== undefined && !isSame);
    if (isEndedElsewhere.live.value && isKept) return;
    if (known !== undefined && !isSame) void leave('otherTab', false);
    if (user !== undefined && user === known) return;
    if (user !== undefined && isSame) show(user);
    else if (user !== undefined) enter(user);
  };

  /** Ends the session for a reason of this tab. A user who has signed in in another tab meanwhile stays signed in. */
  const end = async (cause: SignOutCause): Promise<void> => {
    const stored = users.get();
    if (stored.kind === 'user' && stored.user.token !== current()?.token) recheck(false);
    else await leave(cause, true);
  };

  const hold = (): (() => void) => {
    holds += 1;
    return () => {
      holds -= 1;
      if (holds > 0) return;
      if (isInactive) void end('inactive');
      else if (isEndedElsewhere.live.value) void end('otherTab');
    };
  };

  const start = (): void => {
    const stored = users.get();
    if (stored.kind === 'none') return;
    if (stored.kind === 'user') {
      show(stored.user);
      void pushRegistrar.begin(stored.user.token);
    } else if (stored.kind === 'garbage') {
      users.remove();
      state.set(signedOut('damaged'));
    } else {
      void leave('damaged', true);
    }
  };

  subscriptions.add(users.changes$.subscribe(() => recheck()));
  subscriptions.add(
    push.messages$.subscribe(({ title, body }) => {
      if (current() !== undefined) notices.notify({ kind: 'pushMessage', title, body });
    }),
  );
  subscriptions.add(
    gateway.partial$.subscribe((message) => notices.notify({ kind: 'partialAnswer', message })),
  );
  start();

  return {
    state$: state.live,
    loginState$: login.state$,
    /** Whether the server answered the last call. If it did not, the last user record stays in use. */
    contact$: refresh.contact$,
    /** The content of the modal; undefined if no modal is shown. */
    attention$: attention.live,
    /**
     * Signs in. Only one request runs at a time: a second call gets the outcome of the first. With an empty field no
     * request is sent. If another tab signs in meanwhile, its session stays and this login has no effect.
     */
    login: login.login,
    /** Removes the message of a failed login. */
    clearFailure: login.clearFailure,
    /**
     * Fetches the user record: when the shell loads and on every click of a tab. Only one request runs at a time. Ok:
     * `state$` is up to date. `unreachable`: the stored record stays in use; the first time, the notice `callFailed` is
     * given. `attention`: see `attention$`; no request is sent while the modal is open. `signedOut`: the session has
     * ended.
     */
    refresh: refresh.refresh,
    /** Opens a modal because of another call of this session. It never replaces `superseded`. */
    attend,
    /** Closes the modal of `attention$`. If its kind is `superseded`, the session ends. */
    acknowledge: async (): Promise<void> => {
      const shown = attention.live.value;
      attention.set(undefined);
      if (shown?.kind === 'superseded') await end('superseded');
    },
    /**
     * Ends the session. When this returns, `state$` is signed out and storage is empty. The promise settles when the
     * serial link and the push service have ended too, or after 10 s. Works offline.
     */
    logout: async (): Promise<void> => {
      const user = current();
      if (user === undefined) return;
      // The call is not awaited and gives no notice, because a server without this call, or a missing network, must not
      // delay a logout.
      void gateway.endSession(user.token);
      await end('user');
    },
    /** Compares the session with storage, for a page that is restored from the back/forward cache (RT-06). */
    recheck: (): void => recheck(),
    /**
     * Keeps the session until the returned function is called: a sign-out or sign-in of another tab and the deactivation
     * of the account take effect only then, and the modal `superseded` must not be shown before [SESSION-48]. `logout`
     * ends the session at once.
     */
    hold,
    /** Whether another tab has signed out or changed the user while `hold` keeps the session of this tab. */
    isEndedElsewhere$: isEndedElsewhere.live,
    dispose: (): void => {
      subscriptions.unsubscribe();
      users.dispose();
      login.dispose();
      refresh.dispose();
      pushRegistrar.cancel();
      attention.dispose();
      isEndedElsewhere.dispose();
      state.dispose();
    },
  };
};

/** The signed-in user of this browser, and the permissions of that user. */
export type Session = ReturnType<typeof createSession>;
