import type { AccountGateway, GatewayError, RawUser } from '../ports/account-gateway.ts';
import { done, err, ok, type Result } from '../prelude/result.ts';
import { OFFLINE_TOKEN, type Vault } from './vault.ts';

const unreachable = (): Promise<Result<never, GatewayError>> =>
  Promise.resolve(
    err({ kind: 'unreachable', message: 'Logged in without the server.', isKnown: true }),
  );

/** The refusal of a wrong password, with the message of the specification. */
const INCORRECT = err<GatewayError>({ kind: 'refused', message: 'username/password incorrect' });

/** An account server whose logins open the local data, and which also signs in without network. */
export interface GuardedGateway extends AccountGateway {
  /** Whether the user has cancelled the last login, which counts as a wrong password. */
  readonly wasCancelled: () => boolean;
}

export const createGuardedGateway = (inner: AccountGateway, vault: Vault): GuardedGateway => {
  let wasCancelled = false;
  const userIdOf = ({ userid }: RawUser): string =>
    typeof userid === 'string' || typeof userid === 'number' ? String(userid) : '';
  const online =
    <Rest extends readonly unknown[], T>(
      call: (token: string, ...rest: Rest) => Promise<Result<T, GatewayError>>,
    ) =>
    (token: string, ...rest: Rest): Promise<Result<T, GatewayError>> =>
      token === OFFLINE_TOKEN ? unreachable() : call(token, ...rest);
  return {
    ...inner,
    wasCancelled: () => wasCancelled,
    login: async (asked) => {
      wasCancelled = false;
      const answer = await inner.login(asked);
      if (!answer.ok && answer.error.kind === 'unreachable') {
        const stored = await vault.signInOffline(asked);
        if (stored === 'unreachable') return answer;
        return stored === 'incorrect' ? INCORRECT : ok(stored);
      }
      // Without an id no session begins.
      if (!answer.ok || userIdOf(answer.value) === '') return answer;
      if (await vault.signIn(userIdOf(answer.value), asked)) return answer;
      wasCancelled = true;
      void inner.endSession(String(answer.value['token']));
      return INCORRECT;
    },
    storePushToken: async (token, pushToken) =>
      token === OFFLINE_TOKEN ? done : inner.storePushToken(token, pushToken),
    getUserData: online(inner.getUserData),
    getPopOverContent: online(inner.getPopOverContent),
    endSession: online(inner.endSession),
  };
};
