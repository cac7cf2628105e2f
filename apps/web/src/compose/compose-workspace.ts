import { distinctUntilChanged, fromEvent, map, merge } from 'rxjs';
import { createLive, mapLive, type Live } from '@batbot/core';
import { createWorkspace, type Workspace, type WorkspaceServer } from '@batbot/core/workspace';
import { createConsoleLog } from '../adapters/browser/console-log.ts';
import { keepAppOffline } from '../adapters/browser/offline-app.ts';
import { createPieceTools } from '../adapters/browser/piece-tools.ts';
import { activeWorker } from '../adapters/firebase/active-worker.ts';
import { createGraphqlWorkspaceServer } from '../adapters/graphql/graphql-workspace-server.ts';
import { PRODUCT_VERSION } from '../version.ts';
import { rowsOf, tabLockOf, type HostParts } from './host-parts.ts';

/** Creates the workspace of the account server, which invited users without a session also need. */
export const createWorkspaceServer = ({
  store,
  clock,
  config,
  page,
  lock,
}: HostParts): WorkspaceServer =>
  createGraphqlWorkspaceServer({
    url: config.graphqlUrl,
    fetch: lock?.workspaceFetch ?? page.fetch.bind(page),
    clock,
    store,
    app: `${config.brand.name} ${PRODUCT_VERSION}`,
    random: Math.random,
  });

/** Composes the third part of the core: the workspace of the signed-in user, or undefined without a user. */
export const composeWorkspace = (parts: HostParts): Live<Workspace | undefined> => {
  const { account, clock, page, lock } = parts;
  const server = createWorkspaceServer(parts);
  const tabs = tabLockOf(page, clock, 'batbot-workspace-tabs');
  const clear = rowsOf(page, clock, 'batbot-workspace');
  const rows = lock?.encryptRows(clear) ?? clear;
  const { state$ } = account.session;
  const tokenOf = (userId: string): Live<string | undefined> =>
    mapLive(state$, (state) =>
      state.kind === 'signedIn' && state.user.userid === userId ? state.user.token : undefined,
    );
  const workspace = createLive<Workspace | undefined>(undefined);
  state$
    .pipe(
      map((state) => (state.kind === 'signedIn' ? state.user.userid : undefined)),
      distinctUntilChanged(),
    )
    .subscribe((userId) => {
      const before = workspace.live.value;
      // Encrypted copies stay for the next sign-in without network.
      if (before !== undefined && lock?.isEncrypted(before.userId)) before.dispose();
      else void before?.signOut();
      workspace.set(
        userId === undefined
          ? undefined
          : createWorkspace({
              server,
              store: rows,
              tabs,
              tools: createPieceTools(page.crypto.subtle),
              clock,
              random: Math.random,
              randomBytes: (count) => page.crypto.getRandomValues(new Uint8Array(count)),
              userId,
              token$: tokenOf(userId),
              isReached$: mapLive(account.session.contact$, ({ isReached }) => isReached),
            }),
      );
    });
  // When the network or the user returns, send queued changes and fetch new ones.
  merge(fromEvent(page, 'online'), fromEvent(page, 'focus')).subscribe(() => {
    workspace.live.value?.sync.run();
  });
  if ('serviceWorker' in page.navigator && 'caches' in page) {
    const workers = page.navigator.serviceWorker;
    keepAppOffline({
      workers,
      caches: page.caches,
      activeWorker: () => activeWorker(workers),
      workspace$: workspace.live,
      log: createConsoleLog(page.console),
    });
  }
  return workspace.live;
};
