import { createDeviceCore } from '@batbot/core';
import { createFakeClock, createFakePorts, createFakeSerialLink } from '@batbot/core/fakes';
import { expect, test } from 'vitest';
import { printLive } from './live.ts';

test('[CLI-23] live says once why no live data arrives, and again after the next sample', async () => {
  const clock = createFakeClock();
  const { link, device } = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), links: [link], clock });
  let reply: string | undefined;
  device.onWrite(() => {
    if (reply !== undefined) device.send(reply);
  });
  const [printed, complaints]: [string[], string[]] = [[], []];
  core.showPath('/cli/home');
  void core.link.connect('fake');
  const live = printLive(core, {
    clock,
    print: (line) => printed.push(line),
    complain: (text) => complaints.push(text),
    asJson: false,
    count: undefined,
  });
  await clock.advance(60_000);
  expect(complaints).toEqual([expect.stringContaining('does not answer AT+ADATA')]);
  reply = '\r\nPack Voltage: 13.211 V\r\nSOC: 78.5 %\r\n\r\nOK\r\n';
  await clock.advance(20_000);
  expect(printed.length).toBeGreaterThan(3);
  expect(complaints).toHaveLength(1);
  reply = '\u0003\u0011q\u007f~\r\n';
  await clock.advance(60_000);
  expect(complaints.slice(1)).toEqual([expect.stringContaining('nothing that can be read')]);
  await core.link.disconnect();
  await live;
  await core.dispose();
  expect(clock.pendingTimers()).toBe(0);
});
