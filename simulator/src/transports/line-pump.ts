import type { DeviceLine } from '../device/device-line.ts';

/** Sends a line's bytes to its transport when they are due. Call `wake` after any change that may have queued bytes. */
export const createLinePump = (
  line: DeviceLine,
  now: () => number,
  send: (bytes: Uint8Array) => void,
) => {
  let timer: NodeJS.Timeout | undefined;
  const wake = (): void => {
    clearTimeout(timer);
    const bytes = line.take(now());
    if (bytes.length > 0) send(bytes);
    const due = line.nextDueMs();
    if (due !== undefined) timer = setTimeout(wake, Math.max(1, due - now()));
  };
  return { wake, stop: (): void => clearTimeout(timer) };
};
