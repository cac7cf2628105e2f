import { map, merge, Subject, Subscription } from 'rxjs';
import { createLive } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import type { SerialDevice, SerialLink } from '../ports/serial-link.ts';
import { createReplyDecoder } from '../protocol/reply-decoder.ts';
import {
  causeOfReadEnd,
  NEVER_CONNECTED,
  transition,
  type Connection,
  type ConnectionEvent,
  type DisconnectCause,
} from './connection.ts';
import { shownDevice } from './device-key.ts';
import type { ConnectError, ConnectOptions, Link, LinkParts } from './link-api.ts';
import { createLineSignals } from './line-signals.ts';
import { DEFAULT_LINK_SETTINGS, settingsForNextUser } from './link-settings.ts';
import { createLineWatch } from './line-watch.ts';
import { createAttempts, type FullSettings } from './attempts.ts';
import { openClaimed, type Opening } from './open-claimed.ts';
import { createPortStore } from './port-store.ts';
import { createReplyMonitor } from './reply-monitor.ts';
import { createReturnWatch } from './return-watch.ts';
import { createPortSession, type PortSession } from './port-session.ts';
import { createTabKeeper } from './tab-keeper.ts';
import type { LateReply, Traffic, Transaction } from './traffic.ts';
import { createVerboseKeeper } from './verbose-keeper.ts';

interface Held {
  readonly link: SerialLink;
  readonly device: SerialDevice;
  readonly session: PortSession;
  /** Lets other tabs have the device. */
  readonly release: () => void;
  /** The other devices that are there; filled in soon after the opening. */
  readonly others: Set<SerialDevice>;
}

