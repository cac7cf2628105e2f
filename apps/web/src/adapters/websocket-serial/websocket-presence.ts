import { Observable, share } from 'rxjs';
import * as v from 'valibot';
import { readAs, type Clock } from '@batbot/core';
import type { Socket, SocketConstructor } from './socket-types.ts';

/** Milliseconds between two attempts to reach the server: doubled from the first to the last. */
const FIRST_RETRY = 250;
const LAST_RETRY = 5_000;

/** `window`, as far as it is used here. */
export type PageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** A message of the server. */
const PRESENCE = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ kind: v.picklist(['attached', 'detached']) }),
);

/**
 * Attachments and detachments of the simulated device, while there is a subscriber. The first state is not an event. A
 * server that cannot be reached has no device; the connection is retried without a report.
 */
export const watchSocketPresence = (
  url: string,
  WebSocket: SocketConstructor,
  clock: Pick<Clock, 'after'>,
  pageEvents?: PageEvents,
): Observable<boolean> =>
  new Observable<boolean>((subscriber) => {
    let known = true; // what the link claims by listing the device
    let retry = FIRST_RETRY;
    let socket: Socket | undefined;
    let cancelRetry: () => void = () => undefined;

    const report = (attached: boolean): void => {
      if (known === attached) return;
      known = attached;
      subscriber.next(attached);
    };

    const tryLater = (): void => {
      socket = undefined;
      report(false);
      if (subscriber.closed) return;
      cancelRetry = clock.after(retry, connect);
      retry = Math.min(LAST_RETRY, retry * 2);
    };

    const connect = (): void => {
      try {
        const mine = (socket = new WebSocket(url));
        mine.addEventListener('message', ({ data }) => {
          const message = readAs(PRESENCE, data);
          if (message === undefined || socket !== mine) return;
          retry = FIRST_RETRY;
          report(message.kind === 'attached');
        });
        mine.addEventListener('error', () => undefined); // a close follows
        mine.addEventListener('close', () => {
          if (socket === mine) tryLater();
        });
      } catch {
        tryLater(); // an address that the page's policy forbids
      }
    };

    const stop = (): void => {
      cancelRetry();
      const closing = socket;
      socket = undefined;
      closing?.close();
    };
    /** A page from the back/forward cache is shown again. */
    const onPageShow = (event: Event): void => {
      if ('persisted' in event && event.persisted === true) connect();
    };

    connect();
    pageEvents?.addEventListener('pagehide', stop);
    pageEvents?.addEventListener('pageshow', onPageShow);
    return () => {
      pageEvents?.removeEventListener('pagehide', stop);
      pageEvents?.removeEventListener('pageshow', onPageShow);
      stop();
    };
  }).pipe(share());
