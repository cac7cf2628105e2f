import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/** The settings of an open port. They cannot change while it is open. */
export interface PortSettings {
  /** Bits per second. */
  readonly baudRate: number;
  readonly dataBits?: 7 | 8;
  readonly stopBits?: 1 | 2;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly flowControl?: 'none' | 'hardware';
  /** Size of the receive buffer in bytes, where the platform supports it. Bytes beyond it are lost. */
  readonly bufferSize?: number;
}

/** Line errors that end one stream but not the port (W3C Web Serial, section 4.5.3). */
export type GlitchName =
  | 'BufferOverrunError'
  | 'BreakError'
  | 'FramingError'
  | 'ParityError'
  | 'UnknownError';

/** The result of one read. `lost` and `closed` are final: every later read returns the same. */
export type ReadOutcome =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'glitch'; readonly name: GlitchName; readonly message: string }
  | { readonly kind: 'lost'; readonly message: string }
  | { readonly kind: 'closed' };

/** `cancelled`: the user chose no device, which is not an error. */
export type ChooseError =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused' | 'failed'; readonly message: string };

/** `busy`: another program, tab or user has the port open, or opening it is not permitted. */
export type OpenError = {
  readonly kind: 'busy' | 'gone' | 'badSettings' | 'failed';
  readonly message: string;
};

export type WriteError = { readonly kind: 'lost' | 'closed' | 'failed'; readonly message: string };

/** The control lines that the computer drives. A line without a value does not change. */
export interface OutputSignals {
  readonly dtr?: boolean;
  readonly rts?: boolean;
}

/** The control lines that the device drives. */
export interface InputSignals {
  readonly cts: boolean;
  readonly dsr: boolean;
  readonly dcd: boolean;
  readonly ri: boolean;
}

/** `unsupported`: this link has no control lines. */
export type SignalError = {
  readonly kind: 'unsupported' | 'lost' | 'closed' | 'failed';
  readonly message: string;
};

export type CloseError = { readonly kind: 'failed'; readonly message: string };

/** Whether this link can be used here; if not, with the reason. */
export type LinkSupport =
  | { readonly kind: 'supported' }
  | { readonly kind: 'unsupported'; readonly reason: 'browser' | 'insecureContext' };

/**
 * An open port. Only the core's link reads, writes and closes it.
 *
 * Rules for implementations
 * - Bytes arrive unchanged and in order; none is lost between two reads; chunks have any size from 1.
 * - `read` is called again only after it settled. After a glitch it continues with the replacement stream.
 * - Writes are sent whole, in the order of the calls. A failed write is never repeated.
 * - No timers: a call may stay pending as long as the platform does. The core sets the deadlines and calls `abort`.
 * - `abort` settles a pending write as failed, and makes a pending `close` skip everything but the platform's close.
 * - `close` may be called at any time and repeatedly; all calls share one outcome. It sends buffered bytes first. A
 *   pending `read` settles with `closed` (or `lost`), pending writes settle, and then the device can be opened again.
 * - An unplug settles a pending `read` with `lost`, however the platform reports it.
 * - Only `setSignals` and `sendBreak` change control lines and the break state. Opening and closing do not, because a
 *   device may reset on a change. A port without control lines returns `unsupported` but transfers bytes.
 * - Nothing throws.
 */
export interface OpenPort {
  readonly read: () => Promise<ReadOutcome>;
  readonly write: (bytes: Uint8Array) => Promise<Result<void, WriteError>>;
  readonly abort: () => void;
  readonly close: () => Promise<Result<void, CloseError>>;
  readonly setSignals: (signals: OutputSignals) => Promise<Result<void, SignalError>>;
  /** Holds the line in its break state for `ms`, then settles. */
  readonly sendBreak: (ms: number) => Promise<Result<void, SignalError>>;
  readonly readSignals: () => Promise<Result<InputSignals, SignalError>>;
}

/** A handle of a device that may be opened. It becomes unusable when the device is unplugged. */
export interface SerialDevice {
  /** The label for display: "USB 1A86:7523", "Simulated device". */
  readonly label: string;
  /** Vendor and product id of a USB device; absent if unknown. */
  readonly usb?: { readonly vendorId: number; readonly productId: number };
  /** Opens the port. Returns `busy` while it is open or opening. */
  readonly open: (settings: PortSettings) => Promise<Result<OpenPort, OpenError>>;
}

/**
 * Reports that a device was attached or detached. `device` is the object that `choose` or `granted` returned, if the
 * platform kept it.
 */
export interface Presence {
  readonly kind: 'attached' | 'detached';
  readonly device: SerialDevice;
}

/** A kind of access to serial devices. */
export interface SerialLink {
  /** `usb`, `simulated` … Unique among the links of one core. */
  readonly id: string;
  readonly support: LinkSupport;
  /** Lets the user choose a device. Call it from a user gesture where the platform requires one. */
  readonly choose: () => Promise<Result<SerialDevice, ChooseError>>;
  /** Returns the devices that may be opened without asking the user. */
  readonly granted: () => Promise<readonly SerialDevice[]>;
  /** Emits each attached or detached device. Never errors. */
  readonly presence$: Observable<Presence>;
}