export const createLink = ({ links, clock, notify, tabLock, store }: LinkParts): Link => {
  const connection = createLive<Connection>(NEVER_CONNECTED);
  const settings = createLive(DEFAULT_LINK_SETTINGS);
  const waiting = createLive(0);
  const traffic = new Subject<Traffic>();
  const transactions = new Subject<Transaction>();
  const late = new Subject<LateReply>();
  const presence = new Subscription();
  const decoder = createReplyDecoder();
  let held: Held | undefined;
  let ending: Promise<void> | undefined;
  let lostAt: number | undefined;
  /** The user disconnected while a loss was still being cleaned up. */
  let leaving = false;

  const dispatch = (event: ConnectionEvent): void => {
    connection.update((state) => transition(state, event));
  };

  const lineWatch = createLineWatch({
    clock,
    traffic$: traffic,
    transactions$: transactions,
    baudRate: () => settings.live.value.baudRate,
  });

  const replies = createReplyMonitor({
    clock,
    traffic$: traffic,
    transactions$: transactions,
    late$: late,
  });

  const ports = createPortStore(store);
  const signals = createLineSignals({ clock, publish: traffic.next.bind(traffic) });

  /** The baud rate is chosen for the connection, the rest is kept for the kind of device. */
  const portSettings = (link: SerialLink, device: SerialDevice): FullSettings => ({
    baudRate: settings.live.value.baudRate,
    ...ports.optionsFor(shownDevice(link.id, device)),
  });

  const verbose = createVerboseKeeper((command) => held?.session.execute(command));
  const keeper = createTabKeeper({
    tabLock,
    clock,
    section: verbose.section,
    onTaken: () => {
      const cause = { kind: 'takenOver' } as const;
      if (held !== undefined) void end(cause);
      else {
        attempts.cancel();
        endWait();
        dispatch({ kind: 'ended', cause });
      }
    },
  });

  const end = (cause: DisconnectCause): Promise<void> => {
    ending ??= (async () => {
      const lost = held;
      dispatch({ kind: 'closeBegun' });
      signals.attach(undefined);
      const failure = await lost?.session.close();
      lost?.release();
      held = undefined;
      ports.closed();
      verbose.forget();
      const at = clock.wallNow();
      if (failure !== undefined) traffic.next({ kind: 'closeFailed', at, message: failure });
      traffic.next({ kind: 'closed', at, cause });
      ending = undefined;
      const { notifyOnUnplug, reconnect } = settings.live.value;
      const unplugged = cause.kind === 'unplugged';
      const awaited = unplugged && reconnect && !leaving ? lost : undefined;
      dispatch(
        awaited === undefined
          ? { kind: 'ended', cause }
          : { kind: 'ended', cause, awaited: shownDevice(awaited.link.id, awaited.device) },
      );
      if (unplugged && notifyOnUnplug) notify({ kind: 'deviceUnplugged' });
      if (awaited !== undefined) {
        lostAt = clock.monotonicNow();
        watch.start(awaited);
      }
    })();
    return ending;
  };

  const restarted = (): void => {
    if (held === undefined) return;
    traffic.next({ kind: 'restarted', at: clock.wallNow() });
    verbose.sendAgain();
  };

  const onTraffic = (event: Traffic): void => {
    traffic.next(event);
    if (event.kind === 'urc' && event.urc.kind === 'ready') restarted();
  };

  const hold = (
    link: SerialLink,
    device: SerialDevice,
    { port, release }: Extract<Opening, { readonly kind: 'open' }>,
    { baudRate, ...options }: FullSettings,
  ): void => {
    const session = createPortSession({
      port,
      clock,
      baudRate,
      decode: decoder.decode,
      publish: onTraffic,
      onWaiting: waiting.set,
      onSettled: transactions.next.bind(transactions),
      onLate: late.next.bind(late),
      onReadEnd: (readEnd) => {
        if (readEnd.kind !== 'closed') {
          traffic.next({ kind: 'readError', at: clock.wallNow(), message: readEnd.message });
        }
        void end(causeOfReadEnd(readEnd));
      },
    });
    const others = new Set<SerialDevice>();
    held = { link, device, session, release, others };
    void link.granted().then((present) => {
      for (const each of present) if (each !== device) others.add(each);
    });
    const at = clock.wallNow();
    const shown = shownDevice(link.id, device);
    ports.opened(shown, options);
    signals.attach(port);
    dispatch({ kind: 'opened', device: shown, baudRate, at });
    if (lostAt !== undefined) traffic.next({ kind: 'gap', at, ms: clock.monotonicNow() - lostAt });
    lostAt = undefined;
    traffic.next({ kind: 'opened', at });
    verbose.sendAgain();
  };

  const endWait = (): void => {
    watch.stop();
    lostAt = undefined;
    dispatch({ kind: 'waitEnded' });
  };

  /** Quiet: what fails here is tried again, or waited for; the user did not ask for this attempt. */
  const reopen = async (link: SerialLink, device: SerialDevice): Promise<boolean> => {
    const isUnwanted = (): boolean => lostAt === undefined;
    const chosen = portSettings(link, device);
    const wish = { link, device, settings: chosen, takeOver: false, isUnwanted };
    const opening = await openClaimed(clock, keeper, wish);
    if (opening.kind !== 'open') return false;
    dispatch({ kind: 'deviceReturned', linkId: link.id });
    hold(link, device, opening, chosen);
    return true;
  };

  const watch = createReturnWatch({
    clock,
    tryOpen: reopen,
    onAmbiguous: () => {
      endWait();
      notify({ kind: 'whichDevice' });
    },
  });

  const attempts = createAttempts({
    clock,
    keeper,
    portSettings,
    dispatch,
    notify,
    onOpen: hold,
  });

  const connect = (
    linkId: string,
    { takeOver = false, device }: ConnectOptions = {},
  ): Promise<Result<void, ConnectError>> => {
    const underWay = attempts.underWay();
    if (underWay !== undefined) return underWay;
    const link = links.find((each) => each.id === linkId);
    if (link === undefined || link.support.kind === 'unsupported') {
      return Promise.resolve(err({ kind: 'unsupported' }));
    }
    if (connection.live.value.kind !== 'disconnected') {
      return Promise.resolve(err({ kind: 'alreadyConnected' }));
    }
    endWait();
    if (takeOver) return attempts.takeOver(link);
    return device === undefined ? attempts.choose(link) : attempts.open(link, device);
  };

  const disconnect = (): Promise<void> => {
    attempts.cancel();
    endWait();
    if (ending !== undefined) {
      leaving = true;
      return ending.finally(() => {
        leaving = false;
      });
    }
    if (held !== undefined) return end({ kind: 'user' });
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
    late$: late.asObservable(),
    waiting$: waiting.live,
    granted: async (linkId) => {
      const devices = await links.find(({ id }) => id === linkId)?.granted();
      return (devices ?? []).map((device) => ({ ...shownDevice(linkId, device), device }));
    },
    presence$: merge(...links.map((link) => link.presence$)).pipe(map(() => undefined)),
    connect,
    disconnect,
    replyAge$: replies.replyAge$,
    unanswered$: replies.unanswered$,
    decoder,
    diagnosis$: lineWatch.diagnosis$,
    ports,
    signals,
    endUser: () => {
      held?.session.endUser();
      ports.forgetUser();
      settings.update((present) => settingsForNextUser(present, held !== undefined));
    },
    reopenAt: async (baudRate) => {
      settings.update((present) => ({ ...present, baudRate }));
      const before = held;
      if (before === undefined) return err({ kind: 'cancelled' });
      await disconnect();
      endWait();
      return attempts.open(before.link, before.device);
    },
    setSection: verbose.setSection,
    execute: (command) =>
      held?.session.execute(command) ?? Promise.resolve({ kind: 'notConnected' }),
    writeRaw: (text, bytes) =>
      held?.session.writeRaw(text, bytes) ?? Promise.resolve(err({ kind: 'notConnected' })),
    poll: async (command) => {
      if (held?.session.admits(command) !== true) return { kind: 'skipped' };
      const { session } = held;
      const resync = await verbose.resync();
      // Silence there is no reason to stop asking: the poll goes out all the same.
      if (resync?.kind === 'lost') return resync;
      const outcome = await session.execute(command);
      if (outcome.kind === 'timeout') verbose.doubt();
      return outcome;
    },
    deviceRestarted: () => {
      held?.session.interrupt();
      restarted();
    },
    dispose: async () => {
      presence.unsubscribe();
      await disconnect();
      for (const part of [lineWatch, replies, ports, signals]) part.dispose();
      for (const stream of [traffic, transactions, late]) stream.complete();
      for (const live of [connection, settings, waiting]) live.dispose();
    },
  };
};
