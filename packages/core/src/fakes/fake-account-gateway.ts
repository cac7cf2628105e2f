import { Subject } from 'rxjs';
import { createFakeGates } from './fake-gates.ts';
import { PERMISSION_FLAGS, type PermissionFlag } from '../access/permissions.ts';
import { done, err, ok, type Result } from '../prelude/result.ts';
import type { AccountGateway, GatewayError, RawUser } from '../ports/account-gateway.ts';

export type GatewayCall = Exclude<keyof AccountGateway, 'partial$'>;

export interface FakeAccount {
  readonly user: string;
  readonly pass: string;
  readonly flags: readonly PermissionFlag[];
}

/**
 * An account server in memory. Each account has at most one session; the messages are those of the specification. The
 * accounts `technician` (all flags) and `viewer` (no flags) exist from the start, with the password `secret` and the
 * user id `id-` followed by the name.
 */
export interface FakeAccountGateway extends AccountGateway {
  readonly addAccount: (account: FakeAccount) => void;
  /** Changes fields of a user record; the fields may have any shape. */
  readonly alter: (user: string, fields: RawUser) => void;
  readonly setPopOverContent: (text: string) => void;
  /** Signs the user in elsewhere, which makes the current token invalid. */
  readonly supersede: (user: string) => void;
  readonly setReachable: (isReachable: boolean) => void;
  /** Makes the next call of this name fail with this error; undefined lets it succeed. */
  readonly failNext: (call: GatewayCall, error: GatewayError) => void;
  /** Keeps calls of this name pending from now on; the returned function releases them. */
  readonly hold: (call: GatewayCall) => () => void;
  readonly tellPartial: (message: string) => void;
  /** Returns the calls in order. The tokens of the push calls are in `pushTokens`. */
  readonly calls: () => readonly GatewayCall[];
  readonly pushTokens: () => readonly string[];
}

const EXPIRED: GatewayError = { kind: 'refused', message: 'Token Expired' };
const UNREACHABLE: GatewayError = { kind: 'unreachable', message: 'The server does not answer.' };

const recordOf = ({ user, flags }: FakeAccount): RawUser => ({
  userid: `id-${user}`,
  userName: user,
  profilePermission: 'staff',
  permission: 'staff',
  permissionJson: JSON.stringify(
    Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, flags.includes(flag)])),
  ),
  companyName: 'Example Batteries',
  status: true,
  creatorId: 'id-root',
  subUserCount: 3,
  clientId: null,
  clientName: null,
  userLevel: '1',
  email: `${user}@example.com`,
  phoneNumber: '+10000000000',
});

export const createFakeAccountGateway = (): FakeAccountGateway => {
  const accounts = new Map<string, FakeAccount>();
  const altered = new Map<string, RawUser>();
  const tokens = new Map<string, string>();
  const failures = new Map<GatewayCall, GatewayError>();
  const gates = createFakeGates<GatewayCall>();
  const partial = new Subject<string>();
  const calls: GatewayCall[] = [];
  const pushTokens: string[] = [];
  let popOverContent = JSON.stringify({ popOver: {}, categoryIssues: {} });
  let isReachable = true;
  let count = 0;

  const addAccount = (account: FakeAccount): void => {
    accounts.set(account.user, account);
  };
  addAccount({ user: 'technician', pass: 'secret', flags: PERMISSION_FLAGS });
  addAccount({ user: 'viewer', pass: 'secret', flags: [] });

  const recordFor = (account: FakeAccount): RawUser => ({
    ...recordOf(account),
    ...altered.get(account.user),
  });

  const newToken = (user: string): string => {
    count += 1;
    const token = `token-${String(count)}`;
    tokens.set(user, token);
    return token;
  };

  const answer = async <T>(
    call: GatewayCall,
    serve: () => Result<T, GatewayError>,
  ): Promise<Result<T, GatewayError>> => {
    calls.push(call);
    await gates.pass(call);
    if (!isReachable) return err(UNREACHABLE);
    const failure = failures.get(call);
    failures.delete(call);
    return failure === undefined ? serve() : err(failure);
  };

  const signedIn = (token: string): FakeAccount | undefined =>
    [...accounts.values()].find(({ user }) => tokens.get(user) === token);

  return {
    login: ({ user, pass }) =>
      answer('login', () => {
        const account = accounts.get(user);
        if (account === undefined || account.pass !== pass) {
          return err({ kind: 'refused', message: 'username/password incorrect' });
        }
        const record = recordFor(account);
        return record['status'] === false
          ? err({ kind: 'refused', message: 'User Deactivated' })
          : ok({ ...record, token: newToken(user) });
      }),
    storePushToken: (token, pushToken) =>
      answer('storePushToken', () => {
        if (signedIn(token) === undefined) return err(EXPIRED);
        pushTokens.push(pushToken);
        return done;
      }),
    getUserData: (token, userId) =>
      answer('getUserData', () => {
        const account = signedIn(token);
        if (account === undefined) return err(EXPIRED);
        return userId === `id-${account.user}`
          ? ok(recordFor(account))
          : err({ kind: 'refused', message: 'Not permitted' });
      }),
    getPopOverContent: (token) =>
      answer('getPopOverContent', () =>
        signedIn(token) === undefined ? err(EXPIRED) : ok(popOverContent),
      ),
    endSession: (token) =>
      answer('endSession', () => {
        for (const [user, known] of tokens) if (known === token) tokens.delete(user);
        return done;
      }),
    partial$: partial.asObservable(),
    addAccount,
    alter: (user, fields) => {
      altered.set(user, { ...altered.get(user), ...fields });
    },
    setPopOverContent: (text) => {
      popOverContent = text;
    },
    supersede: newToken,
    setReachable: (reachable) => {
      isReachable = reachable;
    },
    failNext: (call, error) => {
      failures.set(call, error);
    },
    hold: gates.hold,
    tellPartial: (message) => {
      partial.next(message);
    },
    calls: () => [...calls],
    pushTokens: () => [...pushTokens],
  };
};
