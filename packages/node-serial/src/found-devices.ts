import { stat } from 'node:fs/promises';
import type { SerialDevice } from '@batbot/core';
import { SerialPort } from 'serialport';

/** A serial port that is currently present. */
export interface FoundDevice extends Pick<SerialDevice, 'label' | 'usb'> {
  readonly path: string;
  /** Identifies an attachment of the device. It changes with a replug if the system distinguishes the attachments. */
  readonly identity: string;
}

interface ListedPort {
  readonly path: string;
  readonly vendorId?: string;
  readonly productId?: string;
}

// serialport's declarations point to types that its package does not export; these are the documented fields in use.
const listPorts = SerialPort.list as () => Promise<readonly ListedPort[]>;

/**
 * Returns a text with the path and with device number and inode of its target; undefined if the path does not exist.
 */
export const identityOf = async (path: string): Promise<string | undefined> => {
  try {
    const { rdev, ino } = await stat(path);
    return `${path} ${String(rdev)} ${String(ino)}`;
  } catch {
    return undefined;
  }
};

/** Parses the USB ids, which `serialport` returns as hexadecimal text. */
const usbOf = (vendorId?: string, productId?: string): SerialDevice['usb'] => {
  const ids = {
    vendorId: Number.parseInt(vendorId ?? '', 16),
    productId: Number.parseInt(productId ?? '', 16),
  };
  return Number.isNaN(ids.vendorId) || Number.isNaN(ids.productId) ? undefined : ids;
};

const findAt = async (path: string): Promise<readonly FoundDevice[]> => {
  const identity = await identityOf(path);
  return identity === undefined ? [] : [{ path, identity, label: path }];
};

const findAll = async (): Promise<readonly FoundDevice[]> => {
  const ports = await listPorts().catch((): readonly ListedPort[] => []);
  return Promise.all(
    ports.map(async ({ path, vendorId, productId }) => {
      const usb = usbOf(vendorId, productId);
      const ids = `USB ${vendorId ?? ''}:${productId ?? ''}`.toUpperCase();
      return {
        path,
        identity: (await identityOf(path)) ?? path, // on Windows, COM3 is not a file
        ...(usb === undefined ? { label: path } : { label: `${ids} (${path})`, usb }),
      };
    }),
  );
};

/** Returns the port at `path` if it exists; without a path, all ports that the system lists. */
export const findDevices = (path: string | undefined): Promise<readonly FoundDevice[]> =>
  path === undefined ? findAll() : findAt(path);
