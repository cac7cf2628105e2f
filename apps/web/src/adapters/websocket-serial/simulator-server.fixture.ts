import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InputSignals, OutputSignals } from '@batbot/core';
import { WebSocketServer, type WebSocket } from 'ws';

/** A server for the simulator's socket protocol, controlled by the test. */
export interface SimulatorServer {
  /** Address of `/serial`. */
  readonly url: string;
  readonly plug: () => void;
  readonly unplug: () => void;
  /** Occupies the port as another client; the returned function releases it. */
  readonly occupy: () => () => void;
  readonly send: (bytes: Uint8Array) => void;
  /** Returns all bytes from the client as soon as there are at least `length`. */
  readonly received: (length: number) => Promise<Uint8Array>;
  /** Every change of the control lines that the client drives. */
  readonly driven: () => readonly DrivenLines[];
  readonly setInputs: (inputs: InputSignals) => void;
  /** Holds the answers to text frames from now on; the returned function sends them. */
  readonly holdAnswers: () => () => void;
  /** The query of each accepted `/serial` request. */
  readonly queries: () => readonly string[];
  /** The number of open `/presence` sockets. */
  readonly watchers: () => number;
  /** Breaks every connection without a close frame. */
  readonly cut: () => void;
  /** Stops reading the client's bytes, like a device that hangs. */
  readonly pause: () => void;
  readonly dispose: () => Promise<void>;
}

type DrivenLines = OutputSignals & { readonly brk?: boolean };
type LinesMessage = OutputSignals & {
  readonly kind: 'signals' | 'break' | 'ask';
  readonly ms?: number;
  readonly id: number;
};

const asBytes = (data: unknown): Buffer => (Buffer.isBuffer(data) ? data : Buffer.alloc(0));

/**
 * Starts the server. `greets`: an accepted port gets an empty frame at once. `knowsLines`: text frames are answered.
 */
export const startSimulatorServer = async ({
  greets = true,
  knowsLines = true,
  port = 0,
} = {}): Promise<SimulatorServer> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address() as AddressInfo; // a listening TCP server has this kind of address
  const watchers = new Set<WebSocket>();
  const queries: string[] = [];
  const chunks: Buffer[] = [];
  const driven: DrivenLines[] = [];
  let inputs: InputSignals = { cts: true, dsr: true, dcd: false, ri: false };
  let heldAnswers: (() => void)[] | undefined;
  let attached = true;
  let isOccupied = false;
  let holder: WebSocket | undefined;
  let heard: () => void = () => undefined;

  const report = (watcher: WebSocket): void => {
    watcher.send(JSON.stringify({ kind: attached ? 'attached' : 'detached' }));
  };

  const acceptWatcher = (socket: WebSocket): void => {
    watchers.add(socket);
    socket.on('close', () => watchers.delete(socket));
    report(socket);
  };

  const hearLines = (socket: WebSocket, text: string): void => {
    const { kind, ms: _, id, ...signals } = JSON.parse(text) as LinesMessage; // the form in which the adapter sends it
    if (kind === 'signals') driven.push(signals);
    if (kind === 'break') driven.push({ brk: true }, { brk: false });
    const answer = JSON.stringify({ kind: 'signals', id, ...inputs });
    if (heldAnswers === undefined) socket.send(answer);
    else heldAnswers.push(() => socket.send(answer));
  };

  const acceptSerial = (socket: WebSocket, query: string): void => {
    if (!attached) {
      socket.close(4003, 'gone');
      return;
    }
    if (isOccupied || holder !== undefined) {
      socket.close(4001, 'busy');
      return;
    }
    holder = socket;
    queries.push(query);
    socket.on('message', (data, isBinary) => {
      if (!isBinary) {
        if (knowsLines) hearLines(socket, asBytes(data).toString());
        return;
      }
      chunks.push(asBytes(data));
      heard();
    });
    socket.on('close', () => {
      if (holder === socket) holder = undefined;
    });
    if (greets) socket.send(new Uint8Array());
  };

  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const [path, query = ''] = (request.url ?? '').split('?');
    if (path === '/presence') acceptWatcher(socket);
    else acceptSerial(socket, query);
  });

  const received = async (length: number): Promise<Uint8Array> => {
    for (;;) {
      const all = Buffer.concat(chunks);
      if (all.length >= length) return Uint8Array.from(all);
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  };

  return {
    url: `ws://127.0.0.1:${String(address.port)}/serial`,
    plug: () => {
      attached = true;
      watchers.forEach(report);
    },
    unplug: () => {
      attached = false;
      holder?.close(4002, 'unplugged');
      holder = undefined;
      watchers.forEach(report);
    },
    occupy: () => {
      isOccupied = true;
      return () => {
        isOccupied = false;
      };
    },
    send: (bytes) => holder?.send(bytes),
    received,
    driven: () => driven,
    setInputs: (next) => {
      inputs = next;
    },
    holdAnswers: () => {
      const held: (() => void)[] = (heldAnswers = []);
      return () => {
        heldAnswers = undefined;
        for (const answer of held) answer();
      };
    },
    queries: () => queries,
    watchers: () => watchers.size,
    cut: () => server.clients.forEach((client) => client.terminate()),
    pause: () => holder?.pause(),
    dispose: () =>
      new Promise((resolve) => {
        server.clients.forEach((client) => client.terminate());
        server.close(() => resolve());
      }),
  };
};
