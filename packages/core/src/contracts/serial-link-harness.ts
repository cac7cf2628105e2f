import { expect } from 'vitest';
import type {
  GlitchName,
  InputSignals,
  OpenPort,
  OutputSignals,
  PortSettings,
  ReadOutcome,
  SerialDevice,
  SerialLink,
} from '../ports/serial-link.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import type { CaseOn } from './cases-on.ts';

/**
 * One link with one attached device, controlled from both ends. Optional functions are those that not every technology
 * supports; `SerialLinkAbility` names the supported ones.
 */
export interface SerialLinkHarness {
  readonly link: SerialLink;
  /** Attaches the device again; settles when the link can find it. */
  readonly plug: () => Promise<void>;
  readonly unplug: () => Promise<void>;
  /** Sends bytes from the device; settles when they are on their way to the computer. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Resolves to all bytes that the device received, as soon as there are at least `length`. */
  readonly received: (length: number) => Promise<Uint8Array>;
  /** Causes a line error after the bytes sent so far. */
  readonly glitch?: (name: GlitchName) => Promise<void>;
  /** Makes another program open the port; resolves to a function that releases it. */
  readonly occupy?: () => Promise<() => Promise<void>>;
  /** Makes the user close the next chooser. */
  readonly cancelNextChoose?: () => void;
  /** Makes the next write fail in the operating system; the device stays attached. */
  readonly failNextWrite?: () => void;
  /** The device's end of the control lines. */
  readonly lines?: {
    /** Returns every change of the lines that the computer drives, in order; `brk` is the break. */
    readonly driven: () => readonly (OutputSignals & { readonly brk?: boolean })[];
    readonly setInputs: (inputs: InputSignals) => Promise<void>;
  };
  /** Advances the clock of a link that runs on virtual time. */
  readonly pass?: (ms: number) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/**
 * `granted`: lists only attached devices. `presence`: reports attachments and detachments. The others are the harness's
 * functions of that name.
 */
export type SerialLinkAbility =
  | 'unplug'
  | 'granted'
  | 'presence'
  | 'glitch'
  | 'occupy'
  | 'cancelChoose'
  | 'failWrite'
  | 'lines';

export type MakeSerialLinkHarness = () => Promise<SerialLinkHarness>;

/** What a group of cases gets: `it` defines a case on a new harness; `can` returns whether the harness has an ability. */
export interface SerialLinkCases {
  readonly it: CaseOn<SerialLinkHarness>;
  readonly can: (ability: SerialLinkAbility) => boolean;
}

export const settings: PortSettings = { baudRate: 115_200 };

export const bytesOf = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns all byte values in order, repeated up to `length`. A lost, repeated or misplaced byte breaks the order. */
export const counting = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index + Math.floor(index / 256)) % 256);

/** Compares long byte arrays without printing them whole. */
export const expectBytes = (actual: Uint8Array, expected: Uint8Array): void => {
  expect(actual.length).toBe(expected.length);
  const firstDifference = expected.findIndex((byte, index) => actual[index] !== byte);
  expect(firstDifference).toBe(-1);
};

export const chosen = async (harness: SerialLinkHarness): Promise<SerialDevice> => {
  const choice = await harness.link.choose();
  if (!choice.ok) throw new Error(`Nothing chosen: ${choice.error.kind}`);
  return choice.value;
};

export const opened = async (device: SerialDevice): Promise<OpenPort> => {
  const result = await device.open(settings);
  if (!result.ok) throw new Error(`Not opened: ${result.error.kind}: ${result.error.message}`);
  return result.value;
};

export const openedPort = async (harness: SerialLinkHarness): Promise<OpenPort> =>
  opened(await chosen(harness));

/** Reads until `length` bytes have arrived; every chunk must hold at least one byte. */
export const readBytes = async (port: OpenPort, length: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for (let have = 0; have < length;) {
    const outcome = await port.read();
    if (outcome.kind !== 'bytes') throw new Error(`Read gave ${JSON.stringify(outcome)}`);
    if (outcome.bytes.length === 0) throw new Error('Read gave an empty chunk');
    chunks.push(outcome.bytes);
    have += outcome.bytes.length;
  }
  return joinBytes(chunks);
};

/** Skips arriving bytes and returns the first other outcome. */
export const readPastBytes = async (
  port: OpenPort,
): Promise<Exclude<ReadOutcome, { kind: 'bytes' }>> => {
  for (;;) {
    const outcome = await port.read();
    if (outcome.kind !== 'bytes') return outcome;
  }
};

export const expectWrite = async (port: OpenPort, bytes: Uint8Array): Promise<void> => {
  expect(await port.write(bytes)).toEqual({ ok: true, value: undefined });
};

/** Checks that bytes flow in both directions. `before`: how many bytes the device had received. */
export const expectAlive = async (
  harness: SerialLinkHarness,
  port: OpenPort,
  before = 0,
): Promise<void> => {
  await harness.send(utf8('pong'));
  expectBytes(await readBytes(port, 4), utf8('pong'));
  await expectWrite(port, utf8('ping'));
  expectBytes((await harness.received(before + 4)).slice(before), utf8('ping'));
};
