import { expect, test } from 'vitest';
import { createAccountCore } from './account-core.ts';
import { createCore } from './core.ts';
import { createFakeAccountGateway } from './fakes/fake-account-gateway.ts';
import { createFakeClock } from './fakes/fake-clock.ts';
import { createFakeStorage } from './fakes/fake-key-value-store.ts';
import { createFakeLog } from './fakes/fake-log.ts';
import { createFakePushInbox } from './fakes/fake-push-inbox.ts';
import { createFakePorts } from './fakes/fake-ports.ts';
import { createFakeSerialLink } from './fakes/fake-serial-link.ts';
import type { SerialLink } from './ports/serial-link.ts';

const ADATA =
  '\r\n+ADATA: 1,17,86405,4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,3302,3304,3303,3302,25,26,2\r\n\r\nOK\r\n';

/** Sets up a user and a device that answers polls and verbose commands. The connection stays open at logout. */
const setUp = async (section: 'terminal' | 'home' = 'terminal') => {
  const clock = createFakeClock();
  const storage = createFakeStorage();
  const parts = { clock, store: storage.openTab(), log: createFakeLog() };
  const gateway = createFakeAccountGateway();
  const account = createAccountCore({
    ...parts,
    gateway,
    push: createFakePushInbox(),
  });
  await account.session.login('technician', 'secret');
  const fake = createFakeSerialLink();
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith('AT+VB')) fake.device.send('\r\nOK\r\n');
    if (text.startsWith('AT+ADATA')) fake.device.send(ADATA);
  });
  const other: SerialLink = { ...createFakeSerialLink().link, id: 'other' };
  const host = createCore({ ...createFakePorts(), ...parts, account, links: [fake.link, other] });
  const core = () => host.core$.value;
  core().link.changeSettings({ disconnectOnLogout: false });
  core().showPath(`/mainpage/${section}`);
  void core().link.connect('fake');
  await clock.advance(500);
  const change = async (): Promise<void> => {
    await core().session.logout();
    await core().session.login('technician', 'secret');
    await clock.advance(100);
  };
  const logged = (): readonly string[] =>
    core()
      .terminal.log$.value.entries()
      .map(({ text }) => text);
  const rows = (): readonly string[] => {
    const { rows: all, length } = core().transactions.view$.value;
    return all.slice(0, length).map(({ text, outcome }) => `${text} ${outcome}`);
  };
  /** Another tab of the same browser. This tab follows its sign-ins and sign-outs. */
  const otherTab = createAccountCore({
    ...parts,
    store: storage.openTab(),
    gateway,
    push: createFakePushInbox(),
  });
  const stored = (key: string): string | undefined => storage.kept().get(key);
  return { clock, fake, host, core, change, otherTab, logged, rows, stored, other: other.id };
};

test('[LINK-100] a reply to a command of a signed-out user is never shown to another user', async () => {
  for (const waitMs of [100, 9_000]) {
    const { clock, fake, core, host, change, logged, rows } = await setUp();
    core().terminal.send('AT+MINE');
    core().terminal.send('AT+NEXT');
    await clock.advance(50);
    fake.device.send('\r\n+MINE: par'); // the reply has started
    await clock.advance(50);
    await change();
    expect(core().link.connection$.value.kind).toBe('connected');
    expect(core().transactions.view$.value.running).toBeUndefined();
    await clock.advance(waitMs);
    fake.device.send('tly shown\r\n\r\nOK\r\n');
    await clock.advance(2_000);
    expect(fake.device.writtenText()).not.toContain('AT+NEXT');
    expect({ waitMs, rows: rows() }).toEqual({ waitMs, rows: [] });
    if (waitMs === 100) expect(logged()).toEqual([]);
    expect(core().terminal.pendingLine$.value.text).toBe('');
    await host.dispose();
  }
});

