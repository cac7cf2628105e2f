import type { Counters } from './counters.ts';

/** A change of the control lines that the client drives. `brk`: a break. */
export interface LineChange {
  readonly dtr?: boolean;
  readonly rts?: boolean;
  readonly brk?: true;
}

export interface DeviceLines {
  readonly cts: boolean;
  readonly dsr: boolean;
  readonly dcd: boolean;
  readonly ri: boolean;
}

/**
 * Creates the control lines of a connector. CTS follows RTS, as in a device that accepts all bytes. DSR shows that the
 * device is on. With `onReset`, a rising DTR resets the device, as many boards are wired, so each opening resets it
 * too.
 */
export const createControlLines = (counters: Counters, onReset: (() => void) | undefined) => {
  let lines = { dtr: false, rts: false };
  const drive = (next: typeof lines): void => {
    const rises = next.dtr && !lines.dtr;
    lines = next;
    if (rises) onReset?.();
  };
  return {
    /** Call it when a client opened the port: its system sets both lines. */
    opened: (): void => {
      lines = { dtr: false, rts: false };
      drive({ dtr: true, rts: true });
    },
    change: ({ dtr, rts, brk }: LineChange): DeviceLines => {
      if (dtr !== undefined || rts !== undefined) counters.lineChanges += 1;
      if (brk) counters.breaks += 1;
      drive({ dtr: dtr ?? lines.dtr, rts: rts ?? lines.rts });
      return { cts: lines.rts, dsr: true, dcd: false, ri: false };
    },
  };
};

export type ControlLines = ReturnType<typeof createControlLines>;
