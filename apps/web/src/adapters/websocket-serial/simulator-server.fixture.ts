import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InputSignals, OutputSignals } from '@batbot/core';
import { WebSocketServer, type WebSocket } from 'ws';

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
export const startSimulatorServer = async ({ greets = true, knowsLines = true, port = 0 } = {}) => {
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
    plug: (): void => {
      attached = true;
      watchers.forEach(report);
    },
    unplug: (): void => {
      attached = false;
      holder?.close(4002, 'unplugged');
      holder = undefined;
      watchers.forEach(report);
    },
    /** Occupies the port as another client; the returned function releases it. */
    occupy: (): (() => void) => {
      isOccupied = true;
      return () => {
        isOccupied = false;
      };
    },
    send: (bytes: Uint8Array): void => holder?.send(bytes),
    /** Returns all bytes from the client as soon as there are at least `length`. */
    received,
    /** Every change of the control lines that the client drives. */
    driven: (): readonly DrivenLines[] => driven,
    setInputs: (next: InputSignals): void => {
      inputs = next;
    },
    /** Holds the answers to text frames from now on; the returned function sends them. */
    holdAnswers: (): (() => void) => {
      const held: (() => void)[] = (heldAnswers = []);
      return () => {
        heldAnswers = undefined;
        for (const answer of held) answer();
      };
    },
    /** The query of each accepted `/serial` request. */
    queries: (): readonly string[] => queries,
    /** The number of open `/presence` sockets. */
    watchers: (): number => watchers.size,
    /** Breaks every connection without a close frame. */
    cut: (): void => server.clients.forEach((client) => client.terminate()),
    /** Stops reading the client's bytes, like a device that hangs. */
    pause: (): void => holder?.pause(),
    dispose: (): Promise<void> =>
      new Promise((resolve) => {
        server.clients.forEach((client) => client.terminate());
        server.close(() => resolve());
      }),
  };
};

/** A server for the simulator's socket protocol, controlled by the test. */
export type SimulatorServer = Awaited<ReturnType<typeof startSimulatorServer>>;
