import { SerialPort } from 'serialport';
import type { SerialPortMock } from 'serialport';
import type { Transport, TransportEvents } from './transport.ts';

type Port = SerialPort | SerialPortMock;

const opening = (port: Port): Promise<void> =>
  new Promise((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));

/**
 * Opens the device at the other end of a real serial port (two adapters and a crossed cable). A UART cannot detect
 * whether a program listens, so the client counts as connected while the port is open. Unplugging closes the port.
 * Rejects if the port cannot be opened.
 */
export const openSerialTransport = async (
  path: string,
  baudRate: number,
  events: TransportEvents,
  make: (options: { path: string; baudRate: number; autoOpen: false }) => Port = (options) =>
    new SerialPort(options),
): Promise<Transport> => {
  const port = make({ path, baudRate, autoOpen: false });
  port.on('data', (bytes: Buffer) => events.onData(bytes));
  port.on('close', () => events.onClient(false));
  port.on('error', () => undefined);
  const plug = async (): Promise<void> => {
    await opening(port);
    events.onClient(true);
  };
  const unplug = async (): Promise<void> => {
    if (port.isOpen) await new Promise<void>((resolve) => port.close(() => resolve()));
  };
  await plug();
  return {
    name: 'serial',
    send: (bytes) => {
      if (port.isOpen) port.write(Buffer.from(bytes));
    },
    deliver: (bytes) =>
      new Promise((resolve) => {
        if (!port.isOpen) return resolve(false);
        port.write(Buffer.from(bytes));
        port.drain((error) => resolve(!error));
      }),
    unplug,
    plug,
    close: unplug,
    connected: () => port.isOpen,
  };
};
