import { expect, test } from 'vitest';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import type { Transaction } from '../link/traffic.ts';
import { createDeviceIo } from './device-io.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const TEMPLATE = 'AT+PARKEY="{password}"';

/** Sends the password, and answers with the chunks. Returns everything that is shown and recorded. */
const trafficOf = async (...chunks: readonly string[]) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), links: [fake.link], clock });
  core.link.setListening(true);
  await core.link.connect(fake.link.id);
  await clock.advance(QUIET_PERIOD_MS);
  const published: string[] = [];
  const settled: Transaction[] = [];
  core.link.traffic$.subscribe((traffic) => {
    if ('bytes' in traffic) published.push(text(traffic.bytes));
  });
  core.link.transactions$.subscribe((each) => settled.push(each));
  const sent = createDeviceIo(core.link).send(TEMPLATE, 'SECRET');
  await clock.settle();
  expect(fake.device.writtenText()).toContain('AT+PARKEY="SECRET"\r\n');
  for (const chunk of chunks) {
    fake.device.send(chunk);
    await clock.settle();
  }
  expect(await sent).toMatchObject({ ok: true });
  await core.dispose();
  return { published, asked: settled.map(({ bytes }) => text(bytes)) };
};

test('[DEV-18] the password is neither in the traffic that is shown and recorded nor in the transactions', async () => {
  const { published, asked } = await trafficOf('\r\nOK\r\n');
  expect(published).toEqual([`${TEMPLATE}\r\n`, '\r\nOK\r\n']);
  expect(asked).toEqual([`${TEMPLATE}\r\n`]);
});

test('[DEV-18] the password in the echo of a device is masked, also when the echo arrives in parts', async () => {
  const chunks = ['> AT+PAR', 'KEY="SEC', 'RET"\r', '\nSECOND LINE\r\nOK\r\n'];
  const { published } = await trafficOf(...chunks);
  expect(published.slice(1).join('')).toBe('> AT+PARKEY="******"\r\nSECOND LINE\r\nOK\r\n');
});
