import {
  DEFAULT_PORT_OPTIONS,
  err,
  ok,
  type Clock,
  type OpenError,
  type OpenPort,
  type PortSettings,
  type Result,
  type SerialDevice,
} from '@batbot/core';
import { failureOf, type ThrownError } from './describe-error.ts';
import { createWebSerialPort, type WebSerialPort } from './web-serial-port.ts';
import type { SerialPort, SerialPortInfo } from './web-serial-types.ts';

const hex = (id: number): string => id.toString(16).toUpperCase().padStart(4, '0');

const isBluetooth = (info: SerialPortInfo): boolean => info.bluetoothServiceClassId !== undefined;

const describePort = (info: SerialPortInfo): Pick<SerialDevice, 'label' | 'usb'> => {
  const { usbVendorId, usbProductId } = info;
  if (usbVendorId === undefined || usbProductId === undefined)
    return { label: isBluetooth(info) ? 'Bluetooth serial port' : 'Serial port' };
  return {
    label: `USB ${hex(usbVendorId)}:${hex(usbProductId)}`,
    usb: { vendorId: usbVendorId, productId: usbProductId },
  };
};

const BLUETOOTH_OFF =
  'The Bluetooth device does not answer. Switch it on, bring it near, and press Connect again.';

/** Whether the message reports a busy port. The product's specification defines this text (section 8). */
const isBusyMessage = (message: string): boolean => message.includes('Failed to open serial port');

const openError = ({ name, message }: ThrownError, isGone: boolean): OpenError => {
  if (name === 'TypeError' || name === 'RangeError') return { kind: 'badSettings', message };
  if (isGone) return { kind: 'gone', message };
  if (isBusyMessage(message) || name === 'InvalidStateError') return { kind: 'busy', message };
  return { kind: 'failed', message };
};

/** The state that all handles of a page share. */
export interface PageState {
  readonly openPorts: Set<WebSerialPort>;
  /** Whether the last event of the port was a disconnect. */
  readonly isDetached: () => boolean;
  /** How often the user has left the page. */
  readonly leaves: () => number;
}

/** Creates a handle for one SerialPort object. Its port is in `openPorts` while open. */
export const createWebSerialDevice = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  { openPorts, isDetached, leaves }: PageState,
): SerialDevice => {
  const info = port.getInfo();
  let isTaken = false;

  /** Describes why the port did not open. The platform has one text for a busy port and for a device that is off. */
  const errorOf = (thrown: ThrownError): OpenError => {
    const isOff = isBluetooth(info) && port.connected === false;
    const { kind, message } = openError(thrown, isDetached() || isOff);
    return { kind, message: kind === 'gone' && isOff ? BLUETOOTH_OFF : message };
  };

  /**
   * Opens the port. A port that this page left open, or that a slow driver opened late, is closed and opened again
   * (SR-34).
   */
  const openPlatform = async (settings: PortSettings): Promise<OpenError | undefined> => {
    const options = { bufferSize: DEFAULT_PORT_OPTIONS.bufferSize, ...settings };
    const first = await failureOf(() => port.open(options));
    if (first === undefined) return undefined;
    if (first.name !== 'InvalidStateError') return errorOf(first);
    if ((await failureOf(() => port.close())) !== undefined) return errorOf(first);
    const second = await failureOf(() => port.open(options));
    return second && errorOf(second);
  };

  const open = async (settings: PortSettings): Promise<Result<OpenPort, OpenError>> => {
    if (isTaken) return err({ kind: 'busy', message: 'The port is already open.' });
    isTaken = true;
    const leavesBefore = leaves();
    const error = await openPlatform(settings);
    if (error !== undefined) {
      isTaken = false;
      return err(error);
    }
    const onDisconnect = (): void => mine.lose('The device has been unplugged.');
    const mine = createWebSerialPort(port, clock, () => {
      port.removeEventListener('disconnect', onDisconnect);
      openPorts.delete(mine);
      isTaken = false;
    });
    port.addEventListener('disconnect', onDisconnect);
    openPorts.add(mine);
    if (leaves() !== leavesBefore) mine.release(); // the user left the page while the port was opening
    return ok(mine.port);
  };

  return { ...describePort(info), open };
};
