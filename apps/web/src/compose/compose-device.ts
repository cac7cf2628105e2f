import { createCore, type Clock, type Core, type Live } from '@batbot/core';
import type { SealPorts } from '@batbot/core/sealing';
import { createAfterPaint, postTask } from '../adapters/browser/after-paint.ts';
import { createAlarmBell } from '../adapters/browser/alarm-bell.ts';
import { createReleaseFeed } from '../adapters/browser/release-feed.ts';
import { identityOf, supportedBrowser } from '../adapters/browser/supported-browser.ts';
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
import type { WebConfig } from '../config.ts';
import { PRODUCT_VERSION } from '../version.ts';
import { tabLockOf, wakeLockOf, type HostParts, type Page } from './host-parts.ts';

/** Returns `navigator.serial`, or undefined if the browser is not supported, even if it has serial ports. */
const serialOf = (navigator: Navigator & { readonly serial?: Serial }): Serial | undefined =>
  supportedBrowser(identityOf(navigator)) === undefined ? undefined : navigator.serial;

/** Returns SubtleCrypto, or undefined if the page is not a secure context (https or localhost). */
const subtleOf = (page: Page): SubtleCrypto | undefined =>
  page.isSecureContext ? page.crypto.subtle : undefined;

const sealPortsOf = (page: Page, clock: Clock, { brand }: WebConfig): SealPorts => {
  const subtle = subtleOf(page);
  return {
    crypto: subtle === undefined ? undefined : createWebSealCrypto(subtle),
    keys: createIndexedDbSealKeys({ factory: databaseOf(page), clock, subtle }),
    app: `${brand.name} ${PRODUCT_VERSION}`,
  };
};

/** Composes the second part of the core: everything about devices. It is loaded with the shell. */
export const composeDevice = ({ config, page, lock, ...parts }: HostParts): Live<Core> => {
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
    archive: lock?.encryptArchive(archive) ?? archive,
    keepAwake: wakeLockOf(page),
    alarmBell: createAlarmBell({
      appName: config.brand.name,
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
    tabLock: tabLockOf(page, clock, 'batbot-tabs'),
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
