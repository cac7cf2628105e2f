import { expect, test } from 'vitest';
import { createAccountCore } from '../account-core.ts';
import { createCore } from '../core.ts';
import { createFakeAccountGateway } from '../fakes/fake-account-gateway.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakePushInbox } from '../fakes/fake-push-inbox.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';

const HOST = {
  product: '1.7.2',
  browser: 'Chrome 140',
  language: 'en',
  page: { width: 1280, height: 800, pixelRatio: 1 },
};
const CANARY = 'CANARY7f3a';

/** Sets up a user who enters only the canary, and a device that sends only the canary. */
const setUp = async () => {
  const clock = createFakeClock();
  const parts = { clock, store: createFakeStorage().openTab(), log: createFakeLog() };
  const gateway = createFakeAccountGateway();
  const account = createAccountCore({ ...parts, gateway, push: createFakePushInbox() });
  await account.session.login('technician', 'secret');
  const fake = createFakeSerialLink({ usb: { vendorId: 0x1a86, productId: 0x7523 } });
  fake.device.onWrite(() => fake.device.send(`\r\n${CANARY}\r\n\r\nOK\r\n`));
  const host = createCore({ ...createFakePorts(), ...parts, account, links: [fake.link] });
  const core = host.core$.value;
  const report = () => core.diagnostics.report(HOST);
  const read = () => JSON.parse(report()) as Readonly<Record<string, unknown>>; // the tests compare all that they read
  return { clock, core, host, account, fake, report, read };
};

test('[ST-06] the report contains the connection, the port, the polls and the latest notices', async () => {
  const { clock, core, host, fake, read } = await setUp();
  core.showPath('/mainpage/home');
  void core.link.connect('fake');
  await clock.advance(5_000);
  fake.device.glitch('FramingError');
  await clock.advance(1_000);
  core.notices.notify({ kind: 'callFailed' });
  expect(read()).toMatchObject({
    batbot: 'diagnostics',
    savedAt: '2026-01-01T00:00:06.000Z',
    host: HOST,
    ways: [{ id: 'fake', support: { kind: 'supported' } }],
    connection: { kind: 'connected', usb: { vendorId: 0x1a86 }, baudRate: 115_200 },
    line: { errors: { FramingError: 1 } },
    liveData: { polls: { rejected: 4 }, lastRejection: 'unknownFormat' },
    notices: ['callFailed'],
  });
  await core.link.disconnect();
  expect(read()).toMatchObject({ connection: { kind: 'disconnected', cause: 'user' } });
  await host.dispose();
});

test('[ST-06] [SA-07] the report contains nothing about the user, and no sent, received, named or noted text', async () => {
  const { clock, core, host, account, report } = await setUp();
  void core.link.connect('fake');
  await clock.advance(1_000);
  core.terminal.send(CANARY);
  core.recording.start();
  core.recording.note(CANARY);
  core.palette.save({ head: CANARY });
  core.notices.notify({ kind: 'pushMessage', title: CANARY, body: CANARY });
  core.notices.notify({ kind: 'oldestRecordingDropped', name: CANARY });
  core.notices.notify({ kind: 'openFailed', message: CANARY });
  await clock.advance(3_000);
  const { state$ } = account.session;
  const user = state$.value.kind === 'signedIn' ? state$.value.user : undefined;
  const text = report();
  expect(text).not.toContain(CANARY);
  for (const secret of [user?.token, user?.userName, user?.email, user?.userid]) {
    if (secret !== undefined && secret.length > 3) expect(text).not.toContain(secret);
  }
  expect(text).toContain('pushMessage');
  const left = core.session.logout();
  await clock.advance(1_000);
  await left;
  expect(report()).not.toContain('pushMessage');
  await host.dispose();
});
