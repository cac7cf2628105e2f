import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeSerialLink, type FakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createFakeTabs, type FakeTab } from '../fakes/fake-tab-lock.ts';
import { createLink } from './link.ts';
import type { LinkNotice } from './link-api.ts';

const usb = { vendorId: 0x1a86, productId: 0x7523 };
const clock = createFakeClock();

/** Opens the product in one tab, with the shared device. */
const openPage = (fake: FakeSerialLink, tab: FakeTab) => {
  const notices: LinkNotice[] = [];
  const link = createLink({
    links: [fake.link],
    clock,
    store: createFakeKeyValueStore(),
    tabLock: tab,
    notify: (each) => notices.push(each),
  });
  return { link, notices, tab };
};

/** Opens two tabs; the first has the device open. */
const twoTabs = async () => {
  const fake = createFakeSerialLink({ usb });
  const tabs = createFakeTabs();
  const [one, other] = [openPage(fake, tabs.open()), openPage(fake, tabs.open())];
  one.link.setSection('home');
  const connecting = one.link.connect('fake');
  await clock.settle();
  expect((await connecting).ok).toBe(true);
  return { fake, one, other };
};

const taking = async (page: ReturnType<typeof openPage>) => {
  const connecting = page.link.connect('fake', { takeOver: true });
  await clock.settle();
  return connecting;
};

