import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from './link.ts';
import { usb } from './link-rig.fixture.ts';
import {
  areValidSettings,
  DEFAULT_PORT_OPTIONS,
  PORT_OPTIONS,
  shortPortOptions,
} from './port-options.ts';

const SEVEN_EVEN = { ...DEFAULT_PORT_OPTIONS, dataBits: 7, parity: 'even' } as const;

/** Sets up two kinds of devices on one link, and a store that outlives the link. */
const setUp = (initial: Readonly<Record<string, string>> = {}) => {
  const clock = createFakeClock();
  const storage = createFakeStorage(initial);
  const fake = createFakeSerialLink({ usb });
  const other = fake.addDevice({ usb: { vendorId: 0x0403, productId: 0x6001 } });
  const newLink = () =>
    createLink({ links: [fake.link], clock, notify: () => undefined, store: storage.openTab() });
  return { clock, storage, fake, other, link: newLink(), newLink };
};

test('[LINK-85] a port is opened as 8N1 without flow control and a buffer of 64 KiB by default', async () => {
  const { link, fake } = setUp();
  expect(link.ports.atHand$.value).toBeUndefined();
  expect(link.ports.change({ stopBits: 2 })).toMatchObject({ ok: false });
  await link.connect('fake');
  expect(fake.device.openedWith()).toEqual([{ baudRate: 115_200, ...DEFAULT_PORT_OPTIONS }]);
  expect(shortPortOptions(DEFAULT_PORT_OPTIONS)).toBe('8N1');
  expect(shortPortOptions({ ...SEVEN_EVEN, flowControl: 'hardware' })).toBe('7E1 RTS/CTS');
});

test('[LINK-85] a change applies at the next opening, also after an unplug, and is saved for the kind of device', async () => {
  const rig = setUp();
  const { link, fake, other, clock } = rig;
  await link.connect('fake');
  link.ports.change({ dataBits: 7, parity: 'even' });
  expect(fake.device.openedWith()).toHaveLength(1);
  expect(link.ports.atHand$.value).toEqual({
    device: { linkId: 'fake', label: 'Fake device', usb },
    kept: SEVEN_EVEN,
    inUse: DEFAULT_PORT_OPTIONS,
  });
  fake.unplug();
  await clock.advance(500);
  fake.plug();
  await clock.advance(500);
  expect(fake.device.openedWith().at(-1)).toEqual({ baudRate: 115_200, ...SEVEN_EVEN });
  await link.disconnect();

  const later = rig.newLink();
  await later.connect('fake');
  expect(fake.device.openedWith().at(-1)).toEqual({ baudRate: 115_200, ...SEVEN_EVEN });
  await later.disconnect();
  fake.answerNextChoose(other);
  await later.connect('fake');
  expect(other.openedWith()).toEqual([{ baudRate: 115_200, ...DEFAULT_PORT_OPTIONS }]);
});

test('[LINK-87] “Reconnect with these” opens the same device without the chooser', async () => {
  const { link, fake, clock } = setUp();
  await link.connect('fake');
  link.ports.change({ stopBits: 2 });
  const reopened = link.reopenAt(115_200);
  await clock.settle();
  expect((await reopened).ok).toBe(true);
  expect(fake.chooses()).toBe(1);
  expect(link.ports.atHand$.value).toMatchObject({ inUse: { stopBits: 2 } });
});

test('[LINK-86] saved options are checked field by field', () => {
  const read = (text: string) => PORT_OPTIONS.parse(text);
  for (const broken of ['', '{', 'null', '7', '"8N1"']) expect(read(broken).ok).toBe(false);
  for (const [text, change] of [
    ['{"dataBits":9}', {}],
    ['[]', {}],
    [
      '{"dataBits":7,"parity":"mark","stopBits":"2","bufferSize":0,"flowControl":"hardware"}',
      { dataBits: 7, flowControl: 'hardware' },
    ],
    [PORT_OPTIONS.format(SEVEN_EVEN), SEVEN_EVEN],
  ] as const) {
    expect(read(text)).toEqual({ ok: true, value: { ...DEFAULT_PORT_OPTIONS, ...change } });
  }
});

