import type { Log } from '@batbot/core';
import type { Workspace } from '@batbot/core/workspace';
import { distinctUntilChanged, map, of, skip, switchMap, type Observable } from 'rxjs';

/** The scope of earlier releases, in which the worker only received push messages. */
const FORMER_SCOPE = '/firebase-cloud-messaging-push-scope';
/** The cache entry that shows the service worker that changes are not sent yet. The worker uses the same names. */
const UNSENT_CACHE = 'batbot-unsent';
const UNSENT_KEY = '/';

export interface OfflineAppParts {
  readonly workers: Pick<ServiceWorkerContainer, 'getRegistrations'>;
  readonly caches: CacheStorage;
  /** Registers the service worker and waits until it is active. */
  readonly activeWorker: () => Promise<ServiceWorkerRegistration>;
  /** An update of the app waits too while changes of the user are not sent. */
  readonly workspace$: Observable<
    { readonly outbox: Pick<Workspace['outbox'], 'unsent$'> } | undefined
  >;
  readonly log: Log;
}

/**
 * Makes the service worker store the app on this computer, so that it starts without network. A failure is logged: the
 * app then needs the network to start, as without a worker.
 */
export const keepAppOffline = (parts: OfflineAppParts): void => {
  const { workers, caches, activeWorker, workspace$, log } = parts;
  const store = async (): Promise<void> => {
    const { active } = await activeWorker();
    active?.postMessage('storeApp');
    const former = (await workers.getRegistrations()).filter(
      ({ scope }) => new URL(scope).pathname === FORMER_SCOPE,
    );
    await Promise.all(former.map((each) => each.unregister()));
  };
  const note = async (hasUnsent: boolean): Promise<void> => {
    const cache = await caches.open(UNSENT_CACHE);
    await (hasUnsent ? cache.put(UNSENT_KEY, new Response()) : cache.delete(UNSENT_KEY));
  };
  const report = (thrown: unknown): void => log.warn('offline.failed', String(thrown));
  store().catch(report);
  workspace$
    .pipe(
      // Before the outbox is read, its items are unknown: the note of the earlier page stays.
      switchMap((workspace) => workspace?.outbox.unsent$.pipe(skip(1)) ?? of([])),
      // A change that the server refused waits for the user, and an update may be what it needs.
      map((items) => items.length > 0),
      distinctUntilChanged(),
    )
    .subscribe((hasUnsent) => {
      note(hasUnsent).catch(report);
    });
};
