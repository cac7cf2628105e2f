import type {
  CloseError,
  GlitchName,
  InputSignals,
  OpenError,
  PortSettings,
  SerialDevice,
  SignalError,
  WriteError,
} from '../ports/serial-link.ts';
import { areValidSettings } from '../link/port-options.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { err, ok } from '../prelude/result.ts';
import type { FakeGates } from './fake-gates.ts';
import {
  createFakePort,
  glitchOutcome,
  type DrivenLines,
  type FakePort,
  type SerialCall,
  type WriteHandler,
} from './fake-serial-port.ts';

export interface FakeDeviceTraits {
  readonly label?: string;
  readonly usb?: SerialDevice['usb'];
}

/**
 * How the platform reports an unplug: the end of the stream and the event in either order, or only the end of the
 * stream.
 */
export type UnplugReport = 'streamFirst' | 'eventFirst' | 'streamOnly';

/** A physical device. It outlives its handles and open ports. */
export interface FakeDevice {
  /** Attaches the device and returns its new handle; if it is attached, returns the current handle. */
  readonly plug: () => SerialDevice;
  readonly unplug: (report?: UnplugReport, message?: string) => void;
  /** Returns the current handle; after an unplug, the last one. */
  readonly handle: () => SerialDevice;
  readonly isPlugged: () => boolean;
  readonly isOpen: () => boolean;
  /** Returns the number of successful opens. */
  readonly opens: () => number;
  /** Returns the settings of every attempt to open, in order. */
  readonly openedWith: () => readonly PortSettings[];
  /** Sends bytes to the computer. They are lost if the port is not open. Text is sent as UTF-8. */
  readonly send: (bytes: Uint8Array | string) => void;
  /** Causes a line error after the bytes sent so far. */
  readonly glitch: (name: GlitchName, message?: string) => void;
  /** Returns all bytes written to the device since the beginning, or since `forgetWritten`. */
  readonly written: () => Uint8Array;
  readonly writtenText: () => string;
  /** Returns the same bytes with one entry per write. */
  readonly writes: () => readonly Uint8Array[];
  readonly forgetWritten: () => void;
  readonly onWrite: (handler: WriteHandler) => void;
  readonly failNextOpen: (error: OpenError) => void;
  readonly failNextWrite: (error: WriteError) => void;
  readonly failNextClose: (error: CloseError) => void;
  /** Returns every change of the control lines that the computer drives, in order. */
  readonly driven: () => readonly DrivenLines[];
  /** Sets the control lines that the device drives. */
  readonly setInputs: (inputs: InputSignals) => void;
  /** Makes driving or reading control lines fail with this error from now on. */
  readonly refuseSignals: (error: SignalError) => void;
}

const badSettings: OpenError = { kind: 'badSettings', message: 'The settings are not valid.' };
const goneError: OpenError = { kind: 'gone', message: 'The device is gone.' };

/** A call of `open` that has not settled. Its identity distinguishes it from later calls. */
interface Opening {
  readonly kind: 'opening';
}

/** Creates a device. `announce` publishes its attachments and detachments. */
export const createFakeDevice = (
  traits: FakeDeviceTraits,
  gates: FakeGates<SerialCall>,
  announce: (kind: 'attached' | 'detached', handle: SerialDevice) => void,
): FakeDevice => {
  const openErrors: OpenError[] = [];
  const writeErrors: WriteError[] = [];
  const closeErrors: CloseError[] = [];
  const attempts: PortSettings[] = [];
  let writes: Uint8Array[] = [];
  let answer: WriteHandler = () => undefined;
  let opens = 0;
  let plugged = false;
  const driven: DrivenLines[] = [];
  let inputs: InputSignals = { cts: true, dsr: true, dcd: false, ri: false };
  let noLines: SignalError | undefined;
  let opened: FakePort | Opening | undefined;

  const isGone = (handle: SerialDevice): boolean => !plugged || handle !== current;

  const openHere = async (handle: SerialDevice, settings: PortSettings) => {
    attempts.push(settings);
    if (!areValidSettings(settings)) return err(badSettings);
    if (isGone(handle)) return err(goneError);
    if (opened !== undefined) {
      return err<OpenError>({ kind: 'busy', message: 'Failed to open serial port.' });
    }
    const mine = (opened = { kind: 'opening' });
    await gates.pass('open');
    const error = openErrors.shift() ?? (isGone(handle) ? goneError : undefined);
    if (error !== undefined) {
      if (opened === mine) opened = undefined;
      return err(error);
    }
    const fake = createFakePort({
      gates,
      wrote: (bytes) => {
        writes.push(bytes);
        answer(bytes);
      },
      nextWriteError: () => writeErrors.shift(),
      nextCloseError: () => closeErrors.shift(),
      closed: () => {
        if (opened === fake) opened = undefined;
      },
      drove: (lines) => {
        if (noLines === undefined) driven.push(lines);
        return noLines;
      },
      inputs: () => (noLines === undefined ? ok(inputs) : err(noLines)),
    });
    opened = fake;
    opens += 1;
    return ok(fake.port);
  };

  const createHandle = (): SerialDevice => {
    const handle: SerialDevice = {
      label: traits.label ?? 'Fake device',
      ...(traits.usb === undefined ? {} : { usb: traits.usb }),
      open: (settings) => openHere(handle, settings),
    };
    return handle;
  };
  let current = createHandle();

  const openPort = (): FakePort | undefined =>
    opened !== undefined && 'port' in opened ? opened : undefined;
  const written = (): Uint8Array => joinBytes(writes);

  return {
    plug: () => {
      if (plugged) return current;
      plugged = true;
      current = createHandle();
      opened = undefined;
      announce('attached', current);
      return current;
    },
    unplug: (report = 'streamFirst', message = 'The device has been lost.') => {
      if (!plugged) return;
      plugged = false;
      if (report === 'eventFirst') announce('detached', current);
      openPort()?.lose(message);
      if (report === 'streamFirst') announce('detached', current);
    },
    handle: () => current,
    isPlugged: () => plugged,
    isOpen: () => openPort() !== undefined,
    opens: () => opens,
    openedWith: () => attempts,
    send: (bytes) => {
      const chunk = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes.slice();
      if (chunk.length > 0) openPort()?.deliver({ kind: 'bytes', bytes: chunk });
    },
    glitch: (name, message) => openPort()?.deliver(glitchOutcome(name, message)),
    written,
    writtenText: () => new TextDecoder().decode(written()),
    writes: () => writes,
    forgetWritten: () => {
      writes = [];
    },
    onWrite: (handler) => {
      answer = handler;
    },
    failNextOpen: (error) => openErrors.push(error),
    failNextWrite: (error) => writeErrors.push(error),
    failNextClose: (error) => closeErrors.push(error),
    driven: () => driven,
    setInputs: (next) => {
      inputs = next;
    },
    refuseSignals: (error) => {
      noLines = error;
    },
  };
};
