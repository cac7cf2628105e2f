import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import { createLive } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { LoginFailure, LoginState } from './session-state.ts';
import { toStoredUser, type StoredUser } from './stored-user.ts';

/** `empty`: a field was empty and no request was sent. `taken`: another tab has signed in meanwhile. */
export type LoginError = { readonly kind: LoginFailure | 'empty' | 'taken' };

export interface LoginParts {
  readonly gateway: AccountGateway;
  readonly notices: Notices;
  readonly current: () => StoredUser | undefined;
  readonly onSignedIn: (user: StoredUser) => void;
}

/** The server reports wrong credentials by this message only (specification, section 8). */
const INCORRECT = 'username/password incorrect';

const IDLE: LoginState = { kind: 'idle' };
const RUNNING: LoginState = { kind: 'running' };

export const createLogin = ({ gateway, notices, current, onSignedIn }: LoginParts) => {
  const state = createLive<LoginState>(IDLE);
  let inFlight: Promise<Result<void, LoginError>> | undefined;
  let isDisposed = false;

  const ask = async (user: string, pass: string): Promise<LoginFailure | StoredUser> => {
    const answer = await gateway.login({ user, pass });
    if (answer.ok) {
      const signedIn = toStoredUser(answer.value);
      // An answer without token, id or permissions does not start a session. It counts as a missing answer.
      return signedIn === undefined || signedIn.permissionJson === '' ? 'unreachable' : signedIn;
    }
    if (answer.error.kind === 'unreachable') return 'unreachable';
    return answer.error.message.trim().toLowerCase() === INCORRECT ? 'incorrect' : 'deactivated';
  };

  const run = async (user: string, pass: string): Promise<Result<void, LoginError>> => {
    state.set(RUNNING);
    const before = current()?.token;
    const outcome = await ask(user, pass);
    inFlight = undefined;
    if (isDisposed) return err({ kind: 'unreachable' });
    const other = current();
    if (other !== undefined && other.token !== before) {
      if (typeof outcome !== 'string') void gateway.endSession(outcome.token);
      state.set(IDLE);
      return err({ kind: 'taken' });
    }
    if (typeof outcome === 'string') {
      state.set({ kind: 'failed', reason: outcome });
      if (outcome === 'unreachable') notices.notify({ kind: 'callFailed' });
      return err({ kind: outcome });
    }
    onSignedIn(outcome);
    state.set(IDLE);
    return done;
  };

  return {
    state$: state.live,
    login: (user: string, pass: string): Promise<Result<void, LoginError>> => {
      if (inFlight !== undefined) return inFlight;
      // No request is sent and the form stays usable: the first of the deviations in SPEC.md.
      if (user === '' || pass === '') return Promise.resolve(err({ kind: 'empty' }));
      inFlight = run(user, pass);
      return inFlight;
    },
    clearFailure: (): void => {
      if (state.live.value.kind === 'failed') state.set(IDLE);
    },
    dispose: (): void => {
      isDisposed = true;
      state.dispose();
    },
  };
};
