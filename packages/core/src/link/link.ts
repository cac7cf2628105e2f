import { Subject, Subscription, type Observable } from 'rxjs';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { LinkSupport, OpenPort, SerialDevice, SerialLink } from '../ports/serial-link.ts';
import type { Command } from './command.ts';
import {
  NEVER_CONNECTED,
  transition,
  type Connection,
  type ConnectionEvent,
  type DisconnectCause,
} from './connection.ts';
import { withDeadline } from './deadline.ts';
import { DEFAULT_LINK_SETTINGS, type LinkSettings } from './link-settings.ts';
import { createPortSession, type PortSession } from './port-session.ts';
import type { Outcome, Traffic, Transaction } from './traffic.ts';
import { createVerboseKeeper } from './verbose-keeper.ts';

/** Opening must end even when the platform does not answer. */
const OPEN_DEADLINE_MS = 10_000;

/** What the link has to tell the user. */
export type LinkNotice =
  | { readonly kind: 'portBusy' }
  | { readonly kind: 'openFailed'; readonly message: string }
  | { readonly kind: 'deviceUnplugged' };

/** `cancelled`: the user chose nothing, or took the attempt back. */
export type ConnectError =
  | { readonly kind: 'cancelled' | 'alreadyConnected' | 'unsupported' }
  | { readonly kind: 'busy' | 'failed'; readonly message: string };

export interface LinkParts {
  readonly links: readonly SerialLink[];
  readonly clock: Clock;
  readonly notify: (notice: LinkNotice) => void;
}

/** The serial connection: at most one, over one of several links. */
export interface Link {
  readonly links: readonly { readonly id: string; readonly support: LinkSupport }[];
  readonly connection$: Live<Connection>;
  readonly settings$: Live<LinkSettings>;
  readonly changeSettings: (change: Partial<LinkSettings>) => void;
  /** Everything on the line, in order. Never errors. */
  readonly traffic$: Observable<Traffic>;
  /** Each command as it ends. */
  readonly transactions$: Observable<Transaction>;
  /** The user's commands that wait for their turn. */
  readonly waiting$: Live<number>;
  /** Lets the user choose a device and opens it; call it from the user's gesture. Single flight. */
  readonly connect: (linkId: string) => Promise<Result<void, ConnectError>>;
  /** Ends the connection or the attempt at one. May be called at any time, any number of times. */
  readonly disconnect: () => Promise<void>;
  /** Second segment of the route: decides the verbose mode. */
  readonly setSection: (section: string) => void;
  /** Sends a command in its turn. */
  readonly execute: (command: Command) => Promise<Outcome | { readonly kind: 'notConnected' }>;
  /** Sends a background command if nothing else is on the line or waits, else is skipped. */
  readonly poll: (command: Command) => Promise<Outcome | { readonly kind: 'skipped' }>;
  /** The device's counters fell: it began anew, and its verbose mode is lost. */
  readonly deviceRestarted: () => void;
  readonly dispose: () => Promise<void>;
}

interface Held {
  readonly device: SerialDevice;
  readonly session: PortSession;
}

