import { expect } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import type { FakeDeviceTraits } from '../fakes/fake-serial-device.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { encodeCommand } from '../protocol/commands.ts';
import { createLink } from './link.ts';
import type { LinkNotice } from './link-api.ts';
import type { Command, Outcome, Traffic } from './traffic.ts';

/** Returns a command in the form in which the terminal or the app sends it. */
export const command = (text: string, origin: Command['origin'] = 'user'): Command => ({
  text,
  bytes: encodeCommand(text, 'crlf'),
  origin,
});

/** Sets up a link with one fake device. It answers the commands in `answers` and no others. */
export const setUp = (
  answers: Readonly<Record<string, string>> = { 'AT+VB=0': '\r\nOK\r\n' },
  traits: FakeDeviceTraits = {},
) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink(traits);
  const notices: LinkNotice[] = [];
  const traffic: Traffic[] = [];
  const link = createLink({
    links: [fake.link],
    clock,
    store: createFakeKeyValueStore(),
    notify: (notice) => notices.push(notice),
  });
  link.traffic$.subscribe((event) => traffic.push(event));
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    const answer = answers[text];
    if (answer !== undefined) fake.device.send(answer);
  });
  const kinds = (): readonly string[] => traffic.map((event) => event.kind);
  return { clock, fake, link, notices, traffic, kinds };
};

/** Sets up the same link and connects it. */
export const connected = async (answers?: Readonly<Record<string, string>>) => {
  const rig = setUp(answers);
  const result = rig.link.connect('fake');
  await rig.clock.advance(100);
  expect(await result).toEqual({ ok: true, value: undefined });
  return rig;
};

/** Returns what a promise has resolved to after `ms`, or `pending`. */
export const settled = async (
  rig: { clock: { advance: (ms: number) => Promise<void> } },
  outcome: Promise<unknown>,
  ms: number,
) => {
  let value: unknown = 'pending';
  void outcome.then((given) => {
    value = given;
  });
  await rig.clock.advance(ms);
  return value as Outcome | 'pending';
};

export const usb = { vendorId: 0x1a86, productId: 0x7523 };

/** Sets up a connected device with USB ids that answers everything with OK. */
export const connectedUsb = async () => {
  const rig = setUp({}, { usb });
  rig.fake.device.onWrite(() => rig.fake.device.send('\r\nOK\r\n'));
  void rig.link.connect('fake');
  await rig.clock.advance(100);
  return rig;
};
