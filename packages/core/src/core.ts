import { createDeviceCore, type DeviceCore, type DevicePorts } from './device-core.ts';
import { createPopover, type Popover } from './popover/popover.ts';
import type { AccountGateway } from './ports/account-gateway.ts';
import type { KeepAwake } from './ports/keep-awake.ts';
import type { PushInbox } from './ports/push-inbox.ts';
import type { SessionArchive } from './ports/session-archive.ts';
import { mapLive } from './prelude/live.ts';
import { noArchive, noKeepAwake } from './recording/no-archive.ts';
import { createRecording, type Recording } from './recording/recording.ts';
import { createSession, type Session } from './session/session.ts';

/** Everything the core needs of the world. */
export interface Ports extends DevicePorts {
  readonly gateway: AccountGateway;
  readonly push: PushInbox;
  /** Where sessions are kept; without it none are. */
  readonly archive?: SessionArchive;
  readonly keepAwake?: KeepAwake;
}

/** The product without a screen: streams to show, commands to give. */
export interface Core extends DeviceCore {
  readonly session: Session;
  readonly recording: Recording;
  readonly popover: Popover;
}

export const createCore = (ports: Ports): Core => {
  const { gateway, push, clock, log, store } = ports;
  const device = createDeviceCore(ports);
  const { link, notices } = device;
  const session = createSession({
    gateway,
    push,
    store,
    clock,
    log,
    notices,
    onLeave: async () => {
      if (link.settings$.value.disconnectOnLogout) await link.disconnect();
    },
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
    userId$: mapLive(session.state$, (state) =>
      state.kind === 'signedIn' ? state.user.userid : undefined,
    ),
  });
  const popover = createPopover({ gateway, session, notices });
  return {
    ...device,
    session,
    recording,
    popover,
    dispose: async () => {
      popover.dispose();
      await recording.dispose();
      session.dispose();
      await device.dispose();
    },
  };
};
