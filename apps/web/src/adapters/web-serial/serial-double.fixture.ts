import type { Serial, SerialPort, SerialPortFilter, SerialPortInfo } from './web-serial-types.ts';
import { createSerialPortDouble, type SerialPortDouble } from './serial-port-double.fixture.ts';
import { createSerialWire, type LineErrorName, type SerialWire } from './serial-wire.fixture.ts';

/** Which of the two independent reports of an unplug occur, and in which order. */
export type UnplugOrder = 'streamFirst' | 'eventFirst' | 'streamOnly' | 'eventOnly';

/** A device on the double's bus. */
export interface DeviceDouble {
  readonly wire: SerialWire;
  /** The present SerialPort object. */
  readonly port: () => SerialPortDouble;
  readonly send: (bytes: Uint8Array) => void;
  readonly fail: (name: LineErrorName) => void;
  readonly written: () => Uint8Array;
  readonly setStuck: (stuck: boolean) => void;
  readonly plug: () => void;
  readonly unplug: (order?: UnplugOrder) => void;
}

/** How the user answers one chooser. */
export type ChooserAnswer = DeviceDouble | 'cancel' | 'neverAnswers';

export interface SerialDouble {
  readonly serial: Serial;
  /** Attached at once; permission is granted by default. */
  readonly addDevice: (
    info?: SerialPortInfo,
    options?: {
      readonly granted?: boolean;
      /** Firefox keeps the object after a replug, Chromium creates a new one. */
      readonly sameObject?: boolean;
    },
  ) => DeviceDouble;
  /** The answer to the next chooser. Default: the first attached device, or cancel. */
  readonly answerChooser: (answer: ChooserAnswer) => void;
  /** Whether there is a user gesture. Default: true. */
  readonly setGesture: (present: boolean) => void;
  /** Permissions-Policy `serial=()`: everything rejects with SecurityError. */
  readonly setForbidden: (forbidden: boolean) => void;
}

interface Entry {
  readonly device: DeviceDouble;
  granted: boolean;
}

const securityError = (): DOMException =>
  new DOMException(
    'Must be handling a user gesture to show a permission request.',
    'SecurityError',
  );

const checkFilters = (filters: readonly SerialPortFilter[]): void => {
  for (const filter of filters) {
    if (filter.usbVendorId === undefined) throw new TypeError('A filter needs a vendor id.');
  }
};

/** The event bubbles from the port to `serial`; Node's EventTarget has no tree, so it is sent to both. */
const fire = (serial: EventTarget, port: SerialPort, type: 'connect' | 'disconnect'): void => {
  port.dispatchEvent(new Event(type));
  serial.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: port }));
};

/** A double of `navigator.serial` that behaves as web-platform-tests' serial/ asserts, in memory, without timers. */
export const createSerialDouble = (): SerialDouble => {
  const bus = new EventTarget();
  const entries: Entry[] = [];
  const answers: ChooserAnswer[] = [];
  let gesture = true;
  let forbidden = false;

  const firstAttached = (): ChooserAnswer =>
    entries.find(({ device }) => device.wire.listed)?.device ?? 'cancel';

  const serial: Serial = Object.defineProperties(bus, {
    getPorts: {
      value: async () => {
        await Promise.resolve();
        if (forbidden) throw securityError();
        return entries
          .filter(({ granted, device }) => granted && device.wire.listed)
          .map(({ device }) => device.port());
      },
    },
    requestPort: {
      value: async (options: { readonly filters?: readonly SerialPortFilter[] } = {}) => {
        await Promise.resolve();
        if (forbidden || !gesture) throw securityError();
        checkFilters(options.filters ?? []);
        const answer = answers.shift() ?? firstAttached();
        if (answer === 'neverAnswers') return new Promise(() => undefined);
        const entry = entries.find(({ device }) => device === answer);
        if (entry === undefined) {
          throw new DOMException('No port selected by the user.', 'NotFoundError');
        }
        entry.granted = true;
        return entry.device.port();
      },
    },
  }) as Serial; // the properties just defined are what the type adds to EventTarget

  return {
    serial,
    addDevice: (info = {}, { granted = true, sameObject = false } = {}) => {
      const wire = createSerialWire();
      const forgotten = (): void => {
        entry.granted = false;
      };
      let port = createSerialPortDouble(wire, info, forgotten, sameObject);
      const device: DeviceDouble = {
        wire,
        port: () => port,
        send: (bytes) => {
          if (port.state() !== 'opened' || bytes.length === 0) return;
          wire.toHost.push(bytes.slice());
          wire.announce();
        },
        fail: (name) => {
          wire.toHost.push(name);
          wire.announce();
        },
        written: () => Uint8Array.from(Buffer.concat(wire.writes)),
        setStuck: (stuck) => {
          wire.stuck = stuck;
          wire.announce();
        },
        plug: () => {
          wire.attached = true;
          wire.attachment += 1;
          wire.listed = true;
          wire.occupied = false;
          wire.toHost.length = 0;
          if (!sameObject) port = createSerialPortDouble(wire, info, forgotten, sameObject);
          if (entry.granted) fire(serial, port, 'connect');
        },
        unplug: (order = 'streamFirst') => {
          if (order !== 'streamOnly') wire.listed = false;
          const tellsByEvent = order !== 'streamOnly' && entry.granted;
          if (order === 'eventFirst' && tellsByEvent) fire(serial, port, 'disconnect');
          if (order !== 'eventOnly') {
            wire.attached = false;
            wire.announce();
          }
          if (order !== 'eventFirst' && tellsByEvent) fire(serial, port, 'disconnect');
        },
      };
      const entry: Entry = { device, granted };
      entries.push(entry);
      return device;
    },
    answerChooser: (answer) => {
      answers.push(answer);
    },
    setGesture: (present) => {
      gesture = present;
    },
    setForbidden: (value) => {
      forbidden = value;
    },
  };
};
