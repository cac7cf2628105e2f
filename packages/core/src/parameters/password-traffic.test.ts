import { expect, test } from 'vitest';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import type { Transaction } from '../link/traffic.ts';
import { createDeviceIo } from './device-io.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test('[DEV-18] the password is neither in the traffic that is shown and recorded nor in the transactions', async () => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), links: [fake.link], clock });
  core.link.setListening(true);
  await core.link.connect(fake.link.id);
  const published: string[] = [];
  const settled: Transaction[] = [];
  core.link.traffic$.subscribe((traffic) => {
    if ('bytes' in traffic) published.push(text(traffic.bytes));
  });
  core.link.transactions$.subscribe((each) => settled.push(each));
  const sent = createDeviceIo(core.link).send('AT+PARKEY="{password}"', 'SECRET');
  await clock.settle();
  expect(fake.device.writtenText()).toContain('AT+PARKEY="SECRET"\r\n');
  fake.device.send('\r\nOK\r\n');
  await clock.settle();
  expect(await sent).toEqual({ ok: true, value: [] });
  expect(published).toEqual(['AT+PARKEY="{password}"\r\n', '\r\nOK\r\n']);
  expect(settled.map(({ bytes }) => text(bytes))).toEqual(['AT+PARKEY="{password}"\r\n']);
  await core.dispose();
});
