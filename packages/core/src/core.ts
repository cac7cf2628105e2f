import { sectionOf } from './access/entry.ts';
import { createLink } from './link/link.ts';
import type { Link } from './link/link-api.ts';
import { createNotices, type Notices } from './notifications/notices.ts';
import { createPopover, type Popover } from './popover/popover.ts';
import type { AccountGateway } from './ports/account-gateway.ts';
import type { Clock } from './ports/clock.ts';
import type { KeyValueStore } from './ports/key-value-store.ts';
import type { Log } from './ports/log.ts';
import type { PushInbox } from './ports/push-inbox.ts';
import type { SerialLink } from './ports/serial-link.ts';
import { createSession, type Session } from './session/session.ts';
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';

/** Everything the core needs of the world. */
export interface Ports {
  readonly gateway: AccountGateway;
  readonly store: KeyValueStore;
  readonly push: PushInbox;
  readonly clock: Clock;
  readonly log: Log;
  /** The ways to reach a device, in the order they are offered. */
  readonly links: readonly SerialLink[];
}

/** The product without a screen: streams to show, commands to give. */
export interface Core {
  readonly session: Session;
  readonly link: Link;
  readonly terminal: Terminal;
  readonly telemetry: Telemetry;
  readonly popover: Popover;
  readonly notices: Notices;
  /** Tells where the user is; the path's second segment decides what the serial link does. */
  readonly showPath: (pathname: string) => void;
  readonly dispose: () => Promise<void>;
}

export const createCore = (ports: Ports): Core => {
  const { clock, log, store } = ports;
  const notices = createNotices();
  const link = createLink({ links: ports.links, clock, notify: notices.notify });
  const terminal = createTerminal({ link, clock, store });
  const telemetry = createTelemetry({ link, store, clock, log });
  const session = createSession({
    gateway: ports.gateway,
    push: ports.push,
    store,
    clock,
    log,
    notices,
    onLeave: async () => {
      if (link.settings$.value.disconnectOnLogout) await link.disconnect();
    },
  });
  const popover = createPopover({ gateway: ports.gateway, session, notices });

  return {
    session,
    link,
    terminal,
    telemetry,
    popover,
    notices,
    showPath: (pathname) => {
      const section = sectionOf(pathname);
      link.setSection(section);
      telemetry.setSection(section);
    },
    dispose: async () => {
      popover.dispose();
      session.dispose();
      telemetry.dispose();
      await link.dispose();
      terminal.dispose();
      notices.dispose();
    },
  };
};
