import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { App } from './app.ts';
import { startBench, type Bench } from './bench.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';

const soon = { timeout: 30_000, interval: 100 };

interface Fault {
  readonly name: string;
  readonly [setting: string]: string | number;
}

/** Row and fault. Bit flips are not among them: without a checksum no client can tell 53 V from 52 V. */
const faults: readonly (readonly [string, Fault])[] = [
  ['DP-01', { name: 'silence' }],
  ['DP-02', { name: 'slow', value: 2.5, on: 'polls' }],
  ['DP-03', { name: 'truncated-line', on: 'polls' }],
  ['DP-05', { name: 'flood' }],
  ['DP-06', { name: 'alarms', every: 0.02 }],
  ['DP-09', { name: 'nan', on: 'polls' }],
];

/** The simulator's faults, live, under a Home that polls; one session, so that each begins where the last ended. */
describeInBrowser('Home under faults of the device, end to end', ['chromium', 'usb'], () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
    // At rest the pack's voltage does not move: what is shown may be some polls old, and still has to be true.
    await control('POST', '/control/scenario', { name: 'idle' });
  });
  afterEach(() => control('DELETE', '/control/faults'));
  afterAll(() => bench?.close());

  const control = async (method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    const url = (bench.services.simulator.wsUrl ?? '').replace('ws:', 'http:');
    const answer = await fetch(new URL(path, url), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };

  const polls = (): number => bench.services.simulator.state().counters.polls;
  const morePolls = async (count: number, message = 'no poll'): Promise<void> => {
    const before = polls();
    await expect.poll(polls, { ...soon, message }).toBeGreaterThanOrEqual(before + count);
  };

  /** The pack voltage as shown, V; undefined while a dash stands for it. */
  const shownVoltage = async (app: App): Promise<number | undefined> => {
    const number = /\d+(\.\d+)?/.exec(await app.value('Pack voltage'))?.[0];
    return number === undefined ? undefined : Number(number);
  };
  const expectTrue = async (app: App): Promise<void> => {
    const shown = await shownVoltage(app);
    if (shown === undefined) return;
    const real = bench.services.simulator.state().pack.packMv / 1_000;
    expect(Math.abs(shown - real)).toBeLessThan(1);
  };
  const recovers = async (app: App): Promise<void> => {
    await expect.poll(() => shownVoltage(app), soon).toBeDefined();
  };

  const atHome = (work: (app: App) => Promise<void>) => async (): Promise<void> => {
    await bench.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Home', 'home');
      await app.connect();
      await recovers(app);
      await work(app);
    });
  };

  it(
    '[DP-01] [DP-02] [DP-03] [DP-05] [DP-06] [DP-09] under each fault no wrong value is shown, polling goes on, and the value comes back',
    atHome(async (app) => {
      for (const [, fault] of faults) {
        await control('POST', '/control/faults', fault);
        await morePolls(1, fault.name);
        await expectTrue(app);
        await morePolls(1, fault.name);
        await expectTrue(app);
        await control('DELETE', '/control/faults');
        await morePolls(1, `after ${fault.name}`);
        await recovers(app);
        await expectTrue(app);
        expect(await app.disconnectButton.isVisible()).toBe(true);
      }
      expect(await app.page.getByText(/NaN|undefined|Infinity/).count()).toBe(0);
    }),
  );

  it(
    '[DP-10] a device that reboots gets its verbose mode again, and the values go on',
    atHome(async (app) => {
      const heard = bench.listen();
      await control('POST', '/control/reboot');
      await expect.poll(() => heard().map(({ text }) => text), soon).toContain('AT+VB=0');
      await morePolls(1);
      await recovers(app);
      await expectTrue(app);
    }),
  );
});
