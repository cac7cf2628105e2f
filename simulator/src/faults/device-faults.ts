export interface DeviceFault {
  readonly does: string;
  /** The default of its setting, with the unit of the setting. Absent if it has none. */
  readonly value?: number;
  readonly unit?: string;
}

/** Faults of the device itself when it is changed: its parameters, its restart, its boot loader. */
export const deviceFaults = {
  'write-ignored': { does: 'a write is confirmed and changes nothing' },
  'write-clamped': {
    does: 'a write is confirmed and changes the value by a part only',
    value: 50,
    unit: '% of the change',
  },
  'write-other': {
    does: 'a write is confirmed and changes the next parameter of the same type',
  },
  'lost-at-restart': { does: 'saving is confirmed and stores nothing' },
  'restart-mid-write': {
    does: 'a write or saving restarts the device; half of the changes are stored',
  },
  'other-board-after-restart': {
    does: 'after a restart another board answers: other serial number and hardware',
  },
  'flash-cut': {
    does: 'a firmware transfer ends after so many bytes on the line: the device restarts',
    value: 20_000,
    unit: 'bytes',
  },
  'accepts-wrong-image': {
    does: 'an image for another board, or a damaged one, is accepted and started',
  },
  'ack-loss': { does: 'a reply of the boot loader to a block is lost' },
} satisfies Record<string, DeviceFault>;

export type DeviceFaultName = keyof typeof deviceFaults;

/** Returns the value of a fault that occurs now, or undefined if it does not occur. */
export type Strike = (name: DeviceFaultName, nowMs: number) => number | undefined;
