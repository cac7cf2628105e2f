import {
  createCore,
  type AccountCore,
  type Clock,
  type Core,
  type KeyValueStore,
  type Live,
  type Log,
} from '@batbot/core';
import type { SealPorts } from '@batbot/core/sealing';
import { createAfterPaint, postTask } from '../adapters/browser/after-paint.ts';
import { createAlarmBell } from '../adapters/browser/alarm-bell.ts';
import { createReleaseFeed } from '../adapters/browser/release-feed.ts';
import { identityOf, supportedBrowser } from '../adapters/browser/supported-browser.ts';
import { createTabLock } from '../adapters/browser/tab-lock.ts';
import { createWakeLock } from '../adapters/browser/wake-lock.ts';
import { createBrowserGeolocation } from '../adapters/geolocation/browser-geolocation.ts';
import { databaseOf } from '../adapters/indexed-db/database-of.ts';
import { createIndexedDbArchive } from '../adapters/indexed-db/indexed-db-archive.ts';
import { createIndexedDbProfiles } from '../adapters/indexed-db/indexed-db-profiles.ts';
import { createIndexedDbSealKeys } from '../adapters/indexed-db/indexed-db-seal-keys.ts';
import { createRe2PatternCompiler, loadRe2 } from '../adapters/re2/re2-pattern-compiler.ts';
import { createWebSealCrypto } from '../adapters/web-crypto/web-seal-crypto.ts';
import { createWebSerialLink } from '../adapters/web-serial/web-serial-link.ts';
import type { Serial } from '../adapters/web-serial/web-serial-types.ts';
import { createWebSocketSerialLink } from '../adapters/websocket-serial/websocket-serial-link.ts';
import type { ComposedLock } from './compose-lock.tsx';
import type { WebConfig } from '../config.ts';
import { PRODUCT_VERSION } from '../version.ts';

export interface DeviceParts {
  readonly account: AccountCore;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: WebConfig;
  readonly page: Window & typeof globalThis;
  readonly lock?: ComposedLock | undefined;
}

/** Returns `navigator.serial`, or undefined if the browser is not supported, even if it has serial ports. */
const serialOf = (navigator: Navigator & { readonly serial?: Serial }): Serial | undefined =>
  supportedBrowser(identityOf(navigator)) === undefined ? undefined : navigator.serial;

/** Returns SubtleCrypto, or undefined if the page is not a secure context (https or localhost). */
const subtleOf = (page: Window & typeof globalThis): SubtleCrypto | undefined =>
  page.isSecureContext ? page.crypto.subtle : undefined;

const sealPortsOf = (
  page: Window & typeof globalThis,
  clock: Clock,
  { brand }: WebConfig,
): SealPorts => {
  const subtle = subtleOf(page);
  return {
    crypto: subtle === undefined ? undefined : createWebSealCrypto(subtle),
    keys: createIndexedDbSealKeys({ factory: databaseOf(page), clock, subtle }),
    app: `${brand.name} ${PRODUCT_VERSION}`,
  };
};

/** Composes the second part of the core: everything about devices. It is loaded with the shell. */
export const composeDevice = ({ config, page, lock, ...parts }: DeviceParts): Live<Core> => {
  const { clock } = parts;
  const usb = createWebSerialLink(serialOf(page.navigator), {
    isSecureContext: page.isSecureContext,
    clock,
    pageEvents: page,
  });
  const simulated =
    config.simulatedDeviceUrl === undefined
      ? []
      : [createWebSocketSerialLink(config.simulatedDeviceUrl, page.WebSocket, clock, page)];

  const archive = createIndexedDbArchive({
    factory: databaseOf(page),
    keyRange: page.IDBKeyRange,
    storage: page.navigator.storage,
    clock,
  });
  const { core$ } = createCore({
    ...parts,
    storeOf: lock?.storeOf,
    links: [usb, ...simulated],
    profiles: createIndexedDbProfiles({ factory: databaseOf(page), clock }),
    afterPaint: createAfterPaint(
      page,
      clock,
      postTask(() => new page.MessageChannel()),
    ),
    patterns: createRe2PatternCompiler(loadRe2),
    archive: lock?.sealArchive(archive) ?? archive,
    keepAwake: createWakeLock(
      'wakeLock' in page.navigator ? page.navigator.wakeLock : undefined,
      page.document,
    ),
    alarmBell: createAlarmBell({
      AudioContext: page.AudioContext,
      notices: 'Notification' in page ? page.Notification : undefined,
      page: page.document,
      focus: () => page.focus(),
      clock,
    }),
    geolocation: createBrowserGeolocation(
      'geolocation' in page.navigator ? page.navigator.geolocation : undefined,
    ),
    seal: sealPortsOf(page, clock, config),
    releases: createReleaseFeed({ fetch: page.fetch.bind(page), document: page.document }),
    tabLock: createTabLock({
      locks: page.navigator.locks,
      channel: new page.BroadcastChannel('batbot-tabs'),
      clock,
      newAsk: () => page.crypto.randomUUID(),
    }),
  });

  // A hidden page may be frozen or closed without another event [LR-03].
  page.document.addEventListener('visibilitychange', () => {
    const { recording, releases } = core$.value;
    if (page.document.visibilityState === 'hidden') void recording.flush();
    else void releases.look();
  });
  page.addEventListener('pagehide', () => {
    const { procedures, recording } = core$.value;
    procedures.endWithPage();
    recording.leavePage();
  });
  return core$;
};
