import { expect, test } from 'vitest';
import type { Connection } from '@batbot/core';
import { chipText } from './device-words.ts';
import { findRate } from './find-rate.ts';

const connected: Connection = {
  kind: 'connected',
  device: { linkId: 'usb', label: 'USB 1A86:7523' },
  baudRate: 115_200,
  since: 0,
};

test('[LINK-116] the chip names the device by its serial number and shows new problems first', () => {
  expect(chipText(connected, undefined, undefined, 0)).toMatchObject({
    tone: 'good',
    name: 'USB 1A86:7523',
    details: ['no reply yet'],
  });
  expect(chipText(connected, 'A1B2C3', 21_000, 10)).toMatchObject({
    tone: 'watch',
    name: 'SN A1B2C3',
    details: ['10 unanswered', '21\u202Fs'],
  });
});

test('[LINK-126] the chip says that a device is simulated, also when its serial number is known', () => {
  const device = { linkId: 'simulated', label: 'Simulated device' };
  const names = [undefined, 'A1B2C3'].map(
    (serial) => chipText({ ...connected, device }, serial, undefined, 0).name,
  );
  expect(names).toEqual(['Simulated device', 'Simulated SN A1B2C3']);
});

test('the chip shows why there is no connection, and which device the link waits for', () => {
  const unplugged: Connection = {
    kind: 'disconnected',
    cause: { kind: 'unplugged' },
    awaited: { linkId: 'usb', label: 'USB 1A86:7523' },
  };
  expect(chipText(unplugged, undefined, undefined, 0)).toMatchObject({
    tone: 'act',
    name: 'Waiting for USB 1A86:7523',
    details: ['unplugged'],
  });
  const busy: Connection = {
    kind: 'disconnected',
    cause: { kind: 'openFailed', busy: true },
  };
  expect(chipText(busy, undefined, undefined, 0).details).toEqual(['port busy']);
});

const lineAt = (right: number | undefined) => {
  const tried: number[] = [];
  let rate = 115_200;
  return {
    tried,
    present: () => rate,
    link: {
      connection$: { value: connected },
      reopenAt: (next: number) => {
        rate = next;
        return Promise.resolve({ ok: true, value: undefined });
      },
      execute: () =>
        Promise.resolve(rate === right ? { kind: 'ok', lines: [] } : { kind: 'timeout' }),
    } as unknown as Parameters<typeof findRate>[0], // the used part of the link
  };
};

test('[LINK-118] "Find the rate" tries the present rate, then all others, until the device replies', async () => {
  const { link, tried, present } = lineAt(38_400);
  expect(await findRate(link, (rate) => tried.push(rate))).toBe(38_400);
  expect(tried).toEqual([115_200, 57_600, 38_400]);
  expect(present()).toBe(38_400);
});

test('[LINK-118] without a reply at any rate, the previous rate is restored', async () => {
  const { link, tried, present } = lineAt(undefined);
  expect(await findRate(link, (rate) => tried.push(rate))).toBeUndefined();
  expect(tried).toHaveLength(5);
  expect(present()).toBe(115_200);
});
