import { describe, expect } from 'vitest';
import type { AccountGateway, GatewayError, RawUser } from '../ports/account-gateway.ts';
import type { Result } from '../prelude/result.ts';
import { casesOn } from './cases-on.ts';

/** A gateway to an account server with one active account. */
export interface AccountGatewayHarness {
  readonly gateway: AccountGateway;
  readonly user: string;
  readonly pass: string;
  /** Deactivates the account. */
  readonly deactivate: () => Promise<void>;
  /** Makes the server stop answering. */
  readonly goDark: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

const valueOf = <T>(result: Result<T, GatewayError>): T => {
  if (!result.ok) throw new Error(`Refused: ${result.error.kind} ${result.error.message}`);
  return result.value;
};

const textOf = (user: RawUser, field: string): string => {
  const value = user[field];
  if (typeof value !== 'string') throw new Error(`${field} is no text`);
  return value;
};

const expired = { ok: false, error: { kind: 'refused', message: 'Token Expired' } };
const unreachable = { ok: false, error: { kind: 'unreachable' } };

/** Contract tests of the `AccountGateway` port; each case gets a new harness. */
export const accountGatewayContract = (
  name: string,
  makeHarness: () => Promise<AccountGatewayHarness>,
): void => {
  const it = casesOn(makeHarness, (harness) => harness.dispose());
  const signIn = async ({ gateway, user, pass }: AccountGatewayHarness) => {
    const signedIn = valueOf(await gateway.login({ user, pass }));
    return { token: textOf(signedIn, 'token'), userId: textOf(signedIn, 'userid'), signedIn };
  };

  describe(`${name} passes the contract of the account gateway`, () => {
    it('login returns a token, the user id and the permissions as JSON text', async (harness) => {
      const { token, userId, signedIn } = await signIn(harness);
      expect(token).not.toBe('');
      expect(userId).not.toBe('');
      expect(JSON.parse(textOf(signedIn, 'permissionJson'))).toBeTypeOf('object');
      expect(textOf(signedIn, 'userName')).not.toBe('');
    });

    it('[SA-01] a wrong password and an unknown user are refused with the same message', async ({
      gateway,
      user,
      pass,
    }) => {
      const refused = {
        ok: false,
        error: { kind: 'refused', message: 'username/password incorrect' },
      };
      expect(await gateway.login({ user, pass: `${pass}x` })).toEqual(refused);
      expect(await gateway.login({ user: `${user}x`, pass })).toEqual(refused);
    });

    it('[SA-10] quotes, braces and line breaks in a password are only data', async ({
      gateway,
      user,
    }) => {
      const login = await gateway.login({ user, pass: '") { token } #\n\\"🔋' });
      expect(login).toMatchObject({ ok: false, error: { kind: 'refused' } });
    });

    it('the login of an inactive user is refused with another message', async (harness) => {
      await harness.deactivate();
      const login = await harness.gateway.login(harness);
      expect(login).toMatchObject({ ok: false, error: { kind: 'refused' } });
      expect(login).not.toMatchObject({ error: { message: 'username/password incorrect' } });
    });

    it('getUserData returns the user record of the session, with status false after the account was deactivated', async (harness) => {
      const { token, userId, signedIn } = await signIn(harness);
      const record = valueOf(await harness.gateway.getUserData(token, userId));
      expect(record['status']).toBe(true);
      expect(record['userName']).toBe(signedIn['userName']);
      expect(record['permissionJson']).toBe(signedIn['permissionJson']);
      await harness.deactivate();
      const after = valueOf(await harness.gateway.getUserData(token, userId));
      expect(after['status']).toBe(false);
    });

    it('[SA-08] a second login ends the first session: each of its calls is refused as "Token Expired"', async (harness) => {
      const { gateway } = harness;
      const { token, userId } = await signIn(harness);
      const second = await signIn(harness);
      expect(await gateway.getUserData(token, userId)).toEqual(expired);
      expect(await gateway.getPopOverContent(token, userId)).toEqual(expired);
      expect(await gateway.storePushToken(token, 'push')).toEqual(expired);
      expect((await gateway.getUserData(second.token, userId)).ok).toBe(true);
    });

    it('a push token is stored, also an empty one', async (harness) => {
      const { token } = await signIn(harness);
      const stored = { ok: true, value: undefined };
      expect(await harness.gateway.storePushToken(token, 'push-token')).toEqual(stored);
      expect(await harness.gateway.storePushToken(token, '')).toEqual(stored);
    });

    it('getPopOverContent returns JSON text', async (harness) => {
      const { token, userId } = await signIn(harness);
      const text = valueOf(await harness.gateway.getPopOverContent(token, userId));
      expect(JSON.parse(text)).toBeTypeOf('object');
    });

    it('[SE-11] endSession ends the token, and succeeds for an unknown token', async (harness) => {
      const { token, userId } = await signIn(harness);
      expect(await harness.gateway.endSession(token)).toEqual({ ok: true, value: undefined });
      expect(await harness.gateway.getUserData(token, userId)).toMatchObject(expired);
      expect(await harness.gateway.endSession(token)).toMatchObject({ ok: true });
    });

    it('[NW-01] if the server does not answer, every call is unreachable and none throws', async (harness) => {
      const { gateway, user, pass } = harness;
      const { token, userId } = await signIn(harness);
      await harness.goDark();
      expect(await gateway.login({ user, pass })).toMatchObject(unreachable);
      expect(await gateway.getUserData(token, userId)).toMatchObject(unreachable);
      expect(await gateway.getPopOverContent(token, userId)).toMatchObject(unreachable);
      expect(await gateway.storePushToken(token, 'push')).toMatchObject(unreachable);
      expect(await gateway.endSession(token)).toMatchObject(unreachable);
    });

    it('[SA-07] no error contains the password or the token', async (harness) => {
      const { gateway, user } = harness;
      const answers = [
        await gateway.login({ user, pass: 'canary-password' }),
        await gateway.getUserData('canary-token', 'id'),
      ];
      await harness.goDark();
      answers.push(await gateway.login({ user, pass: 'canary-password' }));
      answers.push(await gateway.getUserData('canary-token', 'id'));
      expect(JSON.stringify(answers)).not.toContain('canary');
    });
  });
};
