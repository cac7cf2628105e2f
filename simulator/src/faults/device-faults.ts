interface DeviceFault {
  readonly does: string;
  readonly value: number;
  readonly unit: string;
}

/** Faults of the device itself when it is changed: its parameters, its restart, its boot loader. */
export const deviceFaults = {
  'write-ignored': { does: 'a write is confirmed and changes nothing', value: 0, unit: '' },
  'write-clamped': {
    does: 'a write is confirmed and changes the value by a part only',
    value: 50,
    unit: '% of the change',
  },
  'write-other': {
    does: 'a write is confirmed and changes the next parameter of the same type',
    value: 0,
    unit: '',
  },
  'lost-at-restart': { does: 'saving is confirmed and stores nothing', value: 0, unit: '' },
  'restart-mid-write': {
    does: 'a write or saving restarts the device; half of the changes are stored',
    value: 0,
    unit: '',
  },
  'other-board-after-restart': {
    does: 'after a restart another board answers: other serial number and hardware',
    value: 0,
    unit: '',
  },
  'flash-cut': {
    does: 'a firmware transfer ends after so many bytes on the line: the device restarts',
    value: 20_000,
    unit: 'bytes',
  },
  'accepts-wrong-image': {
    does: 'an image for another board, or a damaged one, is accepted and started',
    value: 0,
    unit: '',
  },
  'ack-loss': { does: 'a reply of the boot loader to a block is lost', value: 0, unit: '' },
} satisfies Record<string, DeviceFault>;

export type DeviceFaultName = keyof typeof deviceFaults;

/** Returns the value of a fault that occurs now, or undefined if it does not occur. */
export type Strike = (name: DeviceFaultName, nowMs: number) => number | undefined;
