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
import { outcomeOf, type Outcome } from './outcome-of.ts';
import { createWebSerialPort, type WebSerialPort } from './web-serial-port.ts';
import type { SerialPort, SerialPortInfo } from './web-serial-types.ts';

/** Some drivers take seconds (Bluetooth); after this an open counts as failed and is undone when it settles. */
const OPEN_DEADLINE = 10_000;
const CLOSE_DEADLINE = 2_000;

const hex = (id: number): string => id.toString(16).toUpperCase().padStart(4, '0');

const describePort = ({
  usbVendorId,
  usbProductId,
}: SerialPortInfo): Pick<SerialDevice, 'label' | 'usb'> =>
  usbVendorId === undefined || usbProductId === undefined
    ? { label: 'Serial port' }
    : {
        label: `USB ${hex(usbVendorId)}:${hex(usbProductId)}`,
        usb: { vendorId: usbVendorId, productId: usbProductId },
      };

/** The specification of the product names this text as the mark of a busy port (section 8). */
const isBusyMessage = (message: string): boolean => message.includes('Failed to open serial port');

const openError = (
  failure: Exclude<Outcome<unknown>, { readonly kind: 'done' }>,
  isGone: boolean,
): OpenError => {
  if (failure.kind === 'late') return { kind: 'failed', message: 'The port does not open.' };
  const { name, message } = failure;
  if (name === 'TypeError' || name === 'RangeError') return { kind: 'badSettings', message };
  if (isGone) return { kind: 'gone', message };
  if (isBusyMessage(message) || name === 'InvalidStateError') return { kind: 'busy', message };
  return { kind: 'failed', message };
};

/** What a handle shares with the others of its page. */
export interface PageState {
  readonly openPorts: Set<WebSerialPort>;
  /** What the events said last. */
  readonly isDetached: () => boolean;
  /** How often the page was left so far. */
  readonly leaves: () => number;
}

/** A handle for one SerialPort object. Its port is in `openPorts` while open. */
export const createWebSerialDevice = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  { openPorts, isDetached, leaves }: PageState,
): SerialDevice => {
  let isTaken = false;

  const tryOpen = async (settings: PortSettings): Promise<Outcome<void>> => {
    const opening = port.open({ bufferSize: DEFAULT_PORT_OPTIONS.bufferSize, ...settings });
    const outcome = await outcomeOf(clock, OPEN_DEADLINE, () => opening);
    if (outcome.kind === 'late') {
      const undo = async (): Promise<void> => {
        await opening;
        await port.close();
      };
      undo().catch(() => undefined); // it failed after all: nothing to undo
    }
    return outcome;
  };

  /** A port that something of this page left open: closed and opened anew (SR-34). */
  const openOver = async (settings: PortSettings): Promise<Result<void, OpenError>> => {
    const first = await tryOpen(settings);
    if (first.kind === 'done') return ok(undefined);
    if (first.kind === 'late' || first.name !== 'InvalidStateError') {
      return err(openError(first, isDetached()));
    }
    const closed = await outcomeOf(clock, CLOSE_DEADLINE, () => port.close());
    if (closed.kind !== 'done') return err(openError(first, isDetached()));
    const second = await tryOpen(settings);
    return second.kind === 'done' ? ok(undefined) : err(openError(second, isDetached()));
  };

  const open = async (settings: PortSettings): Promise<Result<OpenPort, OpenError>> => {
    if (isTaken) return err({ kind: 'busy', message: 'The port is already open.' });
    isTaken = true;
    const leavesBefore = leaves();
    const result = await openOver(settings);
    if (!result.ok) {
      isTaken = false;
      return result;
    }
    const onDisconnect = (): void => {
      mine.lose('The device has been unplugged.');
    };
    const mine = createWebSerialPort(port, clock, () => {
      port.removeEventListener('disconnect', onDisconnect);
      openPorts.delete(mine);
      isTaken = false;
    });
    port.addEventListener('disconnect', onDisconnect);
    openPorts.add(mine);
    if (leaves() !== leavesBefore) mine.release(); // opened for a page that was left meanwhile
    return ok(mine.port);
  };

  return { ...describePort(port.getInfo()), open };
};
