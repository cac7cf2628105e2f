import { createFakeClock } from '@batbot/core/fakes';
import type { AccountGateway } from '@batbot/core';
import { fetchDouble, type SeenRequest } from './account-server.fixture.ts';
import { createGraphqlAccountGateway } from './graphql-account-gateway.ts';

export const URL_TEXT = 'https://api.example/graphql';

export const setUp = (
  answer: (request: SeenRequest, index: number) => Response | Promise<Response>,
) => {
  const clock = createFakeClock();
  const double = fetchDouble(answer);
  const gateway = createGraphqlAccountGateway({
    version: '1.7.2',
    url: URL_TEXT,
    fetch: double.fetch,
    clock,
    random: () => 0.5,
  });
  return { clock, gateway, seen: double.seen };
};

/**
 * Waits until the requests are sent. The client library loads in real time, so virtual time must not advance earlier.
 */
export const requested = async (seen: readonly SeenRequest[], count = 1): Promise<void> => {
  while (seen.length < count) await new Promise((resolve) => setImmediate(resolve));
};

export const unreachable = { ok: false, error: { kind: 'unreachable' } };
export const refused = (message: string) => ({ ok: false, error: { kind: 'refused', message } });
export const html = (status: number): Response =>
  new Response('<!doctype html><title>Bad gateway</title>', {
    status,
    headers: { 'content-type': 'text/html' },
  });
export const calls: readonly (readonly [string, (gateway: AccountGateway) => Promise<unknown>])[] =
  [
    ['login', (gateway) => gateway.login({ user: 'u', pass: 'p' })],
    ['storePushToken', (gateway) => gateway.storePushToken('token', 'push')],
    ['getUserData', (gateway) => gateway.getUserData('token', 'id')],
    ['getPopOverContent', (gateway) => gateway.getPopOverContent('token', 'id')],
  ];
