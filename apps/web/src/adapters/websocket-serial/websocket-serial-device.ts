import {
  areValidSettings,
  err,
  ok,
  type Clock,
  type OpenError,
  type OpenPort,
  type PortSettings,
  type Result,
  type SerialDevice,
} from '@batbot/core';
import { CloseCode, type Socket, type SocketConstructor } from './socket-types.ts';
import { createWebSocketPort } from './websocket-serial-port.ts';

/**
 * Time in milliseconds after which a port without a refusal counts as open. A busy or detached device accepts the
 * handshake and closes at once, so an open socket is not yet an open port. The server's first frame also proves an open
 * port.
 */
const REFUSAL_GRACE = 150;

const addressOf = (url: string, settings: PortSettings): string => {
  const { baudRate, dataBits = 8, stopBits = 1, parity = 'none', flowControl = 'none' } = settings;
  const address = new URL(url);
  for (const [key, value] of Object.entries({ baudRate, dataBits, stopBits, parity, flowControl }))
    address.searchParams.set(key, String(value));
  return address.href;
};

const refusal = (code: number, reason: string): OpenError => {
  if (code === CloseCode.busy) {
    return { kind: 'busy', message: 'Failed to open serial port: it is in use.' };
  }
  if (code === CloseCode.badSettings) {
    return { kind: 'badSettings', message: 'The simulated device refuses the settings.' };
  }
  if (code === CloseCode.gone || code === CloseCode.unplugged) {
    return { kind: 'gone', message: 'The simulated device is unplugged.' };
  }
  const why = reason === '' ? '' : ` (${reason})`;
  return { kind: 'failed', message: `The simulated device cannot be reached${why}.` };
};

/** Creates the simulator's device. It has one handle, because a WebSocket does not distinguish attachments. */
export const createWebSocketDevice = (
  url: string,
  WebSocket: SocketConstructor,
  clock: Pick<Clock, 'after'>,
): { readonly device: SerialDevice; readonly release: () => void } => {
  let isTaken = false;
  let release = (): void => undefined;

  const connect = (socket: Socket): Promise<Result<OpenPort, OpenError>> =>
    new Promise((resolve) => {
      socket.binaryType = 'arraybuffer';
      const port = createWebSocketPort(socket, clock);
      let isOpen = false;
      let stopWaiting = (): void => undefined;
      release = () => {
        stopWaiting();
        port.release();
        resolve(err({ kind: 'failed', message: 'The page was left.' }));
      };
      const accept = (): void => {
        if (isOpen) return;
        isOpen = true;
        stopWaiting();
        resolve(ok(port.port));
      };
      socket.addEventListener('open', () => {
        stopWaiting();
        stopWaiting = clock.after(REFUSAL_GRACE, accept);
      });
      socket.addEventListener('message', ({ data }) => {
        accept();
        if (data instanceof ArrayBuffer) port.deliver(new Uint8Array(data));
        else if (typeof data === 'string') port.hear(data);
      });
      socket.addEventListener('error', () => undefined); // a close event with its code follows
      socket.addEventListener('close', ({ code, reason }) => {
        stopWaiting();
        isTaken = false;
        release = () => undefined;
        port.ended(
          code === CloseCode.unplugged
            ? 'The device has been unplugged.'
            : 'The device has been lost.',
        );
        resolve(err(refusal(code, reason)));
      });
    });

  const device: SerialDevice = {
    label: 'Simulated device',
    open: async (settings) => {
      if (!areValidSettings(settings)) {
        return err({ kind: 'badSettings', message: 'The settings are not valid.' });
      }
      if (isTaken) return err({ kind: 'busy', message: 'The port is already open.' });
      isTaken = true;
      try {
        return await connect(new WebSocket(addressOf(url, settings)));
      } catch (error) {
        isTaken = false; // the address is invalid, or the page's policy forbids it
        return err({ kind: 'failed', message: String(error) });
      }
    },
  };
  return {
    device,
    release: () => release(),
  };
};