test('[LINK-86] unreadable options count as the default', async () => {
  const { link, fake } = setUp({ 'portOptions:1a86:7523': '{' });
  await link.connect('fake');
  expect(fake.device.openedWith()).toEqual([{ baudRate: 115_200, ...DEFAULT_PORT_OPTIONS }]);
});

test('[LINK-86] refused storage is reported, and the change lasts until the page closes', async () => {
  const { link, fake, storage } = setUp();
  await link.connect('fake');
  storage.refuse('full');
  expect(link.ports.change({ dataBits: 7 })).toMatchObject({ ok: false, error: { kind: 'full' } });
  await link.disconnect();
  await link.connect('fake');
  expect(fake.device.openedWith().at(-1)).toMatchObject({ dataBits: 7 });
});

test('[LINK-86] without a current device every change is refused', () => {
  const { link } = setUp();
  const refused = { ok: false, error: { kind: 'noDevice' } };
  expect(link.ports.change({ stopBits: 2 })).toEqual(refused);
  expect(link.ports.setListenOnly(true)).toEqual(refused);
  expect(link.ports.listenOnly$.value).toBe(false);
});

test('[OBD-248] “Listen only” is saved for the kind of device', async () => {
  const rig = setUp();
  const { link, fake, other, storage } = rig;
  await link.connect('fake');
  expect(link.ports.listenOnly$.value).toBe(false);
  expect(link.ports.setListenOnly(true)).toEqual({ ok: true, value: undefined });
  expect(link.ports.listenOnly$.value).toBe(true);
  expect(storage.openTab().get('listenOnly:1a86:7523')).toBe('on');
  await link.disconnect();

  const later = rig.newLink();
  fake.answerNextChoose(other);
  await later.connect('fake');
  expect(later.ports.listenOnly$.value).toBe(false);
  await later.disconnect();
  await later.connect('fake');
  expect(later.ports.listenOnly$.value).toBe(true);
  later.ports.setListenOnly(false);
  expect(later.ports.listenOnly$.value).toBe(false);
  expect(storage.openTab().get('listenOnly:1a86:7523')).toBe('off');
});

test('[LINK-85] after the connection has ended, the device is still the current one, with its options', async () => {
  const { link } = setUp();
  await link.connect('fake');
  link.ports.change({ stopBits: 2 });
  await link.disconnect();
  expect(link.ports.atHand$.value).toEqual({
    device: { linkId: 'fake', label: 'Fake device', usb },
    kept: { ...DEFAULT_PORT_OPTIONS, stopBits: 2 },
  });
});

test('[LINK-86] if the user changes while the device is connected, there is no current device, also after its end', async () => {
  const { link } = setUp();
  await link.connect('fake');
  link.endUser();
  await link.disconnect();
  expect(link.ports.atHand$.value).toBeUndefined();
});

test('[LINK-86] the next user has no current device', async () => {
  const { link } = setUp();
  await link.connect('fake');
  await link.disconnect();
  expect(link.ports.atHand$.value).toMatchObject({ kept: DEFAULT_PORT_OPTIONS });
  link.ports.endUser();
  expect(link.ports.atHand$.value).toBeUndefined();
});

test('[SR-02] invalid settings are refused before the port is opened', () => {
  expect(areValidSettings({ baudRate: 9_600 })).toBe(true);
  expect(areValidSettings({ baudRate: 9_600, ...SEVEN_EVEN })).toBe(true);
  for (const baudRate of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(areValidSettings({ baudRate })).toBe(false);
  }
  expect(areValidSettings({ baudRate: 9_600, bufferSize: 2 ** 25 })).toBe(false);
});
