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

/**
 * One link with one device behind it, seen from both ends. Attached when made. The functions that may be absent are
 * what not every technology can produce; `SerialLinkAbility` says beforehand which are there.
 */
export interface SerialLinkHarness {
  readonly link: SerialLink;
  /** Attaches the device again; settles when the link can find it. */
  readonly plug: () => Promise<void>;
  readonly unplug: () => Promise<void>;
  /** The device speaks; settles when the bytes are on their way. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** All bytes the device got since the beginning, as soon as they are `length` or more. */
  readonly received: (length: number) => Promise<Uint8Array>;
  /** A line error after the bytes sent so far. */
  readonly glitch?: (name: GlitchName) => Promise<void>;
  /** Another program takes the port; gives its release. */
  readonly occupy?: () => Promise<() => Promise<void>>;
  /** The user closes the next chooser. */
  readonly cancelNextChoose?: () => void;
  /** The system fails the next write, the device stays. */
  readonly failNextWrite?: () => void;
  /** The device's end of the control lines. */
  readonly lines?: {
    /** Every change of what the computer drives, in order; `brk` is the break. */
    readonly driven: () => readonly (OutputSignals & { readonly brk?: boolean })[];
    readonly setInputs: (inputs: InputSignals) => Promise<void>;
  };
  /** Lets so many milliseconds pass, where time is virtual. */
  readonly pass?: (ms: number) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/**
 * `granted`: lists only what is attached. `presence`: tells comings and goings. The others stand for the
 * harness's function of that name.
 */
export type SerialLinkAbility =
  'unplug' | 'granted' | 'presence' | 'glitch' | 'occupy' | 'cancelChoose' | 'failWrite' | 'lines';

export type MakeSerialLinkHarness = () => Promise<SerialLinkHarness>;

/** What a group of cases gets: a way to run one case on a fresh harness, and what the harness can do. */
export interface SerialLinkCases {
  readonly on: (body: (harness: SerialLinkHarness) => Promise<void>) => () => Promise<void>;
  readonly can: (ability: SerialLinkAbility) => boolean;
}

export const settings: PortSettings = { baudRate: 115_200 };

export const bytesOf = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Every value of a byte, in order, as often as needed; a lost, doubled or moved byte breaks the order. */
export const counting = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index + Math.floor(index / 256)) % 256);

export const joined = (chunks: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
};

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

/** Reads until `length` bytes have come; every chunk must hold at least one byte. */
export const readBytes = async (port: OpenPort, length: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for (let have = 0; have < length;) {
    const outcome = await port.read();
    if (outcome.kind !== 'bytes') throw new Error(`Read gave ${JSON.stringify(outcome)}`);
    if (outcome.bytes.length === 0) throw new Error('Read gave an empty chunk');
    chunks.push(outcome.bytes);
    have += outcome.bytes.length;
  }
  return joined(chunks);
};

/** Reads over what still arrives to the first outcome that is no bytes. */
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

/** Proves that bytes go both ways. `before`: how many bytes the device had got. */
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
