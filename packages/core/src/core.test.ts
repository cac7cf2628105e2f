import { expect, test } from 'vitest';
import { planOf } from './alarms/alarms.fixture.ts';
import { createAccountCore } from './account-core.ts';
import { createCore } from './core.ts';
import { createFakeAccountGateway } from './fakes/fake-account-gateway.ts';
import { createFakeClock } from './fakes/fake-clock.ts';
import { createFakeStorage } from './fakes/fake-key-value-store.ts';
import { createFakeLog } from './fakes/fake-log.ts';
import { createFakePushInbox } from './fakes/fake-push-inbox.ts';
import { createFakePorts } from './fakes/fake-ports.ts';
import { createFakeSerialLink } from './fakes/fake-serial-link.ts';
import { newStep } from './procedures/procedure.ts';

const createBed = () => {
  const clock = createFakeClock();
  const parts = { clock, store: createFakeStorage().openTab(), log: createFakeLog() };
  const account = createAccountCore({
    ...parts,
    gateway: createFakeAccountGateway(),
    push: createFakePushInbox(),
  });
  const fake = createFakeSerialLink();
  return {
    clock,
    account,
    startDevices: () => {
      const host = createCore({ ...createFakePorts(), ...parts, account, links: [fake.link] });
      return { host, core: () => host.core$.value };
    },
  };
};

test('[SESSION-40] the account works before the device part is loaded', async () => {
  const { account, clock } = createBed();
  const signedIn = await account.session.login('technician', 'secret');
  expect(signedIn.ok).toBe(true);
  const left = account.session.logout();
  await clock.settle();
  await left;
  expect(account.session.state$.value).toMatchObject({ kind: 'signedOut', cause: 'user' });
});

test('[SESSION-41] a session that ends disconnects the device', async () => {
  const { account, clock, startDevices } = createBed();
  await account.session.login('technician', 'secret');
  const { core } = startDevices();
  const connected = core().link.connect(core().link.links[0]?.id ?? '');
  await clock.settle();
  expect((await connected).ok).toBe(true);
  const left = core().session.logout();
  await clock.settle();
  await left;
  expect(core().link.connection$.value.kind).toBe('disconnected');
});

test('[SA-04] no state survives a sign-out', async () => {
  const { account, clock, startDevices } = createBed();
  await account.session.login('technician', 'secret');
  const { core, host } = startDevices();
  const connected = core().link.connect(core().link.links[0]?.id ?? '');
  await clock.settle();
  await connected;
  core().palette.save({ head: 'AT+MINE' });
  core().procedures.sequences.save({ name: 'Mine', steps: [newStep('AT')], pauseMs: 0 });
  core().alarms.save(planOf([['cellVoltage', 'high', 3.65]], { isEverywhere: true }));
  core().terminal.send('AT+MINE');
  await clock.advance(10_000);
  const kept = () => [
    core().palette.own$.value.length,
    core().procedures.sequences.list$.value.length,
    core().transactions.view$.value.length > 0,
    core().terminal.history.commands$.value.length,
    core().terminal.log$.value.length > 0,
    core().link.ports.atHand$.value !== undefined,
    core().alarms.plan$.value.limits.length,
  ];
  expect(kept()).toEqual([1, 1, true, 1, true, true, 1]);
  const left = core().session.logout();
  await clock.settle();
  await left;
  await clock.advance(1_000);
  const [palette, sequences, transactions, history, , port, limits] = kept();
  expect([palette, sequences, transactions, history, port, limits]).toEqual([
    0,
    0,
    false,
    0,
    false,
    0,
  ]);
  await host.dispose();
});

test('[SESSION-42] notices of the account and of the device come from one stream', async () => {
  const { account, startDevices } = createBed();
  const { core, host } = startDevices();
  expect(core().notices).toBe(account.notices);
  await host.dispose();
});

test('[LINK-20] a sign-out disconnects the device only when the setting says so', async () => {
  const { account, clock, startDevices } = createBed();
  for (const [disconnectOnLogout, kind] of [
    [false, 'connected'],
    [true, 'disconnected'],
  ] as const) {
    await account.session.login('technician', 'secret');
    const { core } = startDevices();
    core().link.changeSettings({ disconnectOnLogout });
    const connected = core().link.connect(core().link.links[0]?.id ?? '');
    await clock.settle();
    await connected;
    const left = core().session.logout();
    await clock.settle();
    await left;
    expect(core().link.connection$.value.kind).toBe(kind);
    await core().link.disconnect();
  }
});
