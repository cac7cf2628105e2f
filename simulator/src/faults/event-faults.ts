/** An action that a fault causes in the device. */
export type FaultEvent =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'reboot' }
  | { readonly kind: 'echo'; readonly on: boolean }
  /** `againMs`: time until the device is plugged in again; absent = never. `renamed`: under another path. */
  | { readonly kind: 'unplug'; readonly againMs?: number; readonly renamed: boolean };

interface EventFault {
  readonly does: string;
  readonly value?: number;
  readonly unit?: string;
  /** Default seconds between two occurrences; 0 = once. */
  readonly everyS: number;
  readonly event: (value: number, index: number) => FaultEvent;
}

const unplug =
  (renamed: boolean) =>
  (value: number): FaultEvent => ({
    kind: 'unplug',
    renamed,
    ...(value > 0 ? { againMs: value * 1000 } : {}),
  });

/** Faults that occur at certain times, not on replies. */
export const eventFaults = {
  alarms: {
    does: 'unsolicited alarms',
    value: 3712,
    unit: 'mV',
    everyS: 5,
    event: (value) => ({
      kind: 'say',
      text: `\r\n+ALARM: PRT=0001,CELL=12,VAL=${value},LIM=3650\r\n`,
    }),
  },
  busy: {
    does: 'unsolicited "busy p..."',
    everyS: 5,
    event: () => ({ kind: 'say', text: '\r\nbusy p...\r\n' }),
  },
  flood: {
    does: 'unsolicited lines, 100 a second (every=S for another rate)',
    everyS: 0.01,
    event: (_, index) => ({ kind: 'say', text: `\r\n+LOG: ${index}\r\n` }),
  },
  'flood-line-rate': {
    does: 'unsolicited lines without a pause',
    everyS: 0.02,
    // 250 bytes in 20 ms are more than 115200 baud can carry, so the transmitter is never idle.
    event: (_, index) => ({ kind: 'say', text: `\r\n+LOG: ${index} ${'U'.repeat(236)}\r\n` }),
  },
  reboot: {
    does: 'restart: banner, verbose and echo forgotten, uptime from 0',
    everyS: 0,
    event: () => ({ kind: 'reboot' }),
  },
  'echo-on': {
    does: 'echo turns itself on',
    everyS: 0,
    event: () => ({ kind: 'echo', on: true }),
  },
  'echo-off': {
    does: 'echo turns itself off',
    everyS: 0,
    event: () => ({ kind: 'echo', on: false }),
  },
  unplug: {
    does: 'unplugged, plugged in again',
    value: 3,
    unit: 's until plugged in; 0 = never',
    everyS: 0,
    event: unplug(false),
  },
  'replug-renamed': {
    does: 'unplugged, plugged in again under another path (-2, -3 …)',
    value: 3,
    unit: 's until plugged in',
    everyS: 0,
    event: unplug(true),
  },
} satisfies Record<string, EventFault>;
