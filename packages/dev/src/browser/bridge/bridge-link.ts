import type { OpenPort, Presence, ReadOutcome, SerialDevice, SerialLink } from '@batbot/core';
import type { Page } from '@playwright/test';
import { filter, firstValueFrom, startWith, Subject } from 'rxjs';

interface ShownDevice {
  readonly id: number;
  readonly label: string;
  readonly usb?: SerialDevice['usb'];
}

interface ShownPresence {
  readonly kind: Presence['kind'];
  readonly device: ShownDevice;
}

/** The result of a call to the bridge page. It is JSON, because Node's compiler has no DOM types. */
type Answer<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const callBridge = <T>(page: Page, name: string, ...args: readonly unknown[]): Promise<T> =>
  page.evaluate(`bridge.${name}(...${JSON.stringify(args)})`);

/** Wraps the page's Web Serial adapter as a `SerialLink` of this process: each call runs in the page. */
export const createBridgeLink = async (
  page: Page,
): Promise<{
  readonly link: SerialLink;
  /** Resolves when a presence of this kind has been reported `times` times since the page opened. */
  readonly reported: (kind: Presence['kind'], times: number) => Promise<void>;
}> => {
  const presence = new Subject<Presence>();
  const devices = new Map<number, SerialDevice>();
  const counts = { attached: 0, detached: 0 };

  const createPort = (port: number): OpenPort => ({
    read: async () => {
      type Read = Exclude<ReadOutcome, { kind: 'bytes' }> | { kind: 'bytes'; base64: string };
      const outcome = await callBridge<Read>(page, 'read', port);
      return outcome.kind === 'bytes'
        ? { kind: 'bytes', bytes: new Uint8Array(Buffer.from(outcome.base64, 'base64')) }
        : outcome;
    },
    write: (bytes) => callBridge(page, 'write', port, toBase64(bytes)),
    abort: () => void callBridge(page, 'abort', port),
    close: () => callBridge(page, 'close', port),
    setSignals: (signals) => callBridge(page, 'setSignals', port, signals),
    sendBreak: (ms) => callBridge(page, 'sendBreak', port, ms),
    readSignals: () => callBridge(page, 'readSignals', port),
  });

  const handleOf = ({ id, label, usb }: ShownDevice): SerialDevice => {
    const known = devices.get(id);
    if (known !== undefined) return known;
    const device: SerialDevice = {
      label,
      ...(usb === undefined ? {} : { usb }),
      open: async (settings) => {
        // JSON cannot represent NaN.
        const baudRate = Number.isNaN(settings.baudRate) ? 'NaN' : settings.baudRate;
        const opened = await callBridge<Awaited<Answer<number, never>>>(page, 'open', id, {
          ...settings,
          baudRate,
        });
        return opened.ok ? { ok: true, value: createPort(opened.value) } : opened;
      },
    };
    devices.set(id, device);
    return device;
  };

  const onPresence = ({ kind, device }: ShownPresence): void => {
    counts[kind] += 1;
    presence.next({ kind, device: handleOf(device) });
  };
  await page.exposeFunction('reportPresence', onPresence);
  await page.evaluate('void bridge.onPresence(reportPresence)');

  return {
    link: {
      id: 'usb',
      support: { kind: 'supported' },
      choose: async () => {
        const chosen = await callBridge<Answer<ShownDevice, { kind: 'cancelled' }>>(page, 'choose');
        return chosen.ok ? { ok: true, value: handleOf(chosen.value) } : chosen;
      },
      granted: async () => (await callBridge<ShownDevice[]>(page, 'granted')).map(handleOf),
      presence$: presence.asObservable(),
    },
    reported: async (kind, times) => {
      const all = presence.pipe(startWith(undefined));
      await firstValueFrom(all.pipe(filter(() => counts[kind] >= times)));
    },
  };
};
