import { deviceFaults } from './device-faults.ts';
import type { DeviceFault, DeviceFaultName } from './device-faults.ts';
import { eventFaults } from './event-faults.ts';
import { readingFaults } from './reading-faults.ts';
import { replyFaults } from './reply-faults.ts';

export type ReplyFaultName = keyof typeof replyFaults;
export type ReadingFaultName = keyof typeof readingFaults;
export type EventFaultName = keyof typeof eventFaults;
export type FaultName = ReplyFaultName | ReadingFaultName | EventFaultName | DeviceFaultName;

/** A fault as requested by command line, file or control request. */
export interface FaultSpec {
  readonly name: FaultName;
  /** Probability per reply (or per time), 0..1. Default: 1. */
  readonly p?: number;
  /** Seconds from the request until it starts. Default: 0. */
  readonly after?: number;
  /** Seconds for which it is active. Default: no limit. */
  readonly for?: number;
  /** Maximum number of occurrences. Default: no limit. */
  readonly count?: number;
  /** Seconds between two occurrences of a timed fault. */
  readonly every?: number;
  readonly value?: number;
  /** Restricts the fault to replies to polls. Default: every reply. */
  readonly on?: 'polls';
}

/** The fault or one of its settings is not valid; the message names it. */
export class BadFault extends Error {}

export const faultCatalogue: Readonly<Record<FaultName, DeviceFault>> = {
  ...replyFaults,
  ...readingFaults,
  ...eventFaults,
  ...deviceFaults,
};

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultCatalogue, name);

/** Returns whether a fault changes replies, the reported values or the device, or occurs by itself. */
export const faultKind = (name: string): 'reply' | 'reading' | 'event' | 'device' => {
  if (Object.hasOwn(replyFaults, name)) return 'reply';
  if (Object.hasOwn(deviceFaults, name)) return 'device';
  return Object.hasOwn(readingFaults, name) ? 'reading' : 'event';
};

const bounds = {
  p: [0, 1],
  after: [0, 1e7],
  for: [0, 1e7],
  count: [0, 1e9],
  every: [0.001, 1e7],
  value: [-1e6, 1e6],
} as const;

const isSetting = (key: string): key is keyof typeof bounds => Object.hasOwn(bounds, key);

/** Reads a fault from JSON. Throws `BadFault`. */
export const readFault = (json: unknown): FaultSpec => {
  if (typeof json !== 'object' || json === null)
    throw new BadFault('a fault is an object with a name');
  const { name, ...settings } = json as Record<string, unknown>;
  if (typeof name !== 'string' || !isFaultName(name))
    throw new BadFault(
      `no fault ${JSON.stringify(name)}: choose one of ${Object.keys(faultCatalogue).join(', ')}`,
    );
  for (const [key, value] of Object.entries(settings)) {
    if (key === 'on' && value === 'polls') continue;
    if (!isSetting(key))
      throw new BadFault(
        `fault ${name}: no setting ${key}; there are p, after, for, count, every, value, on=polls`,
      );
    const [low, high] = bounds[key];
    if (typeof value !== 'number' || !(value >= low && value <= high))
      throw new BadFault(`fault ${name}: ${key} must be a number from ${low} to ${high}`);
  }
  return { name, ...settings };
};

/** Parses `name:p=0.1,after=5`, the form of the command line. Throws `BadFault`. */
export const parseFault = (text: string): FaultSpec => {
  const [name = '', rest = ''] = text.split(':', 2);
  const settings = rest
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [key = '', value = ''] = pair.split('=', 2);
      return [key.trim(), key.trim() === 'on' || value === '' ? value : Number(value)] as const;
    });
  return readFault({ name: name.trim(), ...Object.fromEntries(settings) });
};
