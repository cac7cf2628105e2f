import { groupDigits, type Live } from '@batbot/core';
import type { Workspace } from '@batbot/core/workspace';

/** How often the reasons are read, because locks have no events. */
const LOOK_MS = 2_000;

const wordsOf = (isConnected: boolean, unsent: number): string | undefined => {
  const reasons = [
    ...(isConnected ? ['a device is connected'] : []),
    ...(unsent === 1 ? ['1 change is not sent'] : []),
    ...(unsent > 1 ? [`${groupDigits(String(unsent))} changes are not sent`] : []),
  ];
  return reasons.length === 0 ? undefined : reasons.join(' and ');
};

/**
 * Reports why a stored update does not start with a reload, and undefined when it does, until the returned function is
 * called. The service worker decides it in the same way: a tab with a device has a lock [OFF-5].
 */
export const followUpdateHold = (
  workspace$: Live<{ readonly outbox: Pick<Workspace['outbox'], 'unsent$'> } | undefined>,
  locks: Pick<LockManager, 'query'>,
  onHold: (hold: string | undefined) => void,
): (() => void) => {
  const look = async (): Promise<void> => {
    const { held = [] } = await locks.query();
    const isConnected = held.some(({ name }) => /^batbot\/(?!workspace:)/.test(name ?? ''));
    onHold(wordsOf(isConnected, workspace$.value?.outbox.unsent$.value.length ?? 0));
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
};
