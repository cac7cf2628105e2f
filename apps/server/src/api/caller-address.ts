import type { IncomingMessage } from 'node:http';

/**
 * Returns the caller's network address. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the
 * entry `trustedProxies` from the end is the last one that a caller could not forge.
 */
export const callerAddress = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string => {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const chain = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  return chain.at(-trustedProxies)?.trim() || peer;
};