export const createLink = ({ links, clock, notify }: LinkParts): Link => {
  const connection = createLive<Connection>(NEVER_CONNECTED);
  const settings = createLive(DEFAULT_LINK_SETTINGS);
  const waiting = createLive(0);
  const traffic = new Subject<Traffic>();
  const transactions = new Subject<Transaction>();
  const presence = new Subscription();
  let held: Held | undefined;
  let attempt: object | undefined;
  let connecting: Promise<Result<void, ConnectError>> | undefined;
  let ending: Promise<void> | undefined;

  const dispatch = (event: ConnectionEvent): void => {
    connection.update((state) => transition(state, event));
  };

  const verbose = createVerboseKeeper((command) => held?.session.execute(command));

  const end = (cause: DisconnectCause): Promise<void> => {
    ending ??= (async () => {
      const session = held?.session;
      dispatch({ kind: 'closeBegun' });
      const failure = await session?.close();
      held = undefined;
      verbose.forget();
      const at = clock.wallNow();
      if (failure !== undefined) traffic.next({ kind: 'closeFailed', at, message: failure });
      traffic.next({ kind: 'closed', at, cause });
      ending = undefined;
      dispatch({ kind: 'ended', cause });
      const unplugged = cause.kind === 'unplugged' && settings.live.value.notifyOnUnplug;
      if (unplugged) notify({ kind: 'deviceUnplugged' });
    })();
    return ending;
  };

  const restarted = (): void => {
    if (held === undefined) return;
    traffic.next({ kind: 'restarted', at: clock.wallNow() });
    held.session.interrupt();
    verbose.sendAgain();
  };

  const onTraffic = (event: Traffic): void => {
    traffic.next(event);
    if (event.kind === 'urc' && event.urc.kind === 'ready') restarted();
  };

  const hold = (linkId: string, device: SerialDevice, port: OpenPort, baudRate: number): void => {
    const session = createPortSession({
      port,
      clock,
      baudRate,
      publish: onTraffic,
      onWaiting: waiting.set,
      onSettled: (transaction) => {
        transactions.next(transaction);
      },
      onReadEnd: (readEnd) => {
        if (readEnd.kind !== 'closed') {
          traffic.next({ kind: 'readError', at: clock.wallNow(), message: readEnd.message });
        }
        const hopeless = readEnd.kind === 'hopeless';
        void end(
          hopeless ? { kind: 'readError', message: readEnd.message } : { kind: 'unplugged' },
        );
      },
    });
    held = { device, session };
    const at = clock.wallNow();
    const { label, usb } = device;
    const shown = usb === undefined ? { linkId, label } : { linkId, label, usb };
    dispatch({ kind: 'opened', device: shown, baudRate, at });
    traffic.next({ kind: 'opened', at });
    verbose.sendAgain();
  };

  const refuse = (cause: DisconnectCause, error: ConnectError): Result<void, ConnectError> => {
    dispatch({ kind: 'ended', cause });
    return err(error);
  };

  const openFailed = (message: string, busy: boolean): Result<void, ConnectError> => {
    notify(busy ? { kind: 'portBusy' } : { kind: 'openFailed', message });
    const cause: DisconnectCause = { kind: 'openFailed', message, busy };
    return refuse(cause, { kind: busy ? 'busy' : 'failed', message });
  };

  const open = async (link: SerialLink, mine: object): Promise<Result<void, ConnectError>> => {
    const cancelled = (): boolean => attempt !== mine;
    const chosen = await link.choose();
    if (cancelled()) return err({ kind: 'cancelled' });
    if (!chosen.ok) {
      if (chosen.error.kind !== 'cancelled') return openFailed(chosen.error.message, false);
      return refuse({ kind: 'notChosen' }, { kind: 'cancelled' });
    }
    dispatch({ kind: 'deviceChosen' });
    const { baudRate } = settings.live.value;
    const opening = chosen.value.open({ baudRate });
    const opened = await withDeadline(opening, clock, OPEN_DEADLINE_MS, undefined);
    if (opened === undefined || cancelled()) {
      // A port that opens after all belongs to nobody: it is closed again.
      void opening.then((port) => {
        if (port.ok) void port.value.close();
      });
      if (cancelled()) return err({ kind: 'cancelled' });
      return openFailed('The device did not answer in time.', false);
    }
    if (!opened.ok) return openFailed(opened.error.message, opened.error.kind === 'busy');
    hold(link.id, chosen.value, opened.value, baudRate);
    return done;
  };

  const connect = (linkId: string): Promise<Result<void, ConnectError>> => {
    if (connecting !== undefined) return connecting;
    const link = links.find((each) => each.id === linkId);
    if (link === undefined || link.support.kind === 'unsupported') {
      return Promise.resolve(err({ kind: 'unsupported' }));
    }
    if (connection.live.value.kind !== 'disconnected') {
      return Promise.resolve(err({ kind: 'alreadyConnected' }));
    }
    const mine = {};
    attempt = mine;
    dispatch({ kind: 'connectAsked', linkId });
    const attempted = open(link, mine).finally(() => {
      if (connecting === attempted) connecting = undefined;
    });
    connecting = attempted;
    return attempted;
  };

  const disconnect = (): Promise<void> => {
    attempt = undefined;
    connecting = undefined;
    if (held !== undefined || ending !== undefined) return end({ kind: 'user' });
    dispatch({ kind: 'ended', cause: { kind: 'user' } });
    return Promise.resolve();
  };

  const detached = (device: SerialDevice): void => {
    if (held?.device === device) void end({ kind: 'unplugged' });
  };
  for (const link of links) {
    presence.add(
      link.presence$.subscribe((event) => {
        if (event.kind === 'detached') detached(event.device);
      }),
    );
  }

  return {
    links: links.map(({ id, support }) => ({ id, support })),
    connection$: connection.live,
    settings$: settings.live,
    changeSettings: (change) => {
      settings.update((present) => ({ ...present, ...change }));
    },
    traffic$: traffic.asObservable(),
    transactions$: transactions.asObservable(),
    waiting$: waiting.live,
    connect,
    disconnect,
    setSection: verbose.setSection,
    execute: (command) =>
      held?.session.execute(command) ?? Promise.resolve({ kind: 'notConnected' }),
    poll: async (command) => {
      if (held?.session.admits(command) !== true) return { kind: 'skipped' };
      const { session } = held;
      const resync = await verbose.resync();
      if (resync?.kind === 'timeout' || resync?.kind === 'lost') return resync;
      const outcome = await session.execute(command);
      if (outcome.kind === 'timeout') verbose.doubt();
      return outcome;
    },
    deviceRestarted: restarted,
    dispose: async () => {
      presence.unsubscribe();
      await disconnect();
      for (const stream of [traffic, transactions]) stream.complete();
      for (const live of [connection, settings, waiting]) live.dispose();
    },
  };
};
