import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { isLocalHost, isLocalOrigin } from './local-server.ts';
import type { Transport, TransportEvents } from './transport.ts';

/** Close codes of `/serial`; the client closes with 1000. */
export const serialCloseCodes = {
  badSettings: 4000,
  busy: 4001,
  unplugged: 4002,
  gone: 4003,
} as const;

/** Bytes that wait for a client that does not read; beyond it they are lost, as on a UART. */
const bufferLimit = 1 << 22;

/** Null for nonsense; 115200 where the query does not say. */
const baudRateIn = (url: URL): number | null => {
  const text = url.searchParams.get('baudRate') ?? '115200';
  const value = Number(text);
  return /^\d+$/.test(text) && value > 0 && value <= 16_000_000 ? value : null;
};

const bytesOf = (data: Buffer | ArrayBuffer | Buffer[]): Uint8Array => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
};

/**
 * `/serial`: an opened socket is an open port, binary frames are bytes; `/presence`: whether a device is plugged in,
 * now and at each change, as JSON text; `/control/traffic`: all bytes of all transports, as JSON text. Other paths are refused with 404, foreign origins with 403.
 */
export const serveWebSocket = (
  servers: readonly Server[],
  events: TransportEvents,
): Transport & { readonly tellObservers: (json: unknown) => void } => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 20 });
  const watchers = new Set<WebSocket>();
  const observers = new Set<WebSocket>();
  let client: WebSocket | undefined;
  let plugged = true;

  const tell = (watcher: WebSocket): void =>
    watcher.send(JSON.stringify({ kind: plugged ? 'attached' : 'detached' }));
  const watch = (socket: WebSocket): void => {
    watchers.add(socket);
    socket.on('close', () => watchers.delete(socket));
    tell(socket);
  };
  const observe = (socket: WebSocket): void => {
    observers.add(socket);
    socket.on('close', () => observers.delete(socket));
  };
  const serve = (socket: WebSocket, url: URL): void => {
    const baudRate = baudRateIn(url);
    if (baudRate === null) return socket.close(serialCloseCodes.badSettings, 'bad settings');
    if (!plugged) return socket.close(serialCloseCodes.gone, 'gone');
    if (client) return socket.close(serialCloseCodes.busy, 'busy');
    client = socket;
    socket.on('message', (data, isBinary) => {
      if (client === socket && isBinary) events.onData(bytesOf(data));
    });
    socket.on('close', () => release(socket));
    events.onClient(true, baudRate);
  };
  const release = (socket: WebSocket): void => {
    if (client !== socket) return;
    client = undefined;
    events.onClient(false);
  };
  const paths: Readonly<Record<string, (socket: WebSocket, url: URL) => void>> = {
    '/serial': serve,
    '/presence': watch,
    '/control/traffic': observe,
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const refuse = (status: string): void => {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    };
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (!isLocalOrigin(request.headers.origin) || !isLocalHost(request.headers.host))
      return refuse('403 Forbidden');
    const start = Object.hasOwn(paths, url.pathname) ? paths[url.pathname] : undefined;
    if (!start) return refuse('404 Not Found');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate());
      start(opened, url);
    });
  };
  for (const server of servers) server.on('upgrade', upgrade);

  const setPlugged = (next: boolean): void => {
    if (plugged === next) return;
    plugged = next;
    for (const watcher of watchers) tell(watcher);
  };
  const drop = (code: number, reason: string): void => {
    const socket = client;
    if (!socket) return;
    release(socket);
    socket.close(code, reason);
  };
  return {
    name: 'ws',
    send: (bytes) => {
      if (client && client.bufferedAmount < bufferLimit) client.send(bytes);
    },
    unplug: async () => {
      drop(serialCloseCodes.unplugged, 'unplugged');
      setPlugged(false);
    },
    plug: async () => setPlugged(true),
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
    connected: () => client !== undefined,
    tellObservers: (json) => {
      if (observers.size === 0) return;
      const text = JSON.stringify(json);
      for (const observer of observers)
        if (observer.bufferedAmount < bufferLimit) observer.send(text);
    },
  };
};
