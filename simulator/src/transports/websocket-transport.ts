import type { WebSocket } from 'ws';
import { readLinesRequest } from './lines-request.ts';
import type { Transport, TransportEvents } from './transport.ts';

/** The close codes of `/serial`. The client closes with 1000. */
const serialCloseCodes = {
  badSettings: 4000,
  busy: 4001,
  unplugged: 4002,
  gone: 4003,
} as const;

/** Maximum number of bytes buffered for a client that does not read. Above it, bytes are lost, as in a UART overrun. */
const bufferLimit = 1 << 22;

/** The WebSockets of one device. */
export interface SocketTransport extends Transport {
  /**
   * Serves a client. An opened socket is an open port, binary frames are bytes, text frames set or read the control
   * lines.
   */
  readonly serve: (socket: WebSocket, url: URL) => void;
  /** Sends whether the device is plugged in, now and at each change, as JSON text. */
  readonly watch: (socket: WebSocket) => void;
  /** Sends all values passed to `notifyObservers`, as JSON text. */
  readonly observe: (socket: WebSocket) => void;
  readonly notifyObservers: (json: unknown) => void;
}

/** Returns the bit rate in the query: null if it is not valid, 115200 if it is absent. */
const baudRateIn = (url: URL): number | null => {
  const text = url.searchParams.get('baudRate') ?? '115200';
  const value = Number(text);
  return /^\d+$/.test(text) && value > 0 && value <= 16_000_000 ? value : null;
};

const bytesOf = (data: Buffer | ArrayBuffer | Buffer[]): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
};

/** Creates the port of a device for WebSockets, which `acceptSockets` passes to it. */
export const createSocketTransport = (events: TransportEvents): SocketTransport => {
  const watchers = new Set<WebSocket>();
  const observers = new Set<WebSocket>();
  let client: WebSocket | undefined;
  let plugged = true;

  const report = (watcher: WebSocket): void =>
    watcher.send(JSON.stringify({ kind: plugged ? 'attached' : 'detached' }));
  const release = (socket: WebSocket): void => {
    if (client !== socket) return;
    client = undefined;
    events.onClient(false);
  };
  const setPlugged = (next: boolean): void => {
    if (plugged === next) return;
    plugged = next;
    for (const watcher of watchers) report(watcher);
  };
  /** Answers a request for control lines. After a break the response is sent when the break has ended. */
  const answerLines = (socket: WebSocket, text: string): void => {
    const request = readLinesRequest(text);
    const lines = request && events.onLines?.(request.change);
    if (request === undefined || lines === undefined) return;
    const { id, afterMs } = request;
    setTimeout(() => {
      if (client === socket) socket.send(JSON.stringify({ kind: 'signals', id, ...lines }));
    }, afterMs);
  };
  const drop = (code: number, reason: string): void => {
    const socket = client;
    if (!socket) return;
    release(socket);
    socket.close(code, reason);
  };
  return {
    name: 'ws',
    serve: (socket, url) => {
      const baudRate = baudRateIn(url);
      if (baudRate === null) return socket.close(serialCloseCodes.badSettings, 'bad settings');
      if (!plugged) return socket.close(serialCloseCodes.gone, 'gone');
      if (client) return socket.close(serialCloseCodes.busy, 'busy');
      client = socket;
      socket.on('message', (data, isBinary) => {
        if (client !== socket) return;
        if (isBinary) events.onData(bytesOf(data));
        else answerLines(socket, bytesOf(data).toString());
      });
      socket.on('close', () => release(socket));
      events.onClient(true, baudRate);
    },
    watch: (socket) => {
      watchers.add(socket);
      socket.on('close', () => watchers.delete(socket));
      report(socket);
    },
    observe: (socket) => {
      observers.add(socket);
      socket.on('close', () => observers.delete(socket));
    },
    notifyObservers: (json) => {
      if (observers.size === 0) return;
      const text = JSON.stringify(json);
      for (const observer of observers)
        if (observer.bufferedAmount < bufferLimit) observer.send(text);
    },
    send: (bytes) => {
      if (client && client.bufferedAmount < bufferLimit) client.send(bytes);
    },
    deliver: (bytes) =>
      new Promise((resolve) => {
        if (!client) return resolve(false);
        client.send(bytes, (error) => resolve(!error));
      }),
    unplug: async () => {
      drop(serialCloseCodes.unplugged, 'unplugged');
      setPlugged(false);
    },
    plug: async () => setPlugged(true),
    close: async () => {
      for (const socket of [client, ...watchers, ...observers]) socket?.terminate();
    },
    connected: () => client !== undefined,
  };
};
