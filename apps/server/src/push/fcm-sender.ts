import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { badSetting } from '../settings.ts';
import type { PushSender } from './push-sender.ts';

/** The used fields of a service account file, as Google's console creates it. */
const serviceAccount = v.object({
  project_id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  client_email: v.pipe(v.string(), v.email()),
  private_key: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return createPrivateKey(dataset.value);
      } catch {
        addIssue({ message: 'not a private key in PEM' });
        return NEVER;
      }
    }),
  ),
  token_uri: v.pipe(v.string(), v.url(), v.startsWith('https://')),
});
export type ServiceAccount = v.InferOutput<typeof serviceAccount>;

/** Reads a service account file. Throws `badSetting`. */
export const readServiceAccount = (variable: string, file: string): ServiceAccount => {
  try {
    return v.parse(serviceAccount, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw badSetting(variable, 'the path of a service account file (JSON) of Firebase');
  }
};

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const LIFETIME_S = 3_600;
/** A token is renewed this long before it expires. */
const SPARE_S = 60;
const TIME_LIMIT_MS = 10_000;

/** The answer for a token that does not exist any more: the browser has removed its subscription. */
const unregistered = v.object({
  error: v.object({
    details: v.pipe(
      v.array(v.unknown()),
      v.someItem((detail) => v.is(v.object({ errorCode: v.literal('UNREGISTERED') }), detail)),
    ),
  }),
});

const isUnregistered = async (answer: Response): Promise<boolean> =>
  answer.status === 404 && v.is(unregistered, await answer.json().catch(() => undefined));

const accessToken = v.object({ access_token: v.string(), expires_in: v.number() });

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Creates the signed assertion (RFC 7523) with which the service account gets an access token. */
const assertionOf = (account: ServiceAccount, nowS: number): string => {
  const claims = {
    iss: account.client_email,
    scope: SCOPE,
    aud: account.token_uri,
    iat: nowS,
    exp: nowS + LIFETIME_S,
  };
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), account.private_key).toString('base64url')}`;
};

/** Sends messages by Firebase Cloud Messaging, HTTP v1. An access token is used until shortly before it expires. */
export const createFcmSender = (
  account: ServiceAccount,
  {
    ask = fetch,
    now = Date.now,
  }: { readonly ask?: typeof fetch; readonly now?: () => number } = {},
): PushSender => {
  let token: { readonly value: string; readonly untilS: number } | undefined;

  const post = async (url: string, type: string, body: string, bearer?: string) => {
    const response = await ask(url, {
      method: 'POST',
      headers: {
        'content-type': type,
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    return response;
  };

  /** Throws for a refusal. Its text may quote the push token, so it is not part of the message. */
  const accepted = (answer: Response, url: string): Response => {
    if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
    return answer;
  };

  const currentToken = async (): Promise<string> => {
    const nowS = Math.floor(now() / 1_000);
    if (token === undefined || nowS >= token.untilS) {
      const body = new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account, nowS),
      });
      const type = 'application/x-www-form-urlencoded';
      const answer = accepted(
        await post(account.token_uri, type, body.toString()),
        account.token_uri,
      );
      const { access_token: value, expires_in: lifetime } = v.parse(
        accessToken,
        await answer.json(),
      );
      token = { value, untilS: nowS + lifetime - SPARE_S };
    }
    return token.value;
  };

  return async (pushToken, notification) => {
    const url = `https://fcm.googleapis.com/v1/projects/${account.project_id}/messages:send`;
    const message = JSON.stringify({ message: { token: pushToken, notification } });
    const send = async () => post(url, 'application/json', message, await currentToken());
    let answer = await send();
    if (answer.status === 401) {
      token = undefined; // it has expired although the clock, which was set back, says otherwise
      answer = await send();
    }
    if (await isUnregistered(answer.clone())) return 'gone';
    accepted(answer, url);
    return 'sent';
  };
};