describe('two tabs and one device', () => {
  test('[MT-01] the second tab learns which tab has the device, before anything is opened', async () => {
    const { fake, other } = await twoTabs();
    const holder = { section: 'home', since: clock.wallNow() };
    expect(await other.link.connect('fake')).toEqual({
      ok: false,
      error: { kind: 'openElsewhere' },
    });
    expect(other.notices).toEqual([{ kind: 'openElsewhere', holder }]);
    expect(other.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'openElsewhere', holder },
    });
    expect(fake.opens()).toBe(1);
  });

  test('[LINK-137] Connect while the returned device is being opened finds it in no other tab', async () => {
    const fake = createFakeSerialLink({ usb });
    const { link, notices } = openPage(fake, createFakeTabs().open());
    void link.connect('fake');
    await clock.settle();
    fake.unplug();
    await clock.settle();
    const release = fake.hold('open');
    fake.plug();
    await clock.advance(400);
    const connecting = link.connect('fake');
    await clock.settle();
    release();
    await clock.settle();
    expect((await connecting).ok).toBe(true);
    expect(notices).toEqual([{ kind: 'deviceUnplugged' }]);
  });

  test('[MT-01] taking over closes the device in one tab and opens it in the other, without a chooser', async () => {
    const { fake, one, other } = await twoTabs();
    await other.link.connect('fake');
    expect(await taking(other)).toEqual({ ok: true, value: undefined });
    expect(fake.chooses()).toBe(2);
    expect(one.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'takenOver' },
    });
    expect(one.notices).toEqual([]);
    expect(other.link.connection$.value.kind).toBe('connected');
    expect(await taking(one)).toMatchObject({ ok: true });
    expect(other.link.connection$.value).toMatchObject({ cause: { kind: 'takenOver' } });
  });

  test('[MT-01] after a disconnect, an unplug or a failed opening the other tab may connect', async () => {
    const { fake, one, other } = await twoTabs();
    await one.link.disconnect();
    expect((await other.link.connect('fake')).ok).toBe(true);
    await other.link.disconnect();
    fake.failNextOpen({ kind: 'busy', message: 'busy' });
    expect((await one.link.connect('fake')).ok).toBe(false);
    expect((await other.link.connect('fake')).ok).toBe(true);
    fake.unplug();
    await clock.settle();
    fake.plug();
    await one.link.connect('fake');
    expect(one.link.connection$.value.kind).toBe('connected');
    await clock.advance(30_000); // the other tab waits for the device and finds it in use
    expect(other.link.connection$.value).toMatchObject({ awaited: { linkId: 'fake' } });
    expect(other.notices.map(({ kind }) => kind)).toEqual(['deviceUnplugged']);
  });

  test('[LINK-87] the tab that has the device opens it again at once', async () => {
    const { fake, one } = await twoTabs();
    const reopened = one.link.reopenAt(9_600);
    await clock.settle();
    await clock.settle();
    expect(await reopened).toMatchObject({ ok: true });
    expect(one.notices).toEqual([]);
    expect(fake.opens()).toBe(2);
  });

  test('[MT-02] a tab that closes while it is asked does not block the take-over', async () => {
    const fake = createFakeSerialLink({ usb });
    const tabs = createFakeTabs();
    const one = openPage(fake, tabs.open());
    await Promise.all([one.link.connect('fake'), clock.settle()]);
    const tab = tabs.open();
    const closing = async (): Promise<undefined> => {
      await one.link.disconnect();
      one.tab.close();
      return undefined;
    };
    const other = openPage(fake, { ...tab, holder: closing });
    const [connected] = await Promise.all([other.link.connect('fake'), clock.settle()]);
    expect(connected).toEqual({ ok: true, value: undefined });
    expect(other.notices).toEqual([]);
  });

  test('[MT-02] a crashed tab does not block the device', async () => {
    const { one, other } = await twoTabs();
    await other.link.connect('fake');
    one.tab.close();
    void one.link.disconnect();
    await clock.settle();
    expect((await other.link.connect('fake')).ok).toBe(true);
  });

  test('[MT-07] a frozen tab loses the device to the tab that takes over', async () => {
    const { one, other } = await twoTabs();
    await other.link.connect('fake');
    one.tab.freeze();
    // The frozen page still has the port open, so the system reports busy until the page resumes.
    expect(await taking(other)).toMatchObject({ ok: false, error: { kind: 'busy' } });
    one.tab.wake();
    await clock.settle();
    expect(one.link.connection$.value).toMatchObject({ cause: { kind: 'takenOver' } });
    expect((await other.link.connect('fake')).ok).toBe(true);
  });

  test('[MT-01] a cancelled take-over leaves no lock', async () => {
    const { fake, one, other } = await twoTabs();
    await other.link.connect('fake');
    const release = fake.hold('close');
    const attempt = other.link.connect('fake', { takeOver: true });
    await clock.settle();
    await other.link.disconnect();
    release();
    expect(await attempt).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(fake.opens()).toBe(1);
    expect((await one.link.connect('fake')).ok).toBe(true);
  });

  test('[MT-01] a tab that is asked for the device while opening it releases it', async () => {
    const fake = createFakeSerialLink({ usb });
    const tabs = createFakeTabs();
    const [one, other] = [openPage(fake, tabs.open()), openPage(fake, tabs.open())];
    const release = fake.hold('open');
    const opening = one.link.connect('fake');
    await clock.settle();
    const attempt = other.link.connect('fake', { takeOver: true });
    await clock.settle();
    release();
    await clock.settle();
    expect(await opening).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(one.link.connection$.value).toMatchObject({ cause: { kind: 'takenOver' } });
    expect((await attempt).ok || (await taking(other)).ok).toBe(true);
  });

  test('[MT-01] without USB ids, a device of another name is another device', async () => {
    const fake = createFakeSerialLink({ label: 'Bluetooth 1' });
    const tabs = createFakeTabs();
    const [one, other] = [openPage(fake, tabs.open()), openPage(fake, tabs.open())];
    await Promise.all([one.link.connect('fake'), clock.settle()]);
    const second = fake.addDevice({ label: 'Bluetooth 2' });
    fake.answerNextChoose(fake.device);
    expect((await other.link.connect('fake')).ok).toBe(false);
    expect(other.notices.map(({ kind }) => kind)).toEqual(['openElsewhere']);
    fake.answerNextChoose(second);
    expect((await other.link.connect('fake')).ok).toBe(true);
  });

  test('[MT-01] devices with other USB ids do not share a lock', async () => {
    const { fake, other } = await twoTabs();
    for (const ids of [
      { ...usb, vendorId: 1 },
      { ...usb, productId: 1 },
    ]) {
      fake.answerNextChoose(fake.addDevice({ usb: ids }));
      expect((await other.link.connect('fake')).ok).toBe(true);
      await other.link.disconnect();
    }
    // The shared device itself is still in use by the first tab.
    fake.answerNextChoose(fake.device);
    expect(await other.link.connect('fake')).toMatchObject({ error: { kind: 'openElsewhere' } });
  });

  test('[MT-01] if the other tab does not answer and keeps the device, it is in use elsewhere', async () => {
    const fake = createFakeSerialLink({ usb });
    const tabs = createFakeTabs();
    const one = openPage(fake, tabs.open());
    await Promise.all([one.link.connect('fake'), clock.settle()]);
    const other = openPage(fake, { ...tabs.open(), holder: () => Promise.resolve(undefined) });
    expect(await other.link.connect('fake')).toMatchObject({ error: { kind: 'openElsewhere' } });
    expect(other.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'openElsewhere' },
    });
    expect(fake.opens()).toBe(1);
  });

  test('[SR-21] of two equal devices, the free one is not mistaken for the one in use', async () => {
    const { fake, other } = await twoTabs();
    const twin = fake.addDevice({ usb });
    fake.answerNextChoose(twin);
    expect((await other.link.connect('fake')).ok).toBe(true);
    expect(twin.opens()).toBe(1);
  });
});

describe('leaving the page', () => {
  test('[SR-31] a port closed by the platform is a disconnect without a notice, and opens again', async () => {
    const time = createFakeClock();
    const fake = createFakeSerialLink({ usb });
    const notices: LinkNotice[] = [];
    let port: { readonly close: () => Promise<unknown> } | undefined;
    const device = fake.device.handle();
    const opening = device.open;
    const spied = {
      ...device,
      open: async (settings: Parameters<typeof opening>[0]) => {
        const opened = await opening(settings);
        if (opened.ok) port = opened.value;
        return opened;
      },
    };
    const link = createLink({
      links: [{ ...fake.link, choose: () => Promise.resolve({ ok: true, value: spied }) }],
      clock: time,
      store: createFakeKeyValueStore(),
      notify: (each) => notices.push(each),
    });
    await link.connect('fake');
    await port?.close(); // as the adapter does at pagehide
    await time.advance(30_000);
    expect(link.connection$.value).toEqual({ kind: 'disconnected', cause: { kind: 'released' } });
    expect(notices).toEqual([]);
    expect((await link.connect('fake')).ok).toBe(true);
    await link.dispose();
    expect(time.pendingTimers()).toBe(0);
  });
});
