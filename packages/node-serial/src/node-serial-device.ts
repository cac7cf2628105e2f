import {
  areValidSettings,
  DEFAULT_PORT_OPTIONS,
  err,
  ok,
  pause,
  type Clock,
  type OpenError,
  type OpenPort,
  type PortSettings,
  type Result,
  type SerialDevice,
} from '@batbot/core';
import { SerialPort } from 'serialport';
import { identityOf, type FoundDevice } from './found-devices.ts';
import { createNodeSerialPort } from './node-serial-port.ts';

/** Error texts of Linux, macOS and Windows by their meaning. serialport's bindings have no error codes. */
const busyWords =
  /cannot lock|permission denied|access denied|resource busy|temporarily unavailable/i;
const goneWords = /no such file|file not found|no such device|cannot find|bad file descriptor/i;
const badSettingsWords = /baud ?rate|invalid|not supported/i;

const openError = (message: string): OpenError => {
  if (busyWords.test(message)) return { kind: 'busy', message };
  if (goneWords.test(message)) return { kind: 'gone', message };
  return { kind: badSettingsWords.test(message) ? 'badSettings' : 'failed', message };
};

/** Waits in ms before the next attempts to open a locked port. */
const LOCK_WAITS_MS = [10, 40, 100];

/** Opens with an exclusive lock; returns the error text, or undefined if it is open. */
const openPlatform = (port: SerialPort): Promise<string | undefined> =>
  new Promise((resolve) => {
    port.open((error) => resolve(error?.message));
  });

export const createNodeSerialDevice = (
  { path, identity, label, usb }: FoundDevice,
  clock: Pick<Clock, 'after'>,
): SerialDevice => {
  let isTaken = false;

  /** A read that Node has not ended yet keeps the lock of a port that was just closed, so a locked port is tried again. */
  const openUnlocked = async (port: SerialPort): Promise<string | undefined> => {
    for (const waitMs of LOCK_WAITS_MS) {
      const failure = await openPlatform(port);
      if (failure === undefined || !/cannot lock/i.test(failure)) return failure;
      await pause(clock, waitMs);
    }
    return openPlatform(port);
  };

  const openFree = async (settings: PortSettings): Promise<Result<OpenPort, OpenError>> => {
    const { baudRate, dataBits = 8, stopBits = 1, parity = 'none', flowControl } = settings;
    const port = new SerialPort({
      path,
      baudRate,
      dataBits,
      stopBits,
      parity,
      rtscts: flowControl === 'hardware',
      lock: true,
      highWaterMark: settings.bufferSize ?? DEFAULT_PORT_OPTIONS.bufferSize,
      autoOpen: false,
    });
    const failure = await openUnlocked(port);
    if (failure !== undefined) return err(openError(failure));
    return ok(
      createNodeSerialPort(
        port,
        clock,
        async () => process.platform === 'win32' || (await identityOf(path)) === identity,
        () => {
          isTaken = false;
        },
      ),
    );
  };

  return {
    label,
    ...(usb === undefined ? {} : { usb }),
    open: async (settings) => {
      if (!areValidSettings(settings)) {
        return err({ kind: 'badSettings', message: 'The settings are not valid.' });
      }
      if (isTaken) return err({ kind: 'busy', message: 'The port is already open.' });
      isTaken = true;
      try {
        const result = await openFree(settings);
        if (!result.ok) isTaken = false;
        return result;
      } catch (error) {
        isTaken = false;
        return err(openError(error instanceof Error ? error.message : String(error)));
      }
    },
  };
};
