import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { isLocalHost, isLocalOrigin, targetOf } from './local-server.ts';
import type { SocketTransport } from './websocket-transport.ts';

type Start = (socket: WebSocket, url: URL) => void;

/**
 * The paths of WebSockets: `/serial`, `/presence`, `/control/traffic` of the first device; `/serial/7`, `/presence/7`,
 * `/control/7/traffic` of the seventh.
 */
const paths = /^\/(?:(serial|presence)(?:\/([1-9]\d*))?|control\/(?:([1-9]\d*)\/)?(traffic))$/;

const startFor = (
  pathname: string,
  transportOf: (device: number) => SocketTransport | undefined,
): Start | undefined => {
  const [, port, ofPort, ofTraffic, traffic] = paths.exec(pathname) ?? [];
  const kind = port ?? traffic;
  const transport = kind && transportOf(Number(ofPort ?? ofTraffic ?? 1));
  if (!transport) return undefined;
  if (kind === 'serial') return transport.serve;
  return kind === 'presence' ? transport.watch : transport.observe;
};

/**
 * Passes each WebSocket to the transport of the device in its path (from 1). Other paths get 404, foreign origins 403,
 * targets that are not paths 400.
 */
export const acceptSockets = (
  servers: readonly Server[],
  transportOf: (device: number) => SocketTransport | undefined,
): { readonly close: () => void } => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 20 });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const refuse = (status: string): void => {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    };
    socket.on('error', () => socket.destroy()); // for a peer that resets a refused connection
    if (!isLocalOrigin(request.headers.origin) || !isLocalHost(request.headers.host))
      return refuse('403 Forbidden');
    const url = targetOf(request);
    if (!url) return refuse('400 Bad Request');
    const start = startFor(url.pathname, transportOf);
    if (!start) return refuse('404 Not Found');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate());
      start(opened, url);
    });
  };
  for (const server of servers) server.on('upgrade', upgrade);
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
};
