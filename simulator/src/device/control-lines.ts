import type { Counters } from './counters.ts';

/** A change of what the client drives. `brk`: a break. */
export interface LineChange {
  readonly dtr?: boolean;
  readonly rts?: boolean;
  readonly brk?: true;
}

/** What the device drives. */
export interface DeviceLines {
  readonly cts: boolean;
  readonly dsr: boolean;
  readonly dcd: boolean;
  readonly ri: boolean;
}

/** The control lines of one connector. */
export interface ControlLines {
  /** A client opened the port: its system raises both lines. */
  readonly opened: () => void;
  readonly change: (change: LineChange) => DeviceLines;
}

/**
 * CTS follows RTS, as a device does that takes all it is sent; DSR says that it is on. With `onReset`, DTR that rises
 * resets the device, as many boards are wired: so each opening is a reset too.
 */
export const createControlLines = (
  counters: Counters,
  onReset: (() => void) | undefined,
): ControlLines => {
  let lines = { dtr: false, rts: false };
  const drive = (next: typeof lines): void => {
    const rises = next.dtr && !lines.dtr;
    lines = next;
    if (rises) onReset?.();
  };
  return {
    opened: () => {
      lines = { dtr: false, rts: false };
      drive({ dtr: true, rts: true });
    },
    change: ({ dtr, rts, brk }) => {
      if (dtr !== undefined || rts !== undefined) counters.lineChanges += 1;
      if (brk) counters.breaks += 1;
      drive({ dtr: dtr ?? lines.dtr, rts: rts ?? lines.rts });
      return { cts: lines.rts, dsr: true, dcd: false, ri: false };
    },
  };
};
