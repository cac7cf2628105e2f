import type { DeviceLine } from '../device/device-line.ts';

/** Carries a line's bytes to its transport as they become due. */
export interface LinePump {
  /** Call after anything that may have given the line something to say. */
  readonly wake: () => void;
  readonly stop: () => void;
}

export const createLinePump = (
  line: DeviceLine,
  now: () => number,
  send: (bytes: Uint8Array) => void,
): LinePump => {
  let timer: NodeJS.Timeout | undefined;
  const wake = (): void => {
    clearTimeout(timer);
    const bytes = line.take(now());
    if (bytes.length > 0) send(bytes);
    const due = line.nextDueMs();
    if (due !== undefined) timer = setTimeout(wake, Math.max(1, due - now()));
  };
  return { wake, stop: () => clearTimeout(timer) };
};
