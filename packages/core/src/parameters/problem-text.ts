import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { ReadProblem } from './parameters-state.ts';

/** Names a device by its serial number: "SN A1B2C3". */
export const deviceName = ({ serial, model }: DeviceIdentity): string =>
  serial === undefined ? (model ?? 'this device') : `SN ${serial}`;

/** Describes why nothing was read, and what to do. */
export const readProblemText = (problem: ReadProblem): string => {
  switch (problem.kind) {
    case 'notConnected':
      return 'No device is connected. Plug in the cable and connect, then read again.';
    case 'noReply':
      return `Not read. ${problem.text}`;
    case 'otherDevice':
      return problem.serials === ''
        ? 'No write is unfinished.'
        : `The connected device has no unfinished write. Connect ${problem.serials}.`;
    case 'noSchema':
      if (problem.isBootLoader === true) {
        return `${deviceName(problem.identity)} is in its boot loader: no firmware runs on it, so it has no parameters. An install in Firmware ends this.`;
      }
      return `No parameter schema fits ${deviceName(problem.identity)}, so nothing is read or written. Import a schema of its maker.`;
  }
};
