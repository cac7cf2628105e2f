import type { SerialDevice } from '../ports/serial-link.ts';
import type { ConnectedDevice } from './connection.ts';

/** A device as the screens show it. */
export const shownDevice = (linkId: string, { label, usb }: SerialDevice): ConnectedDevice =>
  usb === undefined ? { linkId, label } : { linkId, label, usb };

/** What is kept for a kind of device is kept under this: USB vendor and product id, or the link where there are none. */
export const deviceKey = ({ linkId, usb }: ConnectedDevice): string =>
  usb === undefined
    ? linkId
    : [usb.vendorId, usb.productId].map((id) => id.toString(16).padStart(4, '0')).join(':');
