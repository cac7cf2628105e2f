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

export const createApiClient = (url: string) => {
  const ask = async (
    query: string,
    { token, variables = {}, from, headers }: AskOptions = {},
  ): Promise<Answer> => {
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
  const login = (user: string, pass = 'batbot-demo', more: AskOptions = {}): Promise<Answer> =>
    ask(loginQuery, { ...more, variables: { user, pass } });
  return {
    ask,
    login,
    tokenOf: async (user: string): Promise<string> =>
      String((await login(user)).data['loginBot']?.['token']),
  };
};

/** Sends GraphQL requests to an account server. */
export type ApiClient = ReturnType<typeof createApiClient>;