test('[LINK-100] the next user’s command is sent after the reply to the previous user’s command has ended', async () => {
  const { clock, fake, core, host, change, logged, rows } = await setUp();
  core().terminal.send('AT+MINE');
  await clock.advance(50);
  await change();
  core().terminal.send('AT+YOURS');
  await clock.advance(50);
  expect(fake.device.writtenText()).not.toContain('AT+YOURS');
  fake.device.send('\r\n+MINE: 1\r\n\r\nOK\r\n');
  await clock.advance(50);
  expect(fake.device.writtenText()).toContain('AT+YOURS');
  fake.device.send('\r\n+YOURS: 2\r\n\r\nOK\r\n');
  await clock.advance(100);
  expect(logged()).toEqual(['AT+YOURS', '+YOURS: 2', 'OK']);
  expect(rows()).toEqual(['AT+YOURS ok']);
  await host.dispose();
});

test('[LINK-100] an unfinished line of the previous user is not part of the next user’s first line', async () => {
  const { clock, fake, change, logged, host } = await setUp();
  fake.device.send('+SECRET: of the f');
  await clock.advance(100);
  await change();
  fake.device.send('irst\r\n');
  await clock.advance(100);
  expect(logged()).toEqual(['irst']);
  await host.dispose();
});

test('[SESSION-100] a sign-out removes settings from memory and from storage', async () => {
  const { clock, core, host, change } = await setUp();
  const fresh = core().terminal.settings.value$.value;
  core().terminal.settings.change({ format: 'hex', lineEnding: 'none', showBackground: true });
  core().link.changeSettings({ baudRate: 9_600, reconnect: false, notifyOnUnplug: false });
  await change();
  expect(core().terminal.settings.value$.value).toEqual(fresh);
  expect(core().link.settings$.value).toMatchObject({ reconnect: true, notifyOnUnplug: true });
  expect(core().link.settings$.value.disconnectOnLogout).toBe(true);
  await change(); // the link now disconnects
  await clock.advance(100);
  expect(core().link.settings$.value.baudRate).toBe(115_200);
  await host.dispose();
});

test('[SESSION-17] after sign-out the storage is empty, also with a device that stays connected', async () => {
  const { clock, core, host, other, stored } = await setUp();
  for (const disconnectOnLogout of [false, true]) {
    core().link.changeSettings({ disconnectOnLogout });
    await core().link.disconnect();
    void core().link.connect(other);
    await clock.advance(100);
    expect(stored('linkChoice')).toBe(other);
    await core().session.logout();
    await clock.advance(100);
    expect(['linkChoice', 'lastDevice', 'metDevices'].filter(stored)).toEqual([]);
    await core().session.login('technician', 'secret');
    await clock.advance(100);
  }
  await host.dispose();
});

test('[SESSION-100] after a sign-out the first link is offered again; a link in use stays', async () => {
  const { clock, core, host, change, other } = await setUp();
  await core().link.disconnect();
  core().linkChoice.choose(other);
  await change();
  expect(core().linkChoice.linkId$.value).toBe('fake');
  core().link.changeSettings({ disconnectOnLogout: false });
  void core().link.connect(other);
  await clock.advance(100);
  await change();
  expect(core().linkChoice.linkId$.value).toBe(other);
  await host.dispose();
});

test('[SESSION-100] the pack of a signed-out user is not shown, counted or used in comparisons', async () => {
  const { clock, fake, core, host, change } = await setUp('home');
  core().telemetry.identity.ask();
  await clock.settle();
  fake.device.send('\r\nACME\r\nSN:123\r\n\r\nOK\r\n');
  await clock.advance(2_500);
  expect(core().telemetry.liveData$.value.kind).toBe('sample');
  expect(core().telemetry.identity.identity$.value.kind).toBe('known');
  expect(core().lineCounters.counters$.value.received.bytes).toBeGreaterThan(0);
  core().showPath('/login');
  await change();
  expect(core().telemetry.liveData$.value.kind).toBe('none');
  expect(core().telemetry.health$.value.answeredOfLast).toBe(0);
  expect(core().telemetry.identity.identity$.value.kind).toBe('notAsked');
  expect(core().lineCounters.counters$.value.received.bytes).toBe(0);
  expect(core().recording.history$.value.length).toBe(0);
  const kinds: string[] = [];
  core().notices.notices$.subscribe(({ kind }) => kinds.push(kind));
  fake.device.onWrite(() => {
    fake.device.send(ADATA.replace(',4,2,', ',3,2,').replace(',3302,25', ',25'));
  });
  core().showPath('/mainpage/home');
  await clock.advance(5_000);
  expect(core().telemetry.liveData$.value.kind).toBe('sample');
  expect(kinds).toEqual([]);
  await host.dispose();
});

