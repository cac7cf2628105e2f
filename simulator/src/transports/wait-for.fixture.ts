import { once } from 'node:events';
import { SerialPort } from 'serialport';
import { WebSocket } from 'ws';

/** Opens a real port exclusively, as any program does. */
export const openSerial = (path: string, baudRate = 115_200): Promise<SerialPort> =>
  new Promise((resolve, reject) => {
    const port: SerialPort = new SerialPort({ path, baudRate, lock: true }, (error) =>
      error ? reject(error) : resolve(port),
    );
  });

export const closeSerial = (port: SerialPort): Promise<void> =>
  new Promise((resolve, reject) => port.close((error) => (error ? reject(error) : resolve())));

/** Reads from the port until the text matches. If it does not, the test times out. */
export const readUntil = (
  source: {
    on: (event: 'data', listener: (bytes: Buffer) => void) => unknown;
    off: (event: 'data', listener: (bytes: Buffer) => void) => unknown;
  },
  pattern: RegExp,
): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const listener = (bytes: Buffer): void => {
      text += bytes.toString('latin1');
      if (!pattern.test(text)) return;
      source.off('data', listener);
      resolve(text);
    };
    source.on('data', listener);
  });

export const openSocket = async (url: string, origin?: string): Promise<WebSocket> => {
  const socket = new WebSocket(url, origin === undefined ? {} : { origin });
  await once(socket, 'open');
  return socket;
};

/** Waits for the close code and the reason. */
export const closing = async (
  socket: WebSocket,
): Promise<readonly [code: number, reason: string]> => {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return [code, reason.toString()];
};

/** Receives frames as text until they match. */
export const receiveUntil = (socket: WebSocket, pattern: RegExp): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const listener = (data: Buffer): void => {
      text += data.toString('latin1');
      if (!pattern.test(text)) return;
      socket.off('message', listener);
      resolve(text);
    };
    socket.on('message', listener);
  });
