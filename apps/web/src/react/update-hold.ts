import { combineLatest, from, map, of, switchMap, timer, type Observable } from 'rxjs';
import type { Live } from '@batbot/core';
import type { Workspace } from '@batbot/core/workspace';

/** How often the devices of other tabs are looked up. Locks have no events. */
const LOOK_MS = 2_000;

const wordsOf = (isConnected: boolean, unsent: number): string | undefined => {
  const reasons = [
    ...(isConnected ? ['a device is connected'] : []),
    ...(unsent === 1 ? ['1 change is not sent'] : []),
    ...(unsent > 1 ? [`${unsent} changes are not sent`] : []),
  ];
  return reasons.length === 0 ? undefined : reasons.join(' and ');
};

/**
 * Emits why a stored update does not start with a reload, and undefined when it does. The service worker decides it in
 * the same way: a tab with a device has a lock [OFF-5].
 */
export const updateHold = (
  workspace$: Live<Pick<Workspace, 'outbox'> | undefined>,
  locks: Pick<LockManager, 'query'>,
): Observable<string | undefined> => {
  const unsent$ = workspace$.pipe(
    switchMap((workspace) => workspace?.outbox.items$ ?? of([])),
    map((items) => items.length),
  );
  const isConnected$ = timer(0, LOOK_MS).pipe(
    switchMap(() => from(locks.query())),
    map(({ held = [] }) => held.some(({ name }) => /^batbot\/(?!workspace:)/.test(name ?? ''))),
  );
  return combineLatest([isConnected$, unsent$]).pipe(map((state) => wordsOf(...state)));
};
