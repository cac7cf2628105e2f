import type { SerialDevice } from '../ports/serial-link.ts';
import type { TabHolder } from '../ports/tab-lock.ts';
import type { ReadEnd } from './port-session.ts';

/** Why a connection ended or could not be made. */
export type DisconnectCause =
  | { readonly kind: 'never' }
  | { readonly kind: 'user' }
  | { readonly kind: 'unplugged' }
  /** The platform closed the port because the user left the page. */
  | { readonly kind: 'released' }
  /** Another tab of this browser has the device; connecting with `takeOver` moves it to this tab. */
  | { readonly kind: 'openElsewhere'; readonly holder?: TabHolder }
  /** Another tab of this browser took the device over. */
  | { readonly kind: 'takenOver' }
  | { readonly kind: 'readError' }
  | { readonly kind: 'notChosen' }
  | { readonly kind: 'openFailed'; readonly busy: boolean };

export const causeOfReadEnd = (end: ReadEnd): DisconnectCause => {
  if (end.kind === 'hopeless') return { kind: 'readError' };
  return { kind: end.kind === 'closed' ? 'released' : 'unplugged' };
};

export interface ConnectedDevice {
  /** The id of the link to the device: `usb`, `simulated`. */
  readonly linkId: string;
  readonly label: string;
  readonly usb?: { readonly vendorId: number; readonly productId: number };
}

/** Returns a device as the screens show it. */
export const shownDevice = (linkId: string, { label, usb }: SerialDevice): ConnectedDevice =>
  usb === undefined ? { linkId, label } : { linkId, label, usb };

/**
 * Returns the key for everything that is saved per kind of device: USB vendor and product id, or the link id for a
 * device without them.
 */
export const deviceKey = ({ linkId, usb }: ConnectedDevice): string =>
  usb === undefined
    ? linkId
    : [usb.vendorId, usb.productId].map((id) => id.toString(16).padStart(4, '0')).join(':');

/** The state of the serial connection. */
export type Connection =
  | {
      readonly kind: 'disconnected';
      readonly cause: DisconnectCause;
      /** The unplugged device; it is opened automatically when it returns. */
      readonly awaited?: ConnectedDevice;
    }
  | { readonly kind: 'connecting'; readonly linkId: string; readonly stage: 'choosing' | 'opening' }
  | {
      readonly kind: 'connected';
      readonly device: ConnectedDevice;
      readonly baudRate: number;
      /** Wall-clock time, for display. */
      readonly since: number;
    }
  | {
      readonly kind: 'disconnecting';
      readonly device: ConnectedDevice;
      readonly cause: DisconnectCause;
    };

export type ConnectionEvent =
  | { readonly kind: 'connectAsked'; readonly linkId: string }
  /** The awaited device returned and is opened without asking the user. */
  | { readonly kind: 'deviceReturned'; readonly linkId: string }
  | { readonly kind: 'deviceChosen' }
  | {
      readonly kind: 'opened';
      readonly device: ConnectedDevice;
      readonly baudRate: number;
      readonly at: number;
    }
  | { readonly kind: 'closeBegun'; readonly cause: DisconnectCause }
  | {
      readonly kind: 'ended';
      readonly cause: DisconnectCause;
      readonly awaited?: ConnectedDevice;
    }
  /** The link stopped waiting for a device. */
  | { readonly kind: 'waitEnded' };

export const NEVER_CONNECTED: Connection = { kind: 'disconnected', cause: { kind: 'never' } };

/**
 * Returns the next state. Only this function changes the state of the connection. An event that does not fit the state
 * is ignored.
 */
export const transition = (state: Connection, event: ConnectionEvent): Connection => {
  switch (event.kind) {
    case 'connectAsked':
      return state.kind === 'disconnected'
        ? { kind: 'connecting', linkId: event.linkId, stage: 'choosing' }
        : state;
    case 'deviceReturned':
      return state.kind === 'disconnected'
        ? { kind: 'connecting', linkId: event.linkId, stage: 'opening' }
        : state;
    case 'deviceChosen':
      return state.kind === 'connecting' && state.stage === 'choosing'
        ? { ...state, stage: 'opening' }
        : state;
    case 'opened':
      return state.kind === 'connecting' && state.stage === 'opening'
        ? { kind: 'connected', device: event.device, baudRate: event.baudRate, since: event.at }
        : state;
    case 'closeBegun':
      return state.kind === 'connected'
        ? { kind: 'disconnecting', device: state.device, cause: event.cause }
        : state;
    case 'ended':
      if (state.kind === 'disconnected') return state;
      return { ...event, kind: 'disconnected' };
    case 'waitEnded':
      return state.kind === 'disconnected' && state.awaited !== undefined
        ? { kind: 'disconnected', cause: state.cause }
        : state;
  }
};
