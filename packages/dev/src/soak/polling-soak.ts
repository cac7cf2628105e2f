import { createDeviceCore, POLL_INTERVAL_MS } from '@batbot/core';
import { createFakeClock, createFakePorts, createFakeSerialLink } from '@batbot/core/fakes';
import { nodeHeap } from './memory.ts';

const HOUR_MS = 3_600_000;
/** Time from a poll to its reply, in ms. */
const LATENCY_MS = 30;

const reply = (sequence: number, uptimeS: number): string =>
  `\r\n+ADATA: 1,${sequence % 65_536},${uptimeS},4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,` +
  '3302,3304,3303,3302,25,26,2\r\n\r\nOK\r\n';

/** Polls a device on Home for `hours` of virtual time. Growth is measured after the first tenth. */
export const soakPolling = async (hours: number) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  let polls = 0;
  let answered = 0;
  fake.device.onWrite((bytes) => {
    const isPoll = new TextDecoder().decode(bytes).startsWith('AT+ADATA');
    if (isPoll) polls += 1;
    const uptimeS = Math.floor(clock.monotonicNow() / 1_000);
    const text = isPoll ? reply(polls, uptimeS) : '\r\nOK\r\n';
    clock.after(LATENCY_MS, () => fake.device.send(text));
  });
  core.link.transactions$.subscribe(({ text, outcome }) => {
    if (text === 'AT+ADATA' && outcome.kind === 'ok') answered += 1;
  });
  core.showPath('/mainpage/home');
  void core.link.connect('fake');
  await clock.settle();

  const total = hours * HOUR_MS;
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += HOUR_MS) {
      await clock.advance(Math.min(HOUR_MS, ms - passed));
      fake.device.forgetWritten(); // the fake records written bytes for tests, which would count as growth
    }
  };
  await pass(total / 10);
  const before = { heap: nodeHeap(), timers: clock.pendingTimers() };
  await pass(total - total / 10);
  const after = { heap: nodeHeap(), timers: clock.pendingTimers() };
  await core.dispose();
  return {
    polls,
    expected: Math.floor(total / POLL_INTERVAL_MS) + 1,
    answered,
    heapGrowth: after.heap - before.heap,
    timerGrowth: after.timers - before.timers,
  };
};
