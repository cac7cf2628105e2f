import { map, merge, Subject } from 'rxjs';
import { createLive } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import type { SerialDevice, SerialLink } from '../ports/serial-link.ts';
import { createReplyDecoder } from '../protocol/reply-decoder.ts';
import { createAttempts, type FullSettings } from './attempts.ts';
import {
  causeOfReadEnd,
  NEVER_CONNECTED,
  shownDevice,
  transition,
  type Connection,
  type ConnectionEvent,
  type DisconnectCause,
} from './connection.ts';
import { identifyDevice } from './identify-device.ts';
import { createLineSignals } from './line-signals.ts';
import {
  DEFAULT_LINK_SETTINGS,
  settingsForNextUser,
  type ConnectError,
  type ConnectOptions,
  type Link,
  type LinkParts,
} from './link-api.ts';
import { createDiagnosisMonitor } from './link-diagnostics.ts';
import { createPortOpener, giveBack, type Opening, type OpenRequest } from './open-port.ts';
import { createPortStore } from './port-store.ts';
import { createReplyMonitor } from './reply-monitor.ts';
import { createReturnMonitor } from './return-monitor.ts';
import { createPortSession, type PortSession } from './port-session.ts';
import type { LateReply, Traffic, Transaction } from './traffic.ts';
import { createVerboseMode } from './verbose-mode.ts';

/** The open port with everything that belongs to it. */
interface OpenConnection {
  readonly link: SerialLink;
  readonly device: SerialDevice;
  readonly session: PortSession;
  /** Releases the tab lock. */
  readonly release: () => Promise<void>;
  /** The other devices that are present. They are listed shortly after the opening. */
  readonly others: Set<SerialDevice>;
}

