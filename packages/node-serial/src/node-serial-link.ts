import {
  err,
  ok,
  type Clock,
  type Presence,
  type SerialDevice,
  type SerialLink,
} from '@batbot/core';
import { Observable, share } from 'rxjs';
import { findDevices, type FoundDevice } from './found-devices.ts';
import { createNodeSerialDevice } from './node-serial-device.ts';

/** Interval in ms between two listings of the ports while there is a subscriber. Node has no event for changes. */
const LOOK_INTERVAL = 250;

export interface NodeSerialOptions {
  /**
   * Path of the only port to use, for example a pty, which the system does not list. Default: all ports of the system.
   */
  readonly path?: string;
  readonly clock?: Pick<Clock, 'after'>;
}

const realClock: Pick<Clock, 'after'> = {
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Creates a link to the serial ports of this computer through `serialport`. `choose` shows no dialog and returns the
 * first port.
 */
export const createNodeSerialLink = ({
  path,
  clock = realClock,
}: NodeSerialOptions = {}): SerialLink => {
  const handles = new Map<string, SerialDevice>();

  const handleOf = (found: FoundDevice): SerialDevice => {
    const handle = handles.get(found.identity) ?? createNodeSerialDevice(found, clock);
    handles.set(found.identity, handle);
    return handle;
  };

  const look = async (): Promise<readonly SerialDevice[]> => {
    const found = await findDevices(path);
    const present = new Set(found.map(({ identity }) => identity));
    for (const identity of handles.keys()) if (!present.has(identity)) handles.delete(identity);
    return found.map(handleOf);
  };

  const presence$ = new Observable<Presence>((subscriber) => {
    // The first listing is compared with the known devices only; its other ports are not reported.
    let seen: readonly SerialDevice[] = [...handles.values()];
    let isFirst = true;
    let cancel: () => void = () => undefined;
    const compare = async (): Promise<void> => {
      if (isFirst) seen = [...new Set([...seen, ...handles.values()])];
      const present = await look();
      if (subscriber.closed) return;
      for (const device of seen) {
        if (!present.includes(device)) subscriber.next({ kind: 'detached', device });
      }
      for (const device of present) {
        if (!isFirst && !seen.includes(device)) subscriber.next({ kind: 'attached', device });
      }
      seen = present;
      isFirst = false;
      cancel = clock.after(LOOK_INTERVAL, () => void compare());
    };
    void compare();
    return () => cancel();
  }).pipe(share());

  return {
    id: 'serialport',
    support: { kind: 'supported' },
    choose: async () => {
      const [first] = await look();
      return first === undefined
        ? err({
            kind: 'failed',
            message: `No serial port${path === undefined ? '' : ` at ${path}`}.`,
          })
        : ok(first);
    },
    granted: look,
    presence$,
  };
};
