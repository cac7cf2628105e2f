import { ok, type Clock, type SerialLink } from '@batbot/core';
import { map } from 'rxjs';
import type { SocketConstructor } from './socket-types.ts';
import { watchSocketPresence, type PageEvents } from './websocket-presence.ts';
import { createWebSocketDevice } from './websocket-serial-device.ts';

/**
 * Creates the link to the simulator's device over a WebSocket. `url` is its `/serial` address (ws: or wss:);
 * `/presence` next to it reports attachments. The `pagehide` event of `pageEvents` (`window`) releases port, sockets
 * and timers without waiting. After the page is restored, the link is disconnected. `choose` returns the only device
 * without a dialog.
 */
export const createWebSocketSerialLink = (
  url: string,
  WebSocket: SocketConstructor,
  clock: Pick<Clock, 'after'>,
  pageEvents?: PageEvents,
): SerialLink => {
  const { device, release } = createWebSocketDevice(url, WebSocket, clock);
  pageEvents?.addEventListener('pagehide', release);
  const presenceUrl = URL.canParse(url) ? new URL('presence', url).href : url;
  return {
    id: 'simulated',
    support: { kind: 'supported' },
    choose: () => Promise.resolve(ok(device)),
    granted: () => Promise.resolve([device]),
    presence$: watchSocketPresence(presenceUrl, WebSocket, clock, pageEvents).pipe(
      map((attached) => ({ kind: attached ? 'attached' : 'detached', device })),
    ),
  };
};
