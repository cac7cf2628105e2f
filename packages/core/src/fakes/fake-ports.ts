import type { AfterPaint } from '../ports/after-paint.ts';
import type { AlarmBell } from '../ports/alarm-bell.ts';
import type { GeolocationPort } from '../ports/geolocation.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import type { ReleaseFeed } from '../ports/release-feed.ts';
import type { SealKeys } from '../ports/seal-keys.ts';
import { err } from '../prelude/result.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeKeepAwake } from './fake-keep-awake.ts';
import { createFakeKeyValueStore } from './fake-key-value-store.ts';
import { createFakeLog } from './fake-log.ts';
import { createFakeProfileStorage } from './fake-profile-archive.ts';
import { createFakeSerialLink } from './fake-serial-link.ts';
import { createFakeSessionArchive } from './fake-session-archive.ts';

/** Creates the geolocation of a computer that does not support it. */
export const createFakeGeolocation = (): GeolocationPort => ({
  locate: () => Promise.resolve(err({ kind: 'unsupported' })),
});

const silentBell: AlarmBell = {
  allowSound: () => Promise.resolve(false),
  ring: () => undefined,
  allowNotices: () => Promise.resolve(false),
  show: () => undefined,
  takeAway: () => undefined,
};

const patterns: PatternCompiler = {
  compile: () => Promise.resolve(err({ kind: 'badPattern', message: 'No patterns here.' })),
};

const noCrypto = () =>
  Promise.resolve(err({ kind: 'noCrypto', message: 'No keys here.' } as const));
const noKeys: SealKeys = {
  find: noCrypto,
  obtain: noCrypto,
  nameOf: noCrypto,
  keepName: noCrypto,
  dispose: () => undefined,
};

const atOnce: AfterPaint = (run) => {
  run();
  return undefined;
};

const sameRelease: ReleaseFeed = { running: '1', offered: () => Promise.resolve('1') };

/** Creates all ports of the core except those of the account, in memory. A test replaces the ports that it examines. */
export const createFakePorts = () => ({
  clock: createFakeClock(),
  store: createFakeKeyValueStore(),
  log: createFakeLog(),
  links: [createFakeSerialLink().link],
  profiles: createFakeProfileStorage().open(),
  patterns,
  afterPaint: atOnce,
  archive: createFakeSessionArchive().archive,
  keepAwake: createFakeKeepAwake().keepAwake,
  alarmBell: silentBell,
  geolocation: createFakeGeolocation(),
  releases: sameRelease,
  seal: { crypto: undefined, keys: noKeys, app: 'Test' },
});
