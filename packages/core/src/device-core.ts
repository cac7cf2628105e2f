import { sectionOf } from './access/entry.ts';
import { createLineCounters, type LineCountersKeeper } from './link/line-counters.ts';
import { createLinkChoice, type LinkChoice } from './link/link-choice.ts';
import { createLink } from './link/link.ts';
import type { Link } from './link/link-api.ts';
import { createNotices, type Notices } from './notifications/notices.ts';
import { createPalette, type Palette } from './palette/palette.ts';
import { mapLive } from './prelude/live.ts';
import type { AfterPaint } from './ports/after-paint.ts';
import type { Clock } from './ports/clock.ts';
import type { KeyValueStore } from './ports/key-value-store.ts';
import type { Log } from './ports/log.ts';
import type { ProfileArchive } from './ports/profile-archive.ts';
import type { PatternCompiler } from './ports/pattern-compiler.ts';
import type { SerialLink } from './ports/serial-link.ts';
import type { TabLock } from './ports/tab-lock.ts';
import { noProfileArchive } from './telemetry/profile-store.ts';
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';
import { createTransactions, type Transactions } from './transactions/transactions.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';

/** What working with a device needs of the world. */
export interface DevicePorts {
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** The ways to reach a device, in the order they are offered. */
  readonly links: readonly SerialLink[];
  /** Where notices go; without it there is a stream of its own. */
  readonly notices?: Notices;
  /** Where device profiles are kept; without it they count until the end of the run. */
  readonly profiles?: ProfileArchive;
  /** The engine of regular expressions; without it there are none. */
  readonly patterns?: PatternCompiler;
  /** When the log may be shown anew; without it there is no screen to wait for. */
  readonly afterPaint?: AfterPaint;
  /** Absent where there are no tabs. */
  readonly tabLock?: TabLock;
}

/** All that works without an account: the connection, the terminal, the live data. */
export interface DeviceCore {
  readonly link: Link;
  readonly linkChoice: LinkChoice;
  readonly terminal: Terminal;
  /** The commands offered while typing. */
  readonly palette: Palette;
  readonly telemetry: Telemetry;
  readonly transactions: Transactions;
  /** What went over the line, and what went wrong on it. */
  readonly lineCounters: LineCountersKeeper;
  readonly notices: Notices;
  /** Tells where the user is; the path's second segment decides what the serial link does. */
  readonly showPath: (pathname: string) => void;
  readonly dispose: () => Promise<void>;
}

export const createDeviceCore = ({
  links,
  clock,
  store,
  log,
  tabLock,
  profiles = noProfileArchive,
  patterns,
  afterPaint,
  notices = createNotices(),
}: DevicePorts): DeviceCore => {
  const link = createLink({ links, clock, notify: notices.notify, tabLock, store });
  const linkChoice = createLinkChoice(link, store);
  const palette = createPalette(store);
  const telemetry = createTelemetry({ link, profiles, clock, log });
  telemetry.restarted$.subscribe(link.deviceRestarted);
  const terminal = createTerminal({ link, clock, store, patterns, afterPaint });
  const transactions = createTransactions({ link, clock });
  const lineCounters = createLineCounters({
    clock,
    traffic$: link.traffic$,
    transactions$: link.transactions$,
    rejected$: mapLive(telemetry.health$, ({ rejected }) => rejected),
  });
  return {
    link,
    linkChoice,
    terminal,
    palette,
    telemetry,
    transactions,
    lineCounters,
    notices,
    showPath: (pathname) => {
      const section = sectionOf(pathname);
      link.setSection(section);
      telemetry.setSection(section);
    },
    dispose: async () => {
      telemetry.dispose();
      lineCounters.dispose();
      linkChoice.dispose();
      await link.dispose();
      terminal.dispose();
      palette.dispose();
      transactions.dispose();
      notices.dispose();
    },
  };
};