test('[OBD-98] another user of the same browser does not see the recorded sessions', async () => {
  const { clock, core } = await setUp('home');
  core().recording.start();
  await clock.advance(5_000);
  await core().recording.stop();
  const sessionsOf = async (user: string): Promise<number | undefined> => {
    await core().session.logout();
    await core().session.login(user, 'secret');
    await core().recording.refresh();
    const list = core().recording.sessions$.value;
    return list.kind === 'ready' ? list.sessions.length : undefined;
  };
  expect(await sessionsOf('viewer')).toBe(0);
  expect(await sessionsOf('technician')).toBe(1);
});

test('[SESSION-100] a sign-out in another tab ends the user scope here too', async () => {
  const { clock, host, core, otherTab, logged } = await setUp();
  core().palette.save({ head: 'AT+MINE' });
  core().terminal.send('AT+MINE');
  await clock.advance(100);
  expect([core().palette.own$.value.length, logged().length > 0]).toEqual([1, true]);
  const before = core();
  await otherTab.session.logout();
  await clock.advance(100);
  expect(core().session.state$.value.kind).toBe('signedOut');
  expect(core()).not.toBe(before);
  expect(core().palette.own$.value).toEqual([]);
  expect([logged(), core().terminal.history.commands$.value]).toEqual([[], []]);
  await host.dispose();
});

test('[SESSION-100] if another user signs in in another tab, this tab shows only the data of that user and keeps the connection', async () => {
  const { clock, fake, host, core, otherTab, logged } = await setUp('home');
  core().recording.start();
  core().terminal.note('mine');
  await clock.advance(4_100);
  expect(core().recording.history$.value.length).toBeGreaterThan(0);
  await otherTab.session.login('viewer', 'secret');
  await clock.advance(100);
  expect(core().session.state$.value).toMatchObject({ user: { userid: 'id-viewer' } });
  expect(core().recording.state$.value.kind).toBe('off');
  expect(core().recording.sessions$.value).toMatchObject({ kind: 'ready', sessions: [] });
  expect(logged()).not.toContain('mine');
  // The connection stays: the new scope polls on the same link.
  await clock.advance(4_000);
  expect(core().link.connection$.value.kind).toBe('connected');
  expect(core().telemetry.liveData$.value.kind).toBe('sample');
  expect(fake.device.openedWith()).toHaveLength(1);
  await otherTab.session.login('technician', 'secret');
  await clock.advance(100);
  expect(core().recording.sessions$.value).toMatchObject({ sessions: [{ finished: true }] });
  await host.dispose();
});

test('[SA-04] the parts of a signed-out user’s scope write nothing', async () => {
  const { clock, host, core, change } = await setUp();
  const { palette, terminal, knownDevices, alarms } = core();
  await change();
  palette.save({ head: 'AT+OLD' });
  terminal.settings.change({ format: 'hex' });
  terminal.history.add('AT+OLD');
  knownDevices.remove('fake/Fake device');
  await alarms.signals.choose('sound', true);
  await clock.advance(1_000);
  expect(core().palette.own$.value).toEqual([]);
  expect(core().terminal.settings.value$.value.format).toBe('ascii');
  expect(core().terminal.history.commands$.value).toEqual([]);
  expect(core().knownDevices.devices$.value).toHaveLength(1);
  expect(core().alarms.signals.choice$.value.sound).toBe(false);
  await host.dispose();
});
