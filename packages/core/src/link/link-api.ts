import type { Observable } from 'rxjs';
import type { Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { LinkSupport, SerialDevice, SerialLink } from '../ports/serial-link.ts';
import type { TabHolder, TabLock } from '../ports/tab-lock.ts';
import type { ReplyDecoder } from '../protocol/reply-decoder.ts';
import type { ConnectedDevice, Connection } from './connection.ts';
import type { Identification, IdentifyRequest, Probe } from './identify-device.ts';
import type { Diagnosis } from './link-diagnostics.ts';
import type { LineSignals } from './line-signals.ts';
import type { LineFormat } from './port-options.ts';
import type { PortStore } from './port-store.ts';
import type { RawChannel, RawOpenError } from './raw-channel.ts';
import type { ReplyMonitor } from './reply-monitor.ts';
import type { Command, LateReply, Outcome, Traffic, Transaction } from './traffic.ts';

/** The baud rates that are offered (the specification, section 9). */
export const BAUD_RATES = [9_600, 19_200, 38_400, 57_600, 115_200] as const;
const DEFAULT_BAUD_RATE = 115_200;

export interface LinkSettings {
  readonly baudRate: number;
  readonly notifyOnUnplug: boolean;
  /** Whether an unplugged device is opened again when it returns. */
  readonly reconnect: boolean;
  /** Whether logging out ends the connection. */
  readonly disconnectOnLogout: boolean;
}

export const DEFAULT_LINK_SETTINGS: LinkSettings = {
  baudRate: DEFAULT_BAUD_RATE,
  notifyOnUnplug: true,
  reconnect: true,
  disconnectOnLogout: true,
};

/** Returns the settings for the next user: the defaults, with the baud rate of an open port. */
export const settingsForNextUser = ({ baudRate }: LinkSettings, isOpen: boolean): LinkSettings =>
  isOpen ? { ...DEFAULT_LINK_SETTINGS, baudRate } : DEFAULT_LINK_SETTINGS;

/** What the link reports to the user. */
export type LinkNotice =
  | { readonly kind: 'portBusy' }
  | { readonly kind: 'openFailed'; readonly message: string }
  | { readonly kind: 'deviceUnplugged' }
  /** The link found several devices that could be the unplugged one, so the user has to choose. */
  | { readonly kind: 'whichDevice' }
  /** Another tab of this browser has the device open; connecting with `takeOver` moves it to this tab. */
  | { readonly kind: 'openElsewhere'; readonly holder?: TabHolder };

/** `cancelled`: the user chose no device, or cancelled the attempt. */
export type ConnectError =
  | { readonly kind: 'cancelled' | 'alreadyConnected' | 'unsupported' | 'openElsewhere' }
  | { readonly kind: 'busy' | 'failed'; readonly message: string };

/** Why raw bytes were not sent. */
export type RawWriteError =
  | { readonly kind: 'notConnected' }
  | { readonly kind: 'writeFailed'; readonly message: string };

export interface LinkParts {
  readonly links: readonly SerialLink[];
  readonly clock: Clock;
  readonly notify: (notice: LinkNotice) => void;
  /** Absent on platforms without tabs. */
  readonly tabLock?: TabLock | undefined;
  /** Where port options are saved. */
  readonly store: Pick<KeyValueStore, 'get' | 'set'>;
}

/** A device that may be opened without asking the user again. */
export interface GrantedDevice extends ConnectedDevice {
  readonly device: SerialDevice;
}

export interface ConnectOptions {
  /** The granted device to open instead of letting the user choose. */
  readonly device?: SerialDevice;
  /** Takes over the device that the last attempt found open in another tab. */
  readonly takeOver?: boolean;
}

/** The serial connection: at most one, through one of several links. */
export interface Link extends Pick<ReplyMonitor, 'replyAge$' | 'unanswered$'> {
  readonly links: readonly { readonly id: string; readonly support: LinkSupport }[];
  readonly connection$: Live<Connection>;
  readonly settings$: Live<LinkSettings>;
  readonly changeSettings: (change: Partial<LinkSettings>) => void;
  /** Everything sent and received, in order. Never errors. */
  readonly traffic$: Observable<Traffic>;
  /** Emits each command when it ends. */
  readonly transactions$: Observable<Transaction>;
  /** Decodes the replies to the live data command. The telemetry sets it, because it knows the profile. */
  readonly decoder: ReplyDecoder;
  /** Bytes that arrived after their command timed out, chunk by chunk. */
  readonly late$: Observable<LateReply>;
  /** The number of user commands that are queued. */
  readonly waiting$: Live<number>;
  /** Lists the devices of a link that the user granted before and that are present. */
  readonly granted: (linkId: string) => Promise<readonly GrantedDevice[]>;
  /** Emits when devices of any link are attached or detached. Never errors. */
  readonly presence$: Observable<void>;
  /** Lets the user choose a device and opens it. Must be called in a user gesture. Only one attempt runs at a time. */
  readonly connect: (
    linkId: string,
    options?: ConnectOptions,
  ) => Promise<Result<void, ConnectError>>;
  /** Ends the connection or the attempt. May be called at any time and repeatedly. */
  readonly disconnect: () => Promise<void>;
  /** The likely cause of the errors on the line, published once a second while connected. */
  readonly diagnosis$: Live<Diagnosis>;
  /**
   * Opens the connected device again at another baud rate, without asking the user to choose. A given line format
   * replaces the saved one.
   */
  readonly reopenAt: (
    baudRate: number,
    format?: Partial<LineFormat>,
  ) => Promise<Result<void, ConnectError>>;
  /** All port settings except the baud rate. */
  readonly ports: PortStore;
  /** DTR, RTS, break and the device's control lines. */
  readonly signals: LineSignals;
  /** Sets the second segment of the route, which decides the verbose mode. */
  readonly setSection: (section: string) => void;
  /**
   * Ends the scope of the user who signed out; the connection may stay open (LINK-100). Queued commands of the user are
   * not sent, the pending one gets the outcome `lost`, and its reply is not shown. Settings return to their defaults.
   */
  readonly endUser: () => void;
  readonly execute: (command: Command) => Promise<Outcome | { readonly kind: 'notConnected' }>;
  /**
   * Writes bytes of the user at once, bypassing the queue, such as a control character for a device that is working on
   * a command. It neither ends nor delays the pending command, and no reply is awaited.
   */
  readonly writeRaw: (text: string, bytes: Uint8Array) => Promise<Result<void, RawWriteError>>;
  /**
   * Opens the connection as plain bytes for one owner, for example to transfer a file (LINK-120). Waits for the pending
   * command; then sends `enter`, after whose reply nothing else is sent. While the channel is open, commands wait and
   * polls are skipped. Afterwards the log has one line with the number of bytes.
   */
  readonly openRaw: (enter?: Command) => Promise<Result<RawChannel, RawOpenError>>;
  /** Stops the verbose commands of the app while `isListening` is true. Afterwards the verbose mode is set again. */
  readonly setListening: (isListening: boolean) => void;
  /** Sends a command of the app. It is skipped if another command is pending or queued. */
  readonly poll: (command: Command) => Promise<Outcome | { readonly kind: 'skipped' }>;
  /**
   * True during identification: the app sends neither polls nor verbose commands. Afterwards it sets the verbose mode
   * again.
   */
  readonly isIdentifying$: Live<boolean>;
  /** Identifies the connected device; see `identifyDevice`. Call it only on explicit user action. */
  readonly identify: <Step extends Probe>(request: IdentifyRequest<Step>) => Identification;
  /** Reports that the counters of the device fell: it restarted and has lost its verbose mode. */
  readonly deviceRestarted: () => void;
  /** Reports that values of the device were decoded, which proves the baud rate; see `diagnosis$`. */
  readonly understood: () => void;
  readonly dispose: () => Promise<void>;
}
