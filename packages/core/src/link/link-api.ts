import type { Observable } from 'rxjs';
import type { Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { LinkSupport, SerialDevice, SerialLink } from '../ports/serial-link.ts';
import type { TabHolder, TabLock } from '../ports/tab-lock.ts';
import type { ReplyDecoder } from '../protocol/reply-decoder.ts';
import type { ConnectedDevice, Connection } from './connection.ts';
import type { Diagnosis } from './link-diagnostics.ts';
import type { LineSignals } from './line-signals.ts';
import type { PortStore } from './port-store.ts';
import type { ReplyMonitor } from './reply-monitor.ts';
import type { Command, LateReply, Outcome, Traffic, Transaction } from './traffic.ts';

/** The baud rates offered (the specification, section 9). */
export const BAUD_RATES = [9_600, 19_200, 38_400, 57_600, 115_200] as const;
export const DEFAULT_BAUD_RATE = 115_200;

export interface LinkSettings {
  readonly baudRate: number;
  /** Whether the user is notified of an unplug. */
  readonly notifyOnUnplug: boolean;
  /** Whether an unplugged device is opened again when it returns. */
  readonly reconnect: boolean;
  /** Whether logging out drops the connection. */
  readonly disconnectOnLogout: boolean;
}

export const DEFAULT_LINK_SETTINGS: LinkSettings = {
  baudRate: DEFAULT_BAUD_RATE,
  notifyOnUnplug: true,
  reconnect: true,
  disconnectOnLogout: true,
};

/** The next user starts with the defaults; only the baud rate of an open port stays. */
export const settingsForNextUser = ({ baudRate }: LinkSettings, isOpen: boolean): LinkSettings =>
  isOpen ? { ...DEFAULT_LINK_SETTINGS, baudRate } : DEFAULT_LINK_SETTINGS;

/** What the link reports to the user. */
export type LinkNotice =
  | { readonly kind: 'portBusy' }
  | { readonly kind: 'openFailed'; readonly message: string }
  | { readonly kind: 'deviceUnplugged' }
  /** Several devices could be the one that was unplugged: the user has to connect. */
  | { readonly kind: 'whichDevice' }
  /** Another tab of this browser has the device open; connecting with `takeOver` gets it. */
  | { readonly kind: 'openElsewhere'; readonly holder?: TabHolder };

/** `cancelled`: the user chose nothing, or took the attempt back. */
export type ConnectError =
  | { readonly kind: 'cancelled' | 'alreadyConnected' | 'unsupported' | 'openElsewhere' }
  | { readonly kind: 'busy' | 'failed'; readonly message: string };

/** Why bytes past the queue did not go out. */
export type RawWriteError =
  { readonly kind: 'notConnected' } | { readonly kind: 'writeFailed'; readonly message: string };

export interface LinkParts {
  readonly links: readonly SerialLink[];
  readonly clock: Clock;
  readonly notify: (notice: LinkNotice) => void;
  /** Absent where there are no tabs. */
  readonly tabLock?: TabLock | undefined;
  /** Where the ports' options are kept; without it they last as long as the page. */
  readonly store?: Pick<KeyValueStore, 'get' | 'set'>;
}

/** A device that may be opened without asking the user again. */
export interface GrantedDevice extends ConnectedDevice {
  readonly device: SerialDevice;
}

export interface ConnectOptions {
  /** Opens this granted device instead of letting the user choose. */
  readonly device?: SerialDevice;
  /** Takes the device that the last attempt found open in another tab; that tab is asked to let go. */
  readonly takeOver?: boolean;
}

/** The serial connection: at most one, over one of several links. */
export interface Link extends Pick<ReplyMonitor, 'replyAge$' | 'unanswered$'> {
  readonly links: readonly { readonly id: string; readonly support: LinkSupport }[];
  readonly connection$: Live<Connection>;
  readonly settings$: Live<LinkSettings>;
  readonly changeSettings: (change: Partial<LinkSettings>) => void;
  /** Everything on the line, in order. Never errors. */
  readonly traffic$: Observable<Traffic>;
  /** Each command as it ends. */
  readonly transactions$: Observable<Transaction>;
  /** Decodes the replies to the live data command; its owner is the telemetry, which knows the profile. */
  readonly decoder: ReplyDecoder;
  /** What still came for a command that had timed out, piece by piece. */
  readonly late$: Observable<LateReply>;
  /** The user's commands that wait for their turn. */
  readonly waiting$: Live<number>;
  /** The devices of a way that the user granted before and that are present. */
  readonly granted: (linkId: string) => Promise<readonly GrantedDevice[]>;
  /** Emits when devices of any way come or go. Never errors. */
  readonly presence$: Observable<void>;
  /** Lets the user choose a device and opens it; call it from the user's gesture. One attempt at a time. */
  readonly connect: (
    linkId: string,
    options?: ConnectOptions,
  ) => Promise<Result<void, ConnectError>>;
  /** Ends the connection or the attempt at one. May be called at any time, any number of times. */
  readonly disconnect: () => Promise<void>;
  /** What the errors of the line point to; told once a second while connected. */
  readonly diagnosis$: Live<Diagnosis>;
  /** Opens the connected device again at another rate, without asking for it again. */
  readonly reopenAt: (baudRate: number) => Promise<Result<void, ConnectError>>;
  /** How ports are opened, beside the baud rate. */
  readonly ports: PortStore;
  /** DTR, RTS, break and the device's own lines. */
  readonly signals: LineSignals;
  /** Second segment of the route: decides the verbose mode. */
  readonly setSection: (section: string) => void;
  /**
   * The user signed out; the connection may stay open (LINK-100). Their waiting commands are not sent, the pending one
   * gets the outcome `lost`, and its reply is shown to nobody. Settings return to their defaults.
   */
  readonly endUser: () => void;
  /** Sends a command in its turn. */
  readonly execute: (command: Command) => Promise<Outcome | { readonly kind: 'notConnected' }>;
  /**
   * Writes bytes at once, as the user's, without waiting for a turn: a control character that is to reach the device
   * while a command is in flight. Neither ends nor delays that command; no reply is waited for.
   */
  readonly writeRaw: (text: string, bytes: Uint8Array) => Promise<Result<void, RawWriteError>>;
  /** Sends a background command if nothing else is on the line or waits, else is skipped. */
  readonly poll: (command: Command) => Promise<Outcome | { readonly kind: 'skipped' }>;
  /** The device's counters fell: it began anew, and its verbose mode is lost. */
  readonly deviceRestarted: () => void;
  readonly dispose: () => Promise<void>;
}
