import { Observable, share } from 'rxjs';
import * as v from 'valibot';
import { readAs, type Clock } from '@batbot/core';
import type { Socket, SocketConstructor } from './socket-types.ts';

/**
 * The first and the longest delay between attempts to reach the server, in milliseconds. The delay doubles each time.
 */
const FIRST_RETRY = 250;
const LAST_RETRY = 5_000;

/** The part of `window` that this adapter uses. */
export type PageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Schema of the server's messages. */
const PRESENCE = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ kind: v.picklist(['attached', 'detached']) }),
);

/**
 * Emits attachments and detachments of the simulated device while there is a subscriber. The first state is not an
 * event. While the server is unreachable, the device counts as detached, and the connection is retried without a
 * report.
 */
export const watchSocketPresence = (
  url: string,
  WebSocket: SocketConstructor,
  clock: Pick<Clock, 'after'>,
  pageEvents?: PageEvents,
): Observable<boolean> =>
  new Observable<boolean>((subscriber) => {
    let known = true; // by listing the device, the link states that it is attached
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
        mine.addEventListener('error', () => undefined); // a close event follows
        mine.addEventListener('close', () => {
          if (socket === mine) tryLater();
        });
      } catch {
        tryLater(); // the page's policy forbids the address
      }
    };

    const stop = (): void => {
      cancelRetry();
      const closing = socket;
      socket = undefined;
      closing?.close();
    };
    /** Reconnects when the page is restored from the back/forward cache. */
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
