import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/** How a port is opened. Fixed while it is open. */
export interface PortSettings {
  /** Bits per second. */
  readonly baudRate: number;
  readonly dataBits?: 7 | 8;
  readonly stopBits?: 1 | 2;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly flowControl?: 'none' | 'hardware';
  /** Bytes that wait for the reader before they are lost, where the platform lets one choose. */
  readonly bufferSize?: number;
}

/** Errors of the line that end one stream but not the port: the W3C Web Serial specification, section 4.5.3. */
export type GlitchName =
  'BufferOverrunError' | 'BreakError' | 'FramingError' | 'ParityError' | 'UnknownError';

/** What one read gave. `lost` and `closed` are final: every later read gives the same. */
export type ReadOutcome =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'glitch'; readonly name: GlitchName; readonly message: string }
  | { readonly kind: 'lost'; readonly message: string }
  | { readonly kind: 'closed' };

/** `cancelled`: the user chose nothing, which is no error. */
export type ChooseError =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused' | 'failed'; readonly message: string };

/** `busy`: another program, tab or user holds the port, or it may not be opened. */
export type OpenError = {
  readonly kind: 'busy' | 'gone' | 'badSettings' | 'failed';
  readonly message: string;
};

export type WriteError = { readonly kind: 'lost' | 'closed' | 'failed'; readonly message: string };
/** The lines that the computer drives. What is not named stays as it is. */
export interface OutputSignals {
  readonly dtr?: boolean;
  readonly rts?: boolean;
}

/** The lines that the device drives. */
export interface InputSignals {
  readonly cts: boolean;
  readonly dsr: boolean;
  readonly dcd: boolean;
  readonly ri: boolean;
}

/** `unsupported`: this way to a device has no such lines. */
export type SignalError = {
  readonly kind: 'unsupported' | 'lost' | 'closed' | 'failed';
  readonly message: string;
};

export type CloseError = { readonly kind: 'failed'; readonly message: string };

/** Why a link cannot be used here at all. */
export type LinkSupport =
  | { readonly kind: 'supported' }
  | { readonly kind: 'unsupported'; readonly reason: 'browser' | 'insecureContext' };

/**
 * A port that is open. Its owner is the core's link; nobody else reads, writes or closes it.
 *
 * Obligations
 * - Bytes arrive unchanged, in order, none lost between two reads, in chunks of any size ≥ 1.
 * - `read` is called again only after it settled. After a glitch it goes on with the stream that replaces the broken one.
 * - Writes go out whole, in the order of their calls; one that failed is never repeated.
 * - `close` may be called at any time and more than once; all calls share one outcome; a pending `read` settles
 *   with `closed` (or `lost`) and pending writes settle; when `close` has settled the device can be opened again.
 * - Unplugging settles a pending `read` with `lost`, whichever way the platform reports it.
 * - The lines and the break are driven only by `setSignals` and `sendBreak`: opening and closing leave them to the system,
 *   because a device may take a change for a reset. A port without them says so, and its bytes go on.
 * - Nothing throws.
 */
export interface OpenPort {
  readonly read: () => Promise<ReadOutcome>;
  readonly write: (bytes: Uint8Array) => Promise<Result<void, WriteError>>;
  readonly close: () => Promise<Result<void, CloseError>>;
  readonly setSignals: (signals: OutputSignals) => Promise<Result<void, SignalError>>;
  /** Holds the line in its break state for so long, then lets it go; settles afterwards. */
  readonly sendBreak: (ms: number) => Promise<Result<void, SignalError>>;
  readonly readSignals: () => Promise<Result<InputSignals, SignalError>>;
}

/** A device that may be opened: this handle, which dies when the device is unplugged. */
export interface SerialDevice {
  /** For people: "USB 1A86:7523", "Simulated device". */
  readonly label: string;
  /** Vendor and product of a USB device; absent where the platform does not tell. */
  readonly usb?: { readonly vendorId: number; readonly productId: number };
  /** Settles with one open port, or says why not; a second call while open is refused as `busy`. */
  readonly open: (settings: PortSettings) => Promise<Result<OpenPort, OpenError>>;
}

/** A handle came or went. `device` is the object that `choose` or `granted` gave, where the platform keeps it. */
export interface Presence {
  readonly kind: 'attached' | 'detached';
  readonly device: SerialDevice;
}

/** One way to reach serial devices. */
export interface SerialLink {
  /** Names the way: `usb`, `simulated`. Unique among the links of one core. */
  readonly id: string;
  readonly support: LinkSupport;
  /** Lets the user choose; must be called from a user's gesture where the platform demands one. */
  readonly choose: () => Promise<Result<SerialDevice, ChooseError>>;
  /** The devices that may be opened without asking again. */
  readonly granted: () => Promise<readonly SerialDevice[]>;
  /** Never errors. */
  readonly presence$: Observable<Presence>;
}
