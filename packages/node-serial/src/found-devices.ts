import { stat } from 'node:fs/promises';
import type { SerialDevice } from '@batbot/core';
import { SerialPort } from 'serialport';

/** A port of the system as it is now. */
export interface FoundDevice extends Pick<SerialDevice, 'label' | 'usb'> {
  readonly path: string;
  /** Differs from one attachment to the next where the system tells them apart. */
  readonly identity: string;
}

interface ListedPort {
  readonly path: string;
  readonly vendorId?: string;
  readonly productId?: string;
}

// serialport's declarations point to types that its package does not export; these are the documented fields in use.
const listPorts = SerialPort.list as () => Promise<readonly ListedPort[]>;

/** Device number and inode of what the path leads to; `undefined`: nothing is there. */
export const identityOf = async (path: string): Promise<string | undefined> => {
  try {
    const { rdev, ino } = await stat(path);
    return `${path} ${String(rdev)} ${String(ino)}`;
  } catch {
    return undefined;
  }
};

/** `serialport` gives ids as hexadecimal text. */
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
        identity: (await identityOf(path)) ?? path, // Windows: COM3 is no file
        ...(usb === undefined ? { label: path } : { label: `${ids} (${path})`, usb }),
      };
    }),
  );
};

/** The one port at `path` if something is there, or every port that the system lists. */
export const findDevices = (path: string | undefined): Promise<readonly FoundDevice[]> =>
  path === undefined ? findAll() : findAt(path);
