import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenError, OpenPort, PortSettings, SerialDevice } from '../ports/serial-link.ts';
import { withDeadline } from './deadline.ts';

/** Opening must end even when the platform does not answer. */
const OPEN_DEADLINE_MS = 10_000;

/**
 * Opens a device. Undefined when it took too long, or when nobody wants the port any more by then; a port that opens
 * after all is closed again.
 */
export const openInTime = async (
  clock: Clock,
  device: SerialDevice,
  settings: PortSettings,
  isUnwanted: () => boolean,
): Promise<Result<OpenPort, OpenError> | undefined> => {
  const opening = device.open(settings);
  const opened = await withDeadline(opening, clock, OPEN_DEADLINE_MS, undefined);
  if (opened !== undefined && !isUnwanted()) return opened;
  void opening.then((port) => {
    if (port.ok) void port.value.close();
  });
  return undefined;
};
