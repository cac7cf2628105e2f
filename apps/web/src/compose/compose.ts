import { createAccountCore, createLive, type Core } from '@batbot/core';
import type { FirmwareInstall } from '@batbot/core/firmware';
import type { DeviceParameters } from '@batbot/core/parameters';
import type { Workspace } from '@batbot/core/workspace';
import {
  createBrowserClock,
  createPageAlarm,
  createWorkerAlarm,
  makeTimerWorker,
} from '../adapters/browser/browser-clock.ts';
import { createConsoleLog } from '../adapters/browser/console-log.ts';
import { createFirebasePushInbox } from '../adapters/firebase/firebase-push-inbox.ts';
import { createGraphqlAccountGateway } from '../adapters/graphql/graphql-account-gateway.ts';
import { createMaplibreMap } from '../adapters/maplibre/maplibre-map.ts';
import { createLocalStorageStore } from '../adapters/storage/local-storage-store.ts';
import type { WebConfig } from '../config.ts';
import type { Services } from '../react/core-context.tsx';
import { createThemeChoice } from '../react/theme-choice.ts';
import { PRODUCT_VERSION } from '../version.ts';
import type { HostParts, Page } from './host-parts.ts';

export interface Composition {
  readonly services: Services;
  readonly reportError: (thrown: unknown) => void;
}

/** Returns a function that starts the work once. After a failure, the next call tries again. */
const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let started: Promise<void> | undefined;
  return () =>
    (started ??= work().catch((thrown: unknown) => {
      started = undefined;
      throw thrown;
    }));
};

/**
 * Creates the adapters for the page's platform and the core with these adapters. Everything about devices is in
 * `compose-device.ts`, a separate chunk that does not delay the login page. No other file refers to adapters.
 */
export const compose = async (config: WebConfig, page: Page): Promise<Composition> => {
  const log = createConsoleLog(page.console);
  const clock = createBrowserClock({
    performance: page.performance,
    wallNow: () => Date.now(),
    makeAlarm: createWorkerAlarm(makeTimerWorker, createPageAlarm(page)),
    reportError: page.reportError.bind(page),
  });
  const store = createLocalStorageStore(page);
  const lock =
    config.lock &&
    (await (
      await import('./compose-lock.tsx')
    ).composeLock({ ...config.lock, page, store, clock }));
  const gateway = createGraphqlAccountGateway({
    url: config.graphqlUrl,
    version: PRODUCT_VERSION,
    fetch: page.fetch.bind(page),
    clock,
    random: Math.random,
  });
  const account = createAccountCore({
    gateway: lock?.guard(gateway) ?? gateway,
    push: createFirebasePushInbox({
      config: config.firebase,
      vapidKey: config.vapidKey,
      loadSdk: async (project) => {
        const { createMessagingSdk } = await import('../adapters/firebase/messaging-sdk.ts');
        return createMessagingSdk(project);
      },
      notifications: 'Notification' in page ? page.Notification : undefined,
      workers: 'serviceWorker' in page.navigator ? page.navigator.serviceWorker : undefined,
      clock,
    }),
    store: lock?.store ?? store,
    clock,
    log,
  });

  const parts: HostParts = { account, store, clock, log, config, page, lock };

  const core = createLive<Core | undefined>(undefined);
  const loadCore = once(async () => {
    const { composeDevice } = await import('./compose-device.ts');
    composeDevice(parts).subscribe(core.set);
  });

  const workspace = createLive<Workspace | undefined>(undefined);
  const loadWorkspace = once(async () => {
    const { composeWorkspace } = await import('./compose-workspace.ts');
    composeWorkspace(parts).subscribe(workspace.set);
  });

  const parameters = createLive<DeviceParameters | undefined>(undefined);
  const install = createLive<FirmwareInstall | undefined>(undefined);
  const loadParameters = once(async () => {
    const [{ composeParameters }] = await Promise.all([
      import('./compose-parameters.ts'),
      loadCore(),
    ]);
    const composed = composeParameters({
      ...parts,
      core$: core.live,
      workspace$: workspace.live,
      loadWorkspace,
    });
    composed.parameters$.subscribe(parameters.set);
    composed.install$.subscribe(install.set);
  });

  lock?.watch({ account, core$: core.live, parameters$: parameters.live, install$: install.live });

  const acceptInvitation: Services['acceptInvitation'] = async (asked) => {
    const { createWorkspaceServer } = await import('./compose-workspace.ts');
    return createWorkspaceServer(parts).acceptInvitation(asked);
  };

  const reportError = (thrown: unknown): void => {
    const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    log.warn('unexpected error', text);
  };
  page.addEventListener('error', (event) => reportError(event.error ?? event.message));
  page.addEventListener('unhandledrejection', (event) => reportError(event.reason));

  const theme = createThemeChoice(
    store,
    page.matchMedia('(prefers-color-scheme: dark)'),
    page.matchMedia('print'),
  );
  const map = createMaplibreMap(config.maps);
  const firstClick = new Promise((resolve) => {
    page.addEventListener('click', resolve, { capture: true, once: true });
  });
  const services = {
    account,
    core$: core.live,
    loadCore,
    workspace$: workspace.live,
    loadWorkspace,
    parameters$: parameters.live,
    install$: install.live,
    loadParameters,
    acceptInvitation,
    config,
    lock,
    map,
    theme,
    clock,
    firstClick,
  };
  return { services, reportError };
};
