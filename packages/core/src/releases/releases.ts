import type { Clock } from '../ports/clock.ts';
import type { ReleaseFeed } from '../ports/release-feed.ts';
import { createLive } from '../prelude/live.ts';

const PERIOD_MS = 10 * 60_000;
/** Minimum time between two checks. */
const REST_MS = 30_000;

export const createReleases = (feed: ReleaseFeed, clock: Clock) => {
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
    /** Once true, it stays true. */
    isNewer$: newer.live,
    /**
     * Checks for a newer release, unless a check has just been made. Call it when the page becomes visible again or a
     * chunk failed to load.
     */
    look: async (): Promise<void> => {
      if (clock.monotonicNow() - lookedAt >= REST_MS) await look();
    },
    dispose: (): void => {
      isOver = true;
      cancel();
      newer.dispose();
    },
  };
};

/** Reports whether a newer release is offered. The page is not reloaded, because a port may be open [MT-05]. */
export type Releases = ReturnType<typeof createReleases>;
