const TOKEN_BYTES = 32;

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates a link with which an account sets its password once. The server gets only the hash of its token. */
export const makeOneTimeLink = async (
  userName: string,
): Promise<{ readonly link: string; readonly tokenHash: string }> => {
  const token = hex(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  // In the fragment, which browsers do not send to a server.
  const parts = new URLSearchParams({ token, user: userName });
  return {
    link: `${location.origin}/invitation#${parts.toString()}`,
    tokenHash: hex(new Uint8Array(hash)),
  };
};