export const createLink = ({
  links: platforms,
  clock,
  notify,
  tabLock,
  store,
}: LinkParts): Link => {
  // A list of devices that cannot be read counts as empty. The list is read again where it matters.
  const links = platforms.map((link) => ({
    ...link,
    granted: () => link.granted().catch(() => []),
  }));
  const connection = createLive<Connection>(NEVER_CONNECTED);
  const settings = createLive(DEFAULT_LINK_SETTINGS);
  const waiting = createLive(0);
  const traffic = new Subject<Traffic>();
  const transactions = new Subject<Transaction>();
  const late = new Subject<LateReply>();
  const decoder = createReplyDecoder();
  let open: OpenConnection | undefined;
  let ending: Promise<void> | undefined;
  /** Monotonic time of a loss; undefined unless the link waits for the device to return. */
  let lostAt: number | undefined;
  /** Whether the user disconnected while the port of a lost device was still closing. */
  let isGivingUp = false;

  const dispatch = (event: ConnectionEvent): void => {
    connection.update((state) => transition(state, event));
  };

  const diagnostics = createDiagnosisMonitor({
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

  /**
   * Returns the settings of a port. The baud rate belongs to the connection; the other settings are saved for the kind
   * of device.
   */
  const portSettings = (link: SerialLink, device: SerialDevice): FullSettings => ({
    baudRate: settings.live.value.baudRate,
    ...ports.optionsFor(shownDevice(link.id, device)),
  });

  const isIdentifying = createLive(false);
  const verbose = createVerboseMode((command) =>
    isIdentifying.live.value || connection.live.value.kind !== 'connected'
      ? undefined
      : open?.session.execute(command),
  );
  const openPort = createPortOpener({
    tabLock,
    clock,
    section: verbose.section,
    onTaken: () => {
      const cause = { kind: 'takenOver' } as const;
      if (open !== undefined) void end(cause);
      else {
        attempts.cancel();
        endWait();
        dispatch({ kind: 'ended', cause });
      }
    },
  });

  const end = (cause: DisconnectCause): Promise<void> => {
    ending ??= (async () => {
      const lost = open;
      dispatch({ kind: 'closeBegun', cause });
      signals.attach(undefined);
      const failure = await lost?.session.close();
      await lost?.release();
      open = undefined;
      ports.closed();
      verbose.forget();
      const at = clock.wallNow();
      if (failure !== undefined) traffic.next({ kind: 'closeFailed', at, message: failure });
      traffic.next({ kind: 'closed', at, cause });
      ending = undefined;
      const { notifyOnUnplug, reconnect } = settings.live.value;
      const unplugged = cause.kind === 'unplugged';
      const awaited = unplugged && reconnect && !isGivingUp ? lost : undefined;
      const shown = awaited && { awaited: shownDevice(awaited.link.id, awaited.device) };
      dispatch({ kind: 'ended', cause, ...shown });
      if (unplugged && notifyOnUnplug) notify({ kind: 'deviceUnplugged' });
      if (awaited !== undefined) {
        lostAt = clock.monotonicNow();
        returnMonitor.start(awaited);
      }
    })();
    return ending;
  };

  const restarted = (): void => {
    if (open === undefined) return;
    traffic.next({ kind: 'restarted', at: clock.wallNow() });
    verbose.sendAgain();
  };

  const onTraffic = (event: Traffic): void => {
    traffic.next(event);
    if (event.kind === 'urc' && event.urc.kind === 'ready') restarted();
  };

  const onOpen = (
    { link, device, settings: { baudRate, ...options } }: OpenRequest,
    { port, release }: Extract<Opening, { kind: 'open' }>,
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
    open = { link, device, session, release, others };
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
    returnMonitor.stop();
    lostAt = undefined;
    dispatch({ kind: 'waitEnded' });
  };

  /** Opens a returned device. Failures are not reported, because the user did not request this attempt. */
  const reopen = async (link: SerialLink, device: SerialDevice): Promise<boolean> => {
    const request: OpenRequest = {
      link,
      device,
      settings: portSettings(link, device),
      takeOver: false,
      isCancelled: () => lostAt === undefined,
    };
    const opening = await openPort(request);
    if (opening.kind !== 'open') return false;
    if (request.isCancelled()) {
      await giveBack(opening);
      return false;
    }
    dispatch({ kind: 'deviceReturned', linkId: link.id });
    onOpen(request, opening);
    return true;
  };

  const returnMonitor = createReturnMonitor({
    clock,
    tryOpen: reopen,
    onAmbiguous: () => {
      endWait();
      notify({ kind: 'whichDevice' });
    },
  });

  const attempts = createAttempts({ openPort, portSettings, dispatch, notify, onOpen });

  const connect = (
    linkId: string,
    options: ConnectOptions = {},
  ): Promise<Result<void, ConnectError>> => {
    const current = attempts.current();
    if (current !== undefined) return current;
    const link = links.find((each) => each.id === linkId);
    if (link === undefined || link.support.kind === 'unsupported') {
      return Promise.resolve(err({ kind: 'unsupported' }));
    }
    if (connection.live.value.kind !== 'disconnected') {
      return Promise.resolve(err({ kind: 'alreadyConnected' }));
    }
    endWait();
    return attempts.begin(link, options);
  };

  const disconnect = (): Promise<void> => {
    attempts.cancel();
    endWait();
    if (ending !== undefined) {
      isGivingUp = true;
      return ending.finally(() => {
        isGivingUp = false;
      });
    }
    if (open !== undefined) return end({ kind: 'user' });
    dispatch({ kind: 'ended', cause: { kind: 'user' } });
    return Promise.resolve();
  };

  const presence$ = merge(...links.map((link) => link.presence$));
  const presence = presence$.subscribe(({ kind, device }) => {
    if (kind === 'detached' && open?.device === device) void end({ kind: 'unplugged' });
  });

  const api: Omit<Link, 'identify'> = {
    links: links.map(({ id, support }) => ({ id, support })),
    connection$: connection.live,
    settings$: settings.live,
    changeSettings: (change) => settings.update((present) => ({ ...present, ...change })),
    traffic$: traffic.asObservable(),
    transactions$: transactions.asObservable(),
    late$: late.asObservable(),
    waiting$: waiting.live,
    granted: async (linkId) => {
      const devices = await links.find(({ id }) => id === linkId)?.granted();
      return (devices ?? []).map((device) => ({ ...shownDevice(linkId, device), device }));
    },
    presence$: presence$.pipe(map(() => undefined)),
    connect,
    disconnect,
    replyAge$: replies.replyAge$,
    unanswered$: replies.unanswered$,
    decoder,
    diagnosis$: diagnostics.diagnosis$,
    understood: diagnostics.understood,
    ports,
    signals,
    endUser: () => {
      open?.session.endUser();
      ports.endUser();
      settings.update((present) => settingsForNextUser(present, open !== undefined));
    },
    reopenAt: async (baudRate, format) => {
      settings.update((present) => ({ ...present, baudRate }));
      const before = open;
      if (before === undefined) return err({ kind: 'cancelled' });
      await disconnect();
      endWait();
      return attempts.begin(before.link, { device: before.device, ...(format && { format }) });
    },
    setSection: verbose.setSection,
    setListening: verbose.setQuiet,
    execute: (command) =>
      open?.session.execute(command) ?? Promise.resolve({ kind: 'notConnected' }),
    writeRaw: (text, bytes) =>
      open?.session.writeRaw(text, bytes) ?? Promise.resolve(err({ kind: 'notConnected' })),
    openRaw: (enter) =>
      open?.session.openRaw(enter) ?? Promise.resolve(err({ kind: 'notConnected' })),
    poll: async (command) => {
      if (isIdentifying.live.value || open?.session.admits(command) !== true)
        return { kind: 'skipped' };
      const { session } = open;
      const resync = await verbose.resync();
      // A device that does not answer the verbose command is polled nevertheless.
      if (resync?.kind === 'lost') return resync;
      if (isIdentifying.live.value) return { kind: 'skipped' };
      const outcome = await session.execute(command);
      if (outcome.kind === 'timeout') verbose.doubt();
      return outcome;
    },
    isIdentifying$: isIdentifying.live,
    deviceRestarted: () => {
      open?.session.interrupt();
      restarted();
    },
    dispose: async () => {
      presence.unsubscribe();
      await disconnect();
      for (const part of [diagnostics, replies, ports, signals]) part.dispose();
      for (const stream of [traffic, transactions, late]) stream.complete();
      for (const live of [connection, settings, waiting, isIdentifying]) live.dispose();
    },
  };
  const setQuiet = (isQuiet: boolean): void => {
    isIdentifying.set(isQuiet);
    if (!isQuiet) verbose.sendAgain();
  };
  return { ...api, identify: (request) => identifyDevice({ link: api, clock, setQuiet }, request) };
};
