const TOKEN_BYTES = 32;

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A link with which an account sets its password once; the server gets only the hash. */
export const makeOneTimeLink = async (
  userName: string,
): Promise<{ readonly link: string; readonly tokenHash: string }> => {
  const token = hex(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  // After #, which is sent to no server.
  const parts = new URLSearchParams({ token, user: userName });
  return {
    link: `${location.origin}/invitation#${parts.toString()}`,
    tokenHash: hex(new Uint8Array(hash)),
  };
};
