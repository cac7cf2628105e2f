import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/** How a port is opened. Cannot change while it is open. */
export interface PortSettings {
  /** Bits per second. */
  readonly baudRate: number;
  readonly dataBits?: 7 | 8;
  readonly stopBits?: 1 | 2;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly flowControl?: 'none' | 'hardware';
  /** Bytes that wait for the reader before they are lost, where the platform offers a choice. */
  readonly bufferSize?: number;
}

/** Line errors that end one stream but not the port (W3C Web Serial, section 4.5.3). */
export type GlitchName =
  'BufferOverrunError' | 'BreakError' | 'FramingError' | 'ParityError' | 'UnknownError';

/** The result of one read. `lost` and `closed` are final: every later read returns the same. */
export type ReadOutcome =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'glitch'; readonly name: GlitchName; readonly message: string }
  | { readonly kind: 'lost'; readonly message: string }
  | { readonly kind: 'closed' };

/** `cancelled`: the user chose nothing, which is not an error. */
export type ChooseError =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused' | 'failed'; readonly message: string };

/** `busy`: another program, tab or user holds the port, or opening it is not permitted. */
export type OpenError = {
  readonly kind: 'busy' | 'gone' | 'badSettings' | 'failed';
  readonly message: string;
};

export type WriteError = { readonly kind: 'lost' | 'closed' | 'failed'; readonly message: string };

/** The control lines that the computer drives. A line that is not named stays as it is. */
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

/** Whether a link can be used here, and why not. */
export type LinkSupport =
  | { readonly kind: 'supported' }
  | { readonly kind: 'unsupported'; readonly reason: 'browser' | 'insecureContext' };

/**
 * An open port. Only the core's link reads, writes and closes it.
 *
 * Rules for implementations
 * - Bytes arrive unchanged and in order; none is lost between two reads; chunks have any size from 1.
 * - `read` is called again only after it settled. After a glitch it continues with the replacement stream.
 * - Writes go out whole, in the order of the calls. A failed write is never repeated.
 * - No timers: a call may stay pending as long as the platform does. The core sets the deadlines and calls `abort`.
 * - `abort` settles a pending write as failed, and makes a pending `close` skip everything but the platform's close.
 * - `close` may be called at any time and repeatedly; all calls share one outcome. Bytes under way are sent first. A
 *   pending `read` settles with `closed` (or `lost`), pending writes settle, and then the device can be opened again.
 * - An unplug settles a pending `read` with `lost`, however the platform reports it.
 * - Control lines and break are driven only by `setSignals` and `sendBreak`. Opening and closing leave them alone,
 *   because a device may take a change for a reset. A port without control lines says so; its bytes still flow.
 * - Nothing throws.
 */
export interface OpenPort {
  readonly read: () => Promise<ReadOutcome>;
  readonly write: (bytes: Uint8Array) => Promise<Result<void, WriteError>>;
  readonly abort: () => void;
  readonly close: () => Promise<Result<void, CloseError>>;
  readonly setSignals: (signals: OutputSignals) => Promise<Result<void, SignalError>>;
  /** Holds the line in its break state for `ms`; settles afterwards. */
  readonly sendBreak: (ms: number) => Promise<Result<void, SignalError>>;
  readonly readSignals: () => Promise<Result<InputSignals, SignalError>>;
}

/** A handle of a device that may be opened. An unplug makes the handle useless. */
export interface SerialDevice {
  /** For display: "USB 1A86:7523", "Simulated device". */
  readonly label: string;
  /** Vendor and product id of a USB device; absent where unknown. */
  readonly usb?: { readonly vendorId: number; readonly productId: number };
  /** The open port, or why it did not open. Refused as `busy` while it is open or opening. */
  readonly open: (settings: PortSettings) => Promise<Result<OpenPort, OpenError>>;
}

/** A handle was attached or detached. `device` is the object that `choose` or `granted` returned, if the platform kept it. */
export interface Presence {
  readonly kind: 'attached' | 'detached';
  readonly device: SerialDevice;
}

/** One way to reach serial devices. */
export interface SerialLink {
  /** `usb`, `simulated` … Unique among the links of one core. */
  readonly id: string;
  readonly support: LinkSupport;
  /** Lets the user choose. Call it from a user gesture where the platform requires one. */
  readonly choose: () => Promise<Result<SerialDevice, ChooseError>>;
  /** The devices that may be opened without asking the user. */
  readonly granted: () => Promise<readonly SerialDevice[]>;
  /** Never errors. */
  readonly presence$: Observable<Presence>;
}
