// The page of the browser tests: the web serial adapter and the core, controlled from Node. Arguments and results are
// JSON, bytes are base64.
import {
  createDeviceCore,
  type Clock,
  type Connection,
  type DeviceCore,
  type OpenPort,
  type OutputSignals,
  type PortSettings,
  type Presence,
  type Result,
  type SerialDevice,
} from '@batbot/core';
import { createFakePorts } from '@batbot/core/fakes';
import {
  createBrowserClock,
  createPageAlarm,
  createWorkerAlarm,
  makeTimerWorker,
} from '../browser/browser-clock.ts';
import { createWebSerialLink } from './web-serial-link.ts';
import type { Serial } from './web-serial-types.ts';

/** A device, which Node identifies by a number. */
interface ShownDevice {
  readonly id: number;
  readonly label: string;
  readonly usb?: SerialDevice['usb'];
}

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(text);
};

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (each) => each.charCodeAt(0));

/**
 * Length of the repeated pattern of a flood: byte k is k % 251, so that a lost, repeated or misplaced byte is detected.
 */
const FLOOD_PERIOD = 251;

const createFloodCheck = () => {
  let bytes = 0;
  let firstWrong = -1;
  return {
    take: (chunk: Uint8Array): void => {
      let expected = bytes % FLOOD_PERIOD;
      for (let at = 0; at < chunk.length; at += 1) {
        if (chunk[at] !== expected && firstWrong < 0) firstWrong = bytes + at;
        expected = expected === FLOOD_PERIOD - 1 ? 0 : expected + 1;
      }
      bytes += chunk.length;
    },
    result: () => ({ bytes, firstWrong }),
  };
};

interface FloodState {
  readonly bytes: number;
  /** Index of the first wrong byte; −1 if all bytes are correct. */
  readonly firstWrong: number;
  readonly connection: Connection['kind'];
  /** Times at which polls were sent, in milliseconds of the page's clock. */
  readonly polledAt: readonly number[];
}

interface Flood {
  readonly upTo: (length: number) => Promise<FloodState>;
  readonly end: () => Promise<void>;
}

const createBridge = (page: Window & typeof globalThis) => {
  const serial = (page.navigator as Navigator & { readonly serial?: Serial }).serial;
  const real = createBrowserClock({
    performance: page.performance,
    wallNow: () => Date.now(),
    makeAlarm: createWorkerAlarm(makeTimerWorker, createPageAlarm(page)),
    reportError: page.reportError.bind(page),
  });
  const timers = new Set<object>();
  const clock: Clock = {
    ...real,
    after: (delayMs, callback) => {
      const timer = {};
      timers.add(timer);
      const cancel = real.after(delayMs, () => {
        timers.delete(timer);
        callback();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
  const link = createWebSerialLink(serial, { isSecureContext: true, clock, pageEvents: page });

  let flood: Flood | undefined;
  const devices: SerialDevice[] = [];
  const ports: OpenPort[] = [];
  const presences: { readonly kind: Presence['kind']; readonly device: ShownDevice }[] = [];

  const show = (device: SerialDevice): ShownDevice => {
    if (!devices.includes(device)) devices.push(device);
    const { label, usb } = device;
    return { id: devices.indexOf(device), label, ...(usb === undefined ? {} : { usb }) };
  };
  const deviceOf = (id: number): SerialDevice => {
    const device = devices[id];
    if (device === undefined) throw new Error(`no device ${String(id)}`);
    return device;
  };
  const portOf = (id: number): OpenPort => {
    const port = ports[id];
    if (port === undefined) throw new Error(`no port ${String(id)}`);
    return port;
  };
  const mapped = <T, U, E>(result: Result<T, E>, map: (value: T) => U): Result<U, E> =>
    result.ok ? { ok: true, value: map(result.value) } : result;

  let report = (_: (typeof presences)[number]): void => undefined;
  link.presence$.subscribe(({ kind, device }) => {
    const event = { kind, device: show(device) };
    presences.push(event);
    report(event);
  });

  const createSeatedCore = (): DeviceCore => {
    return createDeviceCore({ ...createFakePorts(), clock, links: [link] });
  };

  return {
    choose: async () => mapped(await link.choose(), show),
    granted: async () => (await link.granted()).map(show),
    open: async (device: number, settings: PortSettings) =>
      mapped(await deviceOf(device).open(settings), (port) => ports.push(port) - 1),
    read: async (port: number) => {
      const outcome = await portOf(port).read();
      return outcome.kind === 'bytes'
        ? { kind: 'bytes', base64: toBase64(outcome.bytes) }
        : outcome;
    },
    write: (port: number, base64: string) => portOf(port).write(fromBase64(base64)),
    abort: (port: number) => portOf(port).abort(),
    close: (port: number) => portOf(port).close(),
    setSignals: (port: number, signals: OutputSignals) => portOf(port).setSignals(signals),
    sendBreak: (port: number, ms: number) => portOf(port).sendBreak(ms),
    readSignals: (port: number) => portOf(port).readSignals(),
    /** Sets the listener of later presence events and returns the events so far. */
    onPresence: (listener: typeof report) => {
      report = listener;
      return presences;
    },
    readFlood: async (port: number, length: number) => {
      const check = createFloodCheck();
      while (check.result().bytes < length) {
        const outcome = await portOf(port).read();
        if (outcome.kind !== 'bytes') return { ...check.result(), ended: outcome.kind };
        check.take(outcome.bytes);
      }
      return check.result();
    },
    /** Connects the core to a port that sends a flood; `flooded` waits for a number of its bytes. */
    beginFlood: async (section = 'terminal') => {
      const core = createSeatedCore();
      const check = createFloodCheck();
      const polledAt: number[] = [];
      const waiting = new Set<() => void>();
      core.link.traffic$.subscribe((traffic) => {
        if (traffic.kind === 'received') check.take(traffic.bytes);
        if (traffic.kind === 'sent' && traffic.text === 'AT+ADATA')
          polledAt.push(clock.monotonicNow());
        for (const each of [...waiting]) each();
      });
      const state = () => ({
        ...check.result(),
        connection: core.link.connection$.value.kind,
        polledAt,
      });
      flood = {
        upTo: (length) =>
          new Promise((resolve) => {
            const look = (): void => {
              if (check.result().bytes < length && state().connection === 'connected') return;
              waiting.delete(look);
              resolve(state());
            };
            waiting.add(look);
            look();
          }),
        end: () => core.dispose(),
      };
      core.showPath(`/mainpage/${section}`);
      return (await core.link.connect('usb')).ok;
    },
    flooded: (length: number) => flood?.upTo(length),
    endFlood: async () => {
      await flood?.end();
      flood = undefined;
    },
    /** Connects and disconnects repeatedly; returns the number of failures. */
    cycleCore: async (cycles: number) => {
      const core = createSeatedCore();
      let failures = 0;
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        if (!(await core.link.connect('usb')).ok) failures += 1;
        await core.link.disconnect();
      }
      await core.dispose();
      return failures;
    },
    /** Runs a timer every `everyMs`; returns the intervals in milliseconds. */
    ringing: (everyMs: number, count: number) =>
      new Promise<readonly number[]>((resolve) => {
        const gaps: number[] = [];
        let last = performance.now();
        const ring = (): void => {
          gaps.push(performance.now() - last);
          last = performance.now();
          if (gaps.length < count) clock.after(everyMs, ring);
          else resolve(gaps);
        };
        clock.after(everyMs, ring);
      }),
    pendingTimers: () => timers.size,
  };
};

export type SerialBridge = ReturnType<typeof createBridge>;

Object.assign(globalThis, { bridge: createBridge(window) });
