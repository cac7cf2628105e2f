import { stat } from 'node:fs/promises';
import type { SerialDevice } from '@batbot/core';
import { SerialPort } from 'serialport';

/** A port that the system has now. */
export interface FoundDevice extends Pick<SerialDevice, 'label' | 'usb'> {
  readonly path: string;
  /** Differs between attachments where the system distinguishes them. */
  readonly identity: string;
}

interface ListedPort {
  readonly path: string;
  readonly vendorId?: string;
  readonly productId?: string;
}

// serialport's declarations point to types that its package does not export; these are the documented fields in use.
const listPorts = SerialPort.list as () => Promise<readonly ListedPort[]>;

/** Device number and inode of the path's target; undefined if there is none. */
export const identityOf = async (path: string): Promise<string | undefined> => {
  try {
    const { rdev, ino } = await stat(path);
    return `${path} ${String(rdev)} ${String(ino)}`;
  } catch {
    return undefined;
  }
};

/** `serialport` returns ids as hexadecimal text. */
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

/** The port at `path` if it exists; without a path every port that the system lists. */
export const findDevices = (path: string | undefined): Promise<readonly FoundDevice[]> =>
  path === undefined ? findAll() : findAt(path);
