import type { Clock } from '../ports/clock.ts';
import type { ReleaseFeed } from '../ports/release-feed.ts';
import { createLive, type Live } from '../prelude/live.ts';

/** Reports whether a newer release is offered. The page is not reloaded, because a port may be open [MT-05]. */
export interface Releases {
  /** Once true, it stays true. */
  readonly isNewer$: Live<boolean>;
  /**
   * Checks for a newer release, unless a check has just been made. Call it when the page becomes visible again or a
   * chunk failed to load.
   */
  readonly look: () => Promise<void>;
  readonly dispose: () => void;
}

const PERIOD_MS = 10 * 60_000;
/** Minimum time between two checks. */
const REST_MS = 30_000;

export const createReleases = (feed: ReleaseFeed, clock: Clock): Releases => {
  const newer = createLive(false);
  let lookedAt = clock.monotonicNow();
  let cancel: () => void = () => undefined;
  let isOver = false;

  const look = async (): Promise<void> => {
    if (isOver || newer.live.value) return;
    lookedAt = clock.monotonicNow();
    const offered = await feed.offered();
    if (!isOver && offered !== undefined && offered !== feed.running) newer.set(true);
  };

  const wait = (): void => {
    cancel = clock.after(PERIOD_MS, () => {
      void look();
      if (!newer.live.value) wait();
    });
  };
  wait();

  return {
    isNewer$: newer.live,
    look: async () => {
      if (clock.monotonicNow() - lookedAt >= REST_MS) await look();
    },
    dispose: () => {
      isOver = true;
      cancel();
      newer.dispose();
    },
  };
};
