import { createDeviceCore, type DeviceCore, type DevicePorts } from './device-core.ts';
import { createPopover, type Popover } from './popover/popover.ts';
import type { AccountGateway } from './ports/account-gateway.ts';
import type { PushInbox } from './ports/push-inbox.ts';
import { createSession, type Session } from './session/session.ts';

/** Everything the core needs of the world. */
export interface Ports extends DevicePorts {
  readonly gateway: AccountGateway;
  readonly push: PushInbox;
}

/** The product without a screen: streams to show, commands to give. */
export interface Core extends DeviceCore {
  readonly session: Session;
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
  const popover = createPopover({ gateway, session, notices });
  return {
    ...device,
    session,
    popover,
    dispose: async () => {
      popover.dispose();
      session.dispose();
      await device.dispose();
    },
  };
};
