import { skip } from 'rxjs';
import { sectionOf } from './access/entry.ts';
import type { AccountCore } from './account-core.ts';
import { createAlarms } from './alarms/alarms.ts';
import { createDeviceModules, type DeviceCore, type DevicePorts } from './device-core.ts';
import { createOwnProfiles } from './asking/own-profiles.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { createKnownDevices } from './known-devices/known-devices.ts';
import { createLink } from './link/link.ts';
import { createPopover } from './popover/popover.ts';
import type { AlarmBell } from './ports/alarm-bell.ts';
import type { GeolocationPort } from './ports/geolocation.ts';
import type { KeepAwake } from './ports/keep-awake.ts';
import type { KeyValueStore } from './ports/key-value-store.ts';
import type { ReleaseFeed } from './ports/release-feed.ts';
import type { SessionArchive } from './ports/session-archive.ts';
import { createLive, mapLive } from './prelude/live.ts';
import { done } from './prelude/result.ts';
import { createProcedures } from './procedures/procedures.ts';
import { createRecording } from './recording/recording.ts';
import { createReleases, type Releases } from './releases/releases.ts';
import { createSealing, type SealPorts } from './sealing/sealing.ts';
import type { Session } from './session/session.ts';
import { createPackVerdict } from './verdict/pack-verdict.ts';

/** What the core needs from its host. `account` may have started earlier. */
export interface Ports extends DevicePorts {
  readonly account: AccountCore;
  /** Returns the storage of a user who is signed in. Default: `store`. */
  readonly storeOf?: ((userId: string) => KeyValueStore) | undefined;
  /** Where recordings are saved. */
  readonly archive: SessionArchive;
  readonly keepAwake: KeepAwake;
  readonly alarmBell: AlarmBell;
  readonly geolocation: GeolocationPort;
  readonly releases: ReleaseFeed;
  readonly seal: SealPorts;
}

/** The whole product without a screen, for one user: streams to show and commands to call. */
export interface Core
  extends
    Omit<ReturnType<typeof createUserScope>, 'dispose' | 'setSection'>,
    Pick<DeviceCore, 'link' | 'notices' | 'ownProfiles' | 'showPath'> {
  readonly session: Session;
  readonly releases: Releases;
}

/**
 * Returns the storage for a user. Without a user nothing is saved, so the storage stays empty after a sign-out
 * [SESSION-17].
 */
const storeFor = ({ store, storeOf }: Ports, userId: string | undefined): KeyValueStore =>
  userId === undefined ? { ...store, set: () => done } : (storeOf?.(userId) ?? store);

/** Creates the user scope: everything that belongs to one user. */
const createUserScope = (
  shared: Ports,
  { link, ownProfiles }: Pick<DeviceCore, 'link' | 'ownProfiles'>,
  userId: string | undefined,
) => {
  const store = storeFor(shared, userId);
  const ports = { ...shared, store };
  const { account, clock, keepAwake } = ports;
  const { session, notices } = account;
  const device = createDeviceModules(ports, link, ownProfiles);
  const { profileChoice, telemetry, terminal } = device;
  const recording = createRecording({
    archive: ports.archive,
    keepAwake,
    clock,
    store,
    link,
    telemetry,
    terminal,
    notices,
    profileOf: profileChoice.readerFor,
    userId,
  });
  const { packChanged$, mark } = recording;
  const alarms = createAlarms({
    link,
    telemetry,
    clock,
    store,
    bell: ports.alarmBell,
    packChanged$,
    mark,
  });
  const verdict = createPackVerdict({
    link,
    telemetry,
    clock,
    raised$: alarms.raised$,
    packChanged$,
  });
  const sealing = createSealing({
    ...ports.seal,
    clock,
    technician$: mapLive(session.state$, (state) =>
      state.kind === 'signedIn' && state.user.userid === userId
        ? { userId, name: state.user.userName }
        : undefined,
    ),
    recording$: recording.state$,
  });
  const procedures = createProcedures({
    link,
    telemetry,
    keepAwake,
    clock,
    store,
    patterns: ports.patterns,
    lineEnding: () => terminal.settings.value$.value.lineEnding,
    sendLine: terminal.send,
    mark,
  });
  const knownDevices = createKnownDevices({ link, store, clock, geolocation: ports.geolocation });
  const popover = createPopover({ ...account, store, userId });
  return {
    ...device,
    recording,
    alarms,
    verdict,
    sealing,
    procedures,
    knownDevices,
    popover,
    diagnostics: createDiagnostics({ ...device, link, notices, clock }),
    setSection: (section: string): void => {
      telemetry.setSection(section);
      alarms.setSection(section);
    },
    /** Ends all pending work; settles when the recording is saved. */
    dispose: async (): Promise<void> => {
      procedures.dispose(); // disposed first: its last entries go to the log and the recording
      alarms.dispose();
      verdict.dispose();
      knownDevices.dispose();
      popover.dispose();
      const saved = recording.dispose();
      device.dispose();
      await saved;
    },
  };
};

/** Holds the core of the current user as long as the page exists. */
export const createCore = (ports: Ports) => {
  const { account, clock } = ports;
  const { session, notices } = account;
  const link = createLink({ ...ports, notify: notices.notify });
  const ownProfiles = createOwnProfiles(ports.profiles); // these belong to no user
  const shared = { link, ownProfiles };
  const releases = createReleases(ports.releases, clock);
  const userId$ = mapLive(session.state$, (state) =>
    state.kind === 'signedIn' ? state.user.userid : undefined,
  );
  let section = '';
  let scope = createUserScope(ports, shared, userId$.value);
  const coreOf = (): Core => ({
    ...scope,
    ...shared,
    session,
    notices,
    releases,
    showPath: (pathname) => {
      section = sectionOf(pathname);
      link.setSection(section);
      scope.setSection(section);
    },
  });
  const core = createLive(coreOf());
  const saving = new Set<Promise<void>>();

  const beforeLeaving = account.beforeLeaving(async () => {
    if (link.settings$.value.disconnectOnLogout) await link.disconnect();
  });
  const userChanges = userId$.pipe(skip(1)).subscribe((userId) => {
    const saved = scope.dispose();
    saving.add(saved);
    void saved.finally(() => saving.delete(saved));
    link.endUser();
    notices.endUser();
    scope = createUserScope(ports, shared, userId);
    scope.setSection(section);
    core.set(coreOf());
  });

  return {
    /** The core of the current user: a new one for each user. Without a user, a core that saves nothing. */
    core$: core.live,
    dispose: async (): Promise<void> => {
      beforeLeaving();
      userChanges.unsubscribe();
      await Promise.all([...saving, scope.dispose()]);
      releases.dispose();
      account.dispose();
      await link.dispose();
      ownProfiles.dispose();
      core.dispose();
      for (const port of [ports.archive, ports.profiles, ports.seal.keys]) port.dispose();
    },
  };
};
