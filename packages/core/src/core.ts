import { skip } from 'rxjs';
import { sectionOf } from './access/entry.ts';
import type { AccountCore } from './account-core.ts';
import { createAlarms, type Alarms } from './alarms/alarms.ts';
import { noAlarmBell } from './alarms/signals.ts';
import { createDeviceCore, type DeviceCore, type DevicePorts } from './device-core.ts';
import { createDiagnostics, type Diagnostics } from './diagnostics/diagnostics.ts';
import { createKnownDevices, type KnownDevices } from './known-devices/known-devices.ts';
import type { Popover } from './popover/popover.ts';
import type { AlarmBell } from './ports/alarm-bell.ts';
import type { KeepAwake } from './ports/keep-awake.ts';
import type { ReleaseFeed } from './ports/release-feed.ts';
import type { SessionArchive } from './ports/session-archive.ts';
import type { GeolocationPort } from './ports/geolocation.ts';
import { mapLive } from './prelude/live.ts';
import { createProcedures, type Procedures } from './procedures/procedures.ts';
import { noArchive, noKeepAwake } from './recording/no-archive.ts';
import { createRecording, type Recording } from './recording/recording.ts';
import { createReleases, type Releases } from './releases/releases.ts';
import { noSealKeys } from './sealing/no-seal-keys.ts';
import { createSealing, type Sealing, type SealPorts } from './sealing/sealing.ts';
import type { Session } from './session/session.ts';
import { createPackVerdict, type PackVerdict } from './verdict/pack-verdict.ts';

/** Everything the core needs of the world, beside the account, which may have begun before. */
export interface Ports extends Omit<DevicePorts, 'notices'> {
  readonly account: AccountCore;
  /** Where sessions are kept; without it none are. */
  readonly archive?: SessionArchive;
  readonly keepAwake?: KeepAwake;
  /** Without it alarms are told on the screen and in the log only. */
  readonly alarmBell?: AlarmBell;
  readonly geolocation: GeolocationPort;
  /** Without it no newer release is ever told. */
  readonly releases?: ReleaseFeed;
  /** Without it nothing is sealed or checked. */
  readonly seal?: SealPorts;
}

const NO_SEAL: SealPorts = { crypto: undefined, keys: noSealKeys, app: '' };

/** The product without a screen: streams to show, commands to give. */
export interface Core extends DeviceCore {
  readonly session: Session;
  readonly recording: Recording;
  readonly alarms: Alarms;
  readonly verdict: PackVerdict;
  readonly sealing: Sealing;
  readonly procedures: Procedures;
  readonly knownDevices: KnownDevices;
  readonly popover: Popover;
  readonly releases: Releases;
  readonly diagnostics: Diagnostics;
}

/** Disposing of it disposes of the account too. */
export const createCore = (ports: Ports): Core => {
  const { account, clock, store } = ports;
  const { session, popover, notices } = account;
  const device = createDeviceCore({ ...ports, notices });
  const { link } = device;
  const stay = account.beforeLeaving(async () => {
    if (link.settings$.value.disconnectOnLogout) await link.disconnect();
  });
  const userId$ = mapLive(session.state$, (state) =>
    state.kind === 'signedIn' ? state.user.userid : undefined,
  );
  const knownDevices = createKnownDevices({
    link,
    store,
    clock,
    geolocation: ports.geolocation,
  });
  const leaving = userId$.pipe(skip(1)).subscribe(() => {
    procedures.forgetUser(); // first: the log and the recording still belong to the user who leaves
    alarms.forgetUser(); // before the telemetry, whose loss would be told as the device's
    link.endUser(); // before the others: what it tells of the commands it drops, the others forget
    device.linkChoice.forgetUser();
    device.terminal.forgetUser();
    device.palette.reload();
    device.transactions.clear();
    device.telemetry.forgetUser();
    verdict.forgetUser();
    device.lineCounters.reset();
    knownDevices.reload();
    notices.forgetUser();
  });
  const recording = createRecording({
    archive: ports.archive ?? noArchive,
    keepAwake: ports.keepAwake ?? noKeepAwake,
    clock,
    store,
    link,
    telemetry: device.telemetry,
    terminal: device.terminal,
    notices,
    userId$,
  });
  const alarms = createAlarms({
    link,
    telemetry: device.telemetry,
    clock,
    store,
    bell: ports.alarmBell ?? noAlarmBell,
    packChanged$: recording.packChanged$,
    mark: recording.mark,
  });
  const verdict = createPackVerdict({
    link,
    telemetry: device.telemetry,
    clock,
    raised$: alarms.raised$,
    packChanged$: recording.packChanged$,
  });
  const sealing = createSealing({
    ...(ports.seal ?? NO_SEAL),
    clock,
    technician$: mapLive(session.state$, (state) =>
      state.kind === 'signedIn'
        ? { userId: state.user.userid, name: state.user.userName }
        : undefined,
    ),
    recording$: recording.state$,
  });
  const procedures = createProcedures({
    ...device,
    keepAwake: ports.keepAwake ?? noKeepAwake,
    clock,
    store,
    patterns: ports.patterns,
    lineEnding: () => device.terminal.settings.value$.value.lineEnding,
    sendLine: device.terminal.send,
    mark: recording.mark,
  });
  const diagnostics = createDiagnostics({ ...device, notices, clock });
  const releases = createReleases(ports.releases, clock);
  return {
    ...device,
    session,
    recording,
    alarms,
    verdict,
    sealing,
    procedures,
    knownDevices,
    popover,
    releases,
    diagnostics,
    showPath: (pathname) => {
      device.showPath(pathname);
      alarms.setSection(sectionOf(pathname));
    },
    dispose: async () => {
      stay();
      leaving.unsubscribe();
      alarms.dispose();
      verdict.dispose();
      sealing.dispose();
      procedures.dispose();
      await recording.dispose();
      knownDevices.dispose();
      releases.dispose();
      account.dispose();
      await device.dispose();
    },
  };
};
