import {
  err,
  ok,
  type ChooseError,
  type Clock,
  type LinkSupport,
  type Presence,
  type Result,
  type SerialDevice,
  type SerialLink,
} from '@batbot/core';
import { Observable } from 'rxjs';
import { describeError } from './describe-error.ts';
import { createWebSerialDevice } from './web-serial-device.ts';
import type { WebSerialPort } from './web-serial-port.ts';
import type { Serial, SerialPort } from './web-serial-types.ts';

/** The parts of the page that the adapter uses. */
export interface WebSerialEnvironment {
  readonly isSecureContext: boolean;
  readonly clock: Pick<Clock, 'after'>;
  /** The `window`. Its `pagehide` event releases every port, so that the reloaded page can open it (SR-31). */
  readonly pageEvents?: Pick<EventTarget, 'addEventListener'>;
}

export interface WebSerialLink extends SerialLink {
  /** Releases every open or opening port without waiting; pending reads settle as closed. */
  readonly releaseAll: () => void;
}

const supportOf = (
  serial: Serial | undefined,
  { isSecureContext }: WebSerialEnvironment,
): LinkSupport => {
  if (!isSecureContext) return { kind: 'unsupported', reason: 'insecureContext' };
  return serial === undefined ? { kind: 'unsupported', reason: 'browser' } : { kind: 'supported' };
};

const chooseError = (error: unknown): ChooseError => {
  const { name, message } = describeError(error);
  if (name === 'NotFoundError' || name === 'AbortError') return { kind: 'cancelled' };
  return { kind: name === 'SecurityError' ? 'refused' : 'failed', message };
};

/** Returns the port of an event, which bubbled from the port to `Serial`. */
const portOf = (event: Event, serial: Serial): SerialPort | undefined =>
  // only ports are below Serial
  event.target === null || event.target === serial ? undefined : (event.target as SerialPort);

const createUnsupportedLink = (support: LinkSupport): WebSerialLink => ({
  id: 'usb',
  support,
  choose: () =>
    Promise.resolve(err({ kind: 'refused', message: 'This browser offers no serial ports.' })),
  granted: () => Promise.resolve([]),
  presence$: new Observable<Presence>(),
  releaseAll: () => undefined,
});

/** Creates the link to serial ports through `navigator.serial`. Without it, the link reports why it is unsupported. */
export const createWebSerialLink = (
  serial: Serial | undefined,
  environment: WebSerialEnvironment,
): WebSerialLink => {
  const support = supportOf(serial, environment);
  if (serial === undefined || support.kind === 'unsupported') return createUnsupportedLink(support);

  const handles = new WeakMap<SerialPort, SerialDevice>();
  const detached = new WeakSet<SerialPort>();
  const openPorts = new Set<WebSerialPort>();
  let leaves = 0;

  const handleOf = (port: SerialPort): SerialDevice => {
    const seen = handles.get(port);
    if (seen !== undefined) return seen;
    const created = createWebSerialDevice(port, environment.clock, {
      openPorts,
      isDetached: () => detached.has(port),
      leaves: () => leaves,
    });
    handles.set(port, created);
    return created;
  };

  const releaseAll = (): void => {
    leaves += 1;
    for (const { release } of [...openPorts]) release();
  };

  // Registered before every subscriber of presence$ and never removed, because opening a port reads this record.
  serial.addEventListener('disconnect', (event) => {
    const port = portOf(event, serial);
    if (port !== undefined) detached.add(port);
  });
  serial.addEventListener('connect', (event) => {
    const port = portOf(event, serial);
    if (port !== undefined) detached.delete(port);
  });
  environment.pageEvents?.addEventListener('pagehide', releaseAll);

  const presence$ = new Observable<Presence>((subscriber) => {
    const listener = (kind: Presence['kind']) => (event: Event) => {
      const port = portOf(event, serial);
      if (port === undefined) return;
      // Chromium 150 also reports the unplug of a second port of the adapter, which `getPorts` does not list.
      if (kind === 'detached' && !handles.has(port)) return;
      subscriber.next({ kind, device: handleOf(port) });
    };
    const onConnect = listener('attached');
    const onDisconnect = listener('detached');
    serial.addEventListener('connect', onConnect);
    serial.addEventListener('disconnect', onDisconnect);
    return () => {
      serial.removeEventListener('connect', onConnect);
      serial.removeEventListener('disconnect', onDisconnect);
    };
  });

  const choose = async (): Promise<Result<SerialDevice, ChooseError>> => {
    try {
      return ok(handleOf(await serial.requestPort()));
    } catch (error) {
      return err(chooseError(error));
    }
  };

  const granted = async (): Promise<readonly SerialDevice[]> => {
    try {
      return (await serial.getPorts()).map(handleOf);
    } catch {
      return []; // SecurityError: a policy forbids serial ports; `choose` reports that to the user
    }
  };

  return { id: 'usb', support, choose, granted, presence$, releaseAll };
};
