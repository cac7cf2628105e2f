import { hexOf } from '@batbot/core';

const TOKEN_BYTES = 32;

/** Creates a link with which an account sets its password once. The server gets only the hash of its token. */
export const makeOneTimeLink = async (
  userName: string,
): Promise<{ readonly link: string; readonly tokenHash: string }> => {
  const token = hexOf(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  // In the fragment, which browsers do not send to a server.
  const parts = new URLSearchParams({ token, user: userName });
  return {
    link: `${location.origin}/invitation#${parts.toString()}`,
    tokenHash: hexOf(new Uint8Array(hash)),
  };
};
