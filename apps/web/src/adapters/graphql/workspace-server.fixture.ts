import { createFakeClock, createFakeKeyValueStore } from '@batbot/core/fakes';
import { createGraphqlWorkspaceServer } from './graphql-workspace-server.ts';

/** Creates the adapter for the server at `url`, with a fake clock and an empty store. */
export const serverAt = (url: string, request: typeof fetch = fetch, clock = createFakeClock()) =>
  createGraphqlWorkspaceServer({
    url,
    fetch: request,
    clock,
    store: createFakeKeyValueStore(),
    app: 'Test 1.0',
    random: () => 0,
  });
