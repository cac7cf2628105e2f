import { createCore } from '@batbot/core';
import { createPageAlarm, createWorkerAlarm, makeTimerWorker } from './adapters/browser/alarm.ts';
import { createBrowserClock } from './adapters/browser/browser-clock.ts';
import { createConsoleLog } from './adapters/browser/console-log.ts';
import { createWakeLock } from './adapters/browser/wake-lock.ts';
import { identityOf, supportedBrowser } from './adapters/browser/supported-browser.ts';
import { createTabLock } from './adapters/browser/tab-lock.ts';
import { createFirebasePushInbox } from './adapters/firebase/firebase-push-inbox.ts';
import { loadMessagingSdk } from './adapters/firebase/messaging-sdk.ts';
import { createGraphqlAccountGateway } from './adapters/graphql/graphql-account-gateway.ts';
import { createIndexedDbArchive } from './adapters/indexed-db/indexed-db-archive.ts';
import { createLocalStorageStore } from './adapters/storage/local-storage-store.ts';
import { createWebSerialLink } from './adapters/web-serial/web-serial-link.ts';
import type { Serial } from './adapters/web-serial/web-serial-types.ts';
import { createWebSocketSerialLink } from './adapters/websocket-serial/websocket-serial-link.ts';
import type { WebConfig } from './config.ts';
import type { DeviceWay, Services } from './react/core-context.tsx';
import { createThemeChoice } from './shell/theme-choice.ts';

type Page = Window & typeof globalThis;

const WAYS: readonly DeviceWay[] = [
  { id: 'usb', label: 'USB serial' },
  { id: 'simulated', label: 'Simulated device' },
];

/** Where the browser is none of the supported ones, serial ports are not offered even if it has them. */
const serialOf = (navigator: Navigator & { readonly serial?: Serial }): Serial | undefined =>
  supportedBrowser(identityOf(navigator)) === undefined ? undefined : navigator.serial;

/** Reading it throws where the site may keep nothing. */
const databaseOf = (page: Page): IDBFactory | undefined => {
  try {
    return page.indexedDB;
  } catch {
    return undefined;
  }
};

export interface Composition {
  readonly services: Services;
  readonly reportError: (thrown: unknown) => void;
}

/** Builds the adapters on the page's platform and the core on the adapters. The only place that names adapters. */
export const compose = (config: WebConfig, page: Page): Composition => {
  const log = createConsoleLog(page.console);
  const clock = createBrowserClock({
    performance: page.performance,
    wallNow: () => Date.now(),
    makeAlarm: createWorkerAlarm(makeTimerWorker, createPageAlarm(page)),
    reportError: page.reportError.bind(page),
  });
  const store = createLocalStorageStore(page);
  const usb = createWebSerialLink(serialOf(page.navigator), {
    isSecureContext: page.isSecureContext,
    clock,
    pageEvents: page,
  });
  const simulated =
    config.simulatedDeviceUrl === undefined
      ? []
      : [createWebSocketSerialLink(config.simulatedDeviceUrl, page.WebSocket, clock)];
  const links = [usb, ...simulated];

  const core = createCore({
    gateway: createGraphqlAccountGateway({
      url: config.graphqlUrl,
      fetch: page.fetch.bind(page),
      clock,
      random: Math.random,
    }),
    push: createFirebasePushInbox({
      config: config.firebase,
      vapidKey: config.vapidKey,
      loadSdk: loadMessagingSdk,
      notifications: 'Notification' in page ? page.Notification : undefined,
      workers: 'serviceWorker' in page.navigator ? page.navigator.serviceWorker : undefined,
      clock,
    }),
    store,
    clock,
    log,
    links,
    archive: createIndexedDbArchive({
      factory: databaseOf(page),
      keyRange: page.IDBKeyRange,
      storage: page.navigator.storage,
      clock,
    }),
    keepAwake: createWakeLock(
      'wakeLock' in page.navigator ? page.navigator.wakeLock : undefined,
      page.document,
    ),
    tabLock: createTabLock({
      locks: page.navigator.locks,
      channel: new page.BroadcastChannel('batbot-tabs'),
      clock,
      newAsk: () => page.crypto.randomUUID(),
    }),
  });

  // The page may be frozen or closed from here on without another word [LR-03].
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'hidden') void core.recording.flush();
  });

  const reportError = (thrown: unknown): void => {
    const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    log.warn('unexpected error', text);
  };
  page.addEventListener('error', (event) => {
    reportError(event.error ?? event.message);
  });
  page.addEventListener('unhandledrejection', (event) => {
    reportError(event.reason);
  });

  const theme = createThemeChoice(store, page.matchMedia('(prefers-color-scheme: dark)'));
  const ways = WAYS.filter(({ id }) => links.some((link) => link.id === id));
  return { services: { core, config, theme, ways }, reportError };
};
