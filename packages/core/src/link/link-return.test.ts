import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from './link.ts';
import { connected, connectedUsb, usb } from './link-rig.fixture.ts';

describe('a device that returns', () => {
  test('[LINK-8] a new handle without ids is not opened, because it may be another device', async () => {
    const rig = await connected();
    rig.fake.unplug();
    await rig.clock.settle();
    rig.fake.plug();
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value).toMatchObject({ awaited: { linkId: 'fake' } });
    expect(rig.fake.opens()).toBe(1);
  });

  test('[SR-19] a new handle with the same ids is opened, with a gap marker and the verbose command', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.advance(3_000);
    rig.fake.device.forgetWritten();
    rig.traffic.length = 0;
    rig.fake.plug();
    await rig.clock.advance(300);
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.traffic.map((event) => event.kind).slice(0, 3)).toEqual(['gap', 'opened', 'sent']);
    expect(rig.traffic[0]).toMatchObject({ kind: 'gap', ms: 3_200 });
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\n');
  });

  test('[LR-11] after 24 hours the link still waits, with no more timers than after a minute', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.advance(60_000);
    const timers = rig.clock.pendingTimers();
    await rig.clock.advance(86_400_000);
    expect(rig.clock.pendingTimers()).toBe(timers);
    rig.fake.plug();
    await rig.clock.advance(200);
    expect(rig.link.connection$.value.kind).toBe('connected');
  });

  test('[SR-03] failed attempts during enumeration are not reported, and the attempts are repeated', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    for (let each = 0; each < 5; each += 1)
      rig.fake.failNextOpen({ kind: 'busy', message: 'not yet' });
    rig.fake.plug();
    await rig.clock.advance(1_200);
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.notices).toEqual([{ kind: 'deviceUnplugged' }]);
  });

  test('[LINK-137] Connect while the returned device is being opened waits, and reports no busy port', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    const release = rig.fake.hold('open');
    rig.fake.plug();
    await rig.clock.advance(400);
    const connecting = rig.link.connect('fake');
    await rig.clock.advance(1_000);
    expect(rig.link.connection$.value.kind).toBe('connecting');
    release();
    await rig.clock.settle();
    expect((await connecting).ok).toBe(true);
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.notices).toEqual([{ kind: 'deviceUnplugged' }]);
  });

  test('[SR-19] a list of devices that cannot be read counts as empty, and is read again', async () => {
    const clock = createFakeClock();
    const fake = createFakeSerialLink({ usb });
    let granted = (): ReturnType<typeof fake.link.granted> => Promise.reject(new Error('no list'));
    const link = createLink({
      links: [{ ...fake.link, granted: () => granted() }],
      clock,
      store: createFakeKeyValueStore(),
      notify: () => undefined,
    });
    expect(await link.granted('fake')).toEqual([]);
    void link.connect('fake');
    await clock.settle();
    fake.unplug();
    await clock.settle();
    fake.plug();
    await clock.advance(60_000);
    expect(link.connection$.value).toMatchObject({ kind: 'disconnected', awaited: { usb } });
    granted = fake.link.granted;
    await clock.advance(10_000);
    expect(link.connection$.value.kind).toBe('connected');
  });

  test('[SR-21] if two devices have equal ids, the link opens neither and the user has to choose', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    rig.fake.plug();
    rig.fake.addDevice({ usb });
    await rig.clock.advance(10_000);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'unplugged' },
    });
    expect(rig.notices.at(-1)).toEqual({ kind: 'whichDevice' });
    expect(rig.fake.opens()).toBe(1);
  });

  test('[SR-21] after an unplug, a device with the same USB ids that was present before is not opened', async () => {
    const rig = await connectedUsb();
    await rig.link.disconnect();
    const other = rig.fake.addDevice({ usb });
    void rig.link.connect('fake');
    await rig.clock.settle();
    rig.fake.unplug();
    await rig.clock.advance(60_000);
    expect(other.opens()).toBe(0);
  });

  test('[LINK-6] after the user disconnects, nothing is opened', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    await rig.link.disconnect();
    rig.fake.plug();
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'unplugged' },
    });
    expect(rig.clock.pendingTimers()).toBe(0);
  });

  test('[LINK-7] without reconnecting, an unplug ends the connection', async () => {
    const rig = await connectedUsb();
    rig.link.changeSettings({ reconnect: false });
    rig.fake.unplug();
    await rig.clock.settle();
    rig.fake.plug();
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value.kind).toBe('disconnected');
  });
});
