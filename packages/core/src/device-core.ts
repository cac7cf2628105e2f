import { sectionOf } from './access/entry.ts';
import { createOwnProfiles, type OwnProfiles } from './asking/own-profiles.ts';
import { createProfileChoice } from './asking/profile-choice.ts';
import { createLineCounters } from './link/line-counters.ts';
import { createLinkChoice } from './link/link-choice.ts';
import { createLink } from './link/link.ts';
import type { Link } from './link/link-api.ts';
import { createNotices } from './notifications/notices.ts';
import { createPalette } from './palette/palette.ts';
import { mapLive } from './prelude/live.ts';
import type { AfterPaint } from './ports/after-paint.ts';
import type { Clock } from './ports/clock.ts';
import type { KeyValueStore } from './ports/key-value-store.ts';
import type { Log } from './ports/log.ts';
import type { ProfileArchive } from './ports/profile-archive.ts';
import type { PatternCompiler } from './ports/pattern-compiler.ts';
import type { SerialLink } from './ports/serial-link.ts';
import type { TabLock } from './ports/tab-lock.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import type { Profile } from './profiles/profile.ts';
import { createTransactions } from './transactions/transactions.ts';
import { createTerminal } from './terminal/terminal.ts';

/** What the device core needs from its host. */
export interface DevicePorts {
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** The links to devices, in the order in which they are offered. */
  readonly links: readonly SerialLink[];
  readonly profiles: ProfileArchive;
  /** The engine of regular expressions. */
  readonly patterns: PatternCompiler;
  /** Calls back when the log may be shown again. */
  readonly afterPaint: AfterPaint;
  /** Absent on platforms without tabs. */
  readonly tabLock?: TabLock;
}

/** Loads a profile of the user, or one that comes with the app. Rejects if the profile is not valid. */
const profileLoader =
  ({ texts$ }: OwnProfiles) =>
  async (id: string): Promise<Profile | undefined> => {
    // Profiles are loaded on demand, because most users never need one.
    const { isBuiltInId, loadBuiltIn, loadProfile } = await import('./profiles/index.ts');
    const text = texts$.value?.get(id);
    if (text === undefined) return isBuiltInId(id) ? loadBuiltIn(id) : undefined;
    const loaded = loadProfile(text);
    if (!loaded.ok) {
      const { path, problem } = loaded.error;
      throw new Error(path === '' || path === 'tests' ? problem : `${path} ${problem}`);
    }
    return { ...loaded.value, id }; // a profile of version 1 is stored under its kind of device
  };

/** Creates the parts for one user on a link that may already be connected. */
export const createDeviceModules = (
  { clock, store, log, patterns, afterPaint }: Omit<DevicePorts, 'profiles'>,
  link: Link,
  ownProfiles: OwnProfiles,
) => {
  const linkChoice = createLinkChoice(link, store);
  const palette = createPalette(store);
  const load = profileLoader(ownProfiles);
  const profileChoice = createProfileChoice({ link, clock, own: ownProfiles, load });
  const { source$ } = profileChoice;
  const telemetry = createTelemetry({ link, clock, log, source$ });
  telemetry.restarted$.subscribe(link.deviceRestarted);
  telemetry.samples$.subscribe(link.understood);
  const terminal = createTerminal({ link, clock, store, patterns, afterPaint });
  const transactions = createTransactions({ link, clock });
  const lineCounters = createLineCounters({
    clock,
    traffic$: link.traffic$,
    transactions$: link.transactions$,
    rejected$: mapLive(telemetry.health$, ({ rejected }) => rejected),
  });
  return {
    linkChoice,
    terminal,
    /** The commands that are offered while the user types. */
    palette,
    profileChoice,
    telemetry,
    transactions,
    /** Counters of the traffic and the errors of the connection. */
    lineCounters,
    dispose: (): void => {
      telemetry.dispose(); // disposed before its source
      for (const module of [
        profileChoice,
        lineCounters,
        linkChoice,
        terminal,
        palette,
        transactions,
      ]) {
        module.dispose();
      }
    },
  };
};

export const createDeviceCore = (ports: DevicePorts) => {
  const notices = createNotices();
  const link = createLink({ ...ports, notify: notices.notify });
  const ownProfiles = createOwnProfiles(ports.profiles);
  const modules = createDeviceModules(ports, link, ownProfiles);
  return {
    ...modules,
    link,
    ownProfiles,
    notices,
    /** Sets the current path. Its second segment decides whether the link polls. */
    showPath: (pathname: string): void => {
      const section = sectionOf(pathname);
      link.setSection(section);
      modules.telemetry.setSection(section);
    },
    dispose: async (): Promise<void> => {
      modules.dispose();
      await link.dispose();
      notices.dispose();
      ownProfiles.dispose();
      ports.profiles.dispose();
    },
  };
};

/** Everything that works without an account: the connection, the terminal and the live data. */
export type DeviceCore = ReturnType<typeof createDeviceCore>;
