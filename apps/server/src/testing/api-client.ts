export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  /** The messages of the response's errors. */
  readonly errors: readonly string[];
  readonly text: string;
}

export interface AskOptions {
  readonly token?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The caller's address as a trusted proxy reports it. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const loginQuery = `query ($user: String!, $pass: String!) {
  loginBot(user: $user, pass: $pass, softwareInfo: "1.7.2", platform: "Web") {
    token profilePermission userid userName permission permissionJson companyName status creatorId subUserCount
    clientId clientName userLevel email phoneNumber
  }
}`;

/** Sends GraphQL requests to an account server. */
export interface ApiClient {
  readonly ask: (query: string, options?: AskOptions) => Promise<Answer>;
  readonly login: (user: string, pass?: string, options?: AskOptions) => Promise<Answer>;
  /** Logs in and returns the token. */
  readonly tokenOf: (user: string) => Promise<string>;
}

export const createApiClient = (url: string): ApiClient => {
  const ask: ApiClient['ask'] = async (query, { token, variables = {}, from, headers } = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: token }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    // this is the shape of a GraphQL-over-HTTP response; a test with another response fails
    const body = JSON.parse(text) as {
      readonly data?: Answer['data'] | null;
      readonly errors?: readonly { readonly message: string }[];
    };
    return {
      status: response.status,
      headers: response.headers,
      data: body.data ?? {},
      errors: (body.errors ?? []).map(({ message }) => message),
      text,
    };
  };
  const login: ApiClient['login'] = (user, pass = 'batbot-demo', more = {}) =>
    ask(loginQuery, { ...more, variables: { user, pass } });
  return {
    ask,
    login,
    tokenOf: async (user) => String((await login(user)).data['loginBot']?.['token']),
  };
};
