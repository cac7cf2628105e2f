import type { Serial, SerialPort, SerialPortInfo } from './web-serial-types.ts';
import { createSerialPortDouble, type SerialPortDouble } from './serial-port-double.fixture.ts';
import { createSerialWire, type LineErrorName, type SerialWire } from './serial-wire.fixture.ts';

/** The reports of an unplug that occur, and their order. The stream and the event report it independently. */
export type UnplugOrder = 'streamFirst' | 'eventFirst' | 'streamOnly' | 'eventOnly';

/** A device on the double's bus. */
export interface DeviceDouble {
  readonly wire: SerialWire;
  /** The current SerialPort object. */
  readonly port: () => SerialPortDouble;
  readonly send: (bytes: Uint8Array) => void;
  readonly fail: (name: LineErrorName) => void;
  readonly written: () => Uint8Array;
  readonly setStuck: (stuck: boolean) => void;
  readonly plug: () => void;
  readonly unplug: (order?: UnplugOrder) => void;
}

/** The user's answer to one chooser. */
export type ChooserAnswer = DeviceDouble | 'cancel' | 'neverAnswers';

export interface SerialDouble {
  readonly serial: Serial;
  /** Adds a device that is attached at once. Permission is granted by default. */
  readonly addDevice: (
    info?: SerialPortInfo,
    options?: {
      readonly granted?: boolean;
      /** Whether the SerialPort object stays the same after a replug, as in Firefox. Chromium creates a new one. */
      readonly sameObject?: boolean;
    },
  ) => DeviceDouble;
  /** The answer to the next chooser. Default: the first attached device, or cancel. */
  readonly answerChooser: (answer: ChooserAnswer) => void;
  /** Sets whether there is a user gesture. Default: true. */
  readonly setGesture: (present: boolean) => void;
  /** Sets whether Permissions-Policy has `serial=()`. Every call then rejects with SecurityError. */
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

/** Dispatches an event to the port and to `serial`. Real events bubble; Node's EventTarget has no tree. */
const fire = (serial: EventTarget, port: SerialPort, type: 'connect' | 'disconnect'): void => {
  port.dispatchEvent(new Event(type));
  serial.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: port }));
};

/**
 * Creates an in-memory `navigator.serial` without timers, which behaves as asserted in serial/ of web-platform-tests.
 */
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
      value: async () => {
        await Promise.resolve();
        if (forbidden || !gesture) throw securityError();
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
  }) as Serial; // EventTarget and the properties defined above make up the type

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
    answerChooser: (answer) => answers.push(answer),
    setGesture: (present) => {
      gesture = present;
    },
    setForbidden: (value) => {
      forbidden = value;
    },
  };
};
