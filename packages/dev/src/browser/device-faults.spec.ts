import type { App } from './app.ts';
import { expect, type Rig, usbTest as test } from './fixtures.ts';

type Pack = ReturnType<Rig['services']['simulator']['state']>['pack'];

interface Fault {
  readonly name: string;
  readonly [setting: string]: string | number;
}

/** Rows of RELIABILITY.md with their faults. The pack is in the scenario "drive", so that all values change. */
const faults: readonly (readonly [string, Fault])[] = [
  ['DP-01', { name: 'silence' }],
  ['DP-02', { name: 'slow', value: 2.5, on: 'polls' }],
  ['DP-03', { name: 'truncated-line', on: 'polls' }],
  ['DP-03', { name: 'bit-flips', on: 'polls', value: 0.5 }],
  ['DP-05', { name: 'flood' }],
  ['DP-06', { name: 'alarms', every: 0.02 }],
  ['DP-09', { name: 'nan', on: 'polls' }],
];

/**
 * The values on Home with two tolerances for their difference from a true reading of the last seconds. The narrow one
 * allows for the time between the device's measurement and the comparison. The wide one applies where a flipped bit
 * cannot be distinguished from the true value (limits of the core's `plausibility.ts`).
 */
const SHOWN: readonly (readonly [string, (pack: Pack) => number, narrow: number, wide: number])[] =
  [
    ['Pack voltage', ({ packMv }) => packMv / 1_000, 0.1, 0.55],
    ['Current', ({ current10mA }) => current10mA / 100, 2, 10],
    ['State of charge', ({ soc }) => soc / 10, 0.1, 2],
    ...Array.from(
      { length: 16 },
      (_, at) =>
        [`Cell ${at + 1}`, ({ cells }: Pack) => (cells[at] ?? 0) / 1_000, 0.01, 0.08] as const,
    ),
  ];
/**
 * Age limit of the readings for the comparison: a value is shown without dashes for ten seconds, plus the time until it
 * was shown.
 */
const OLDEST_MS = 14_000;
const LOOK_MS = 25;

/**
 * The simulator's faults while Home polls. All faults run in one session, so that each begins in the state that the
 * last one left.
 */
test.describe('Home under faults of the device, end to end', () => {
  let rig: Rig;
  let readings: readonly { readonly at: number; readonly pack: Pack }[] = [];
  let watching: ReturnType<typeof setInterval> | undefined;
  test.beforeAll(({ rig: fixture }) => {
    rig = fixture;
    watching = setInterval(() => {
      const at = performance.now();
      const { pack } = rig.services.simulator.state();
      readings = [...readings.filter((each) => at - each.at < OLDEST_MS), { at, pack }];
    }, LOOK_MS);
  });
  test.afterAll(() => {
    clearInterval(watching);
  });

  const polls = (): number => rig.services.simulator.state().counters.polls;
  const morePolls = async (count: number, message = 'no poll'): Promise<void> => {
    const before = polls();
    await expect.poll(polls, { timeout: 30_000, message }).toBeGreaterThanOrEqual(before + count);
  };

  /** Returns the pack voltage on Home in V; undefined while a dash is shown. */
  const shownVoltage = async (app: App): Promise<number | undefined> => {
    const number = /\d+(\.\d+)?/.exec(await app.value('Pack voltage'))?.[0];
    return number === undefined ? undefined : Number(number);
  };
  /** Expects every value on Home to equal a true reading of the last seconds. A dash is allowed. */
  const expectTrue = async (app: App, isFlipped = false): Promise<void> => {
    for (const [label, of, narrow, wide] of SHOWN) {
      const text = (await app.value(label)).replace('−', '-');
      const shown = /-?\d+(?:\.\d+)?/.exec(text)?.[0];
      if (shown === undefined) continue;
      const offs = readings.map(({ pack }) => Math.abs(of(pack) - Number(shown)));
      const allowed = (isFlipped ? wide : narrow) + 1e-6;
      expect(Math.min(...offs), `${label} is shown as ${text}`).toBeLessThanOrEqual(allowed);
    }
  };
  const recovers = async (app: App): Promise<void> => {
    await expect.poll(() => shownVoltage(app), { timeout: 30_000 }).toBeDefined();
  };

  const atHome = (work: (app: App) => Promise<void>) => async (): Promise<void> => {
    await rig.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Home', 'home');
      await app.connect();
      await recovers(app);
      await work(app);
    });
  };

  test(
    '[DP-01] [DP-02] [DP-03] [DP-05] [DP-06] [DP-09] under each fault no wrong value is shown, polling continues, and the values return afterwards',
    atHome(async (app) => {
      for (const [, fault] of faults) {
        await rig.control('POST', 'faults', fault);
        const isFlipped = fault.name === 'bit-flips';
        for (let look = 0; look < (isFlipped ? 5 : 2); look += 1) {
          await morePolls(1, fault.name);
          await expectTrue(app, isFlipped);
        }
        await rig.control('DELETE', 'faults');
        await morePolls(1, `after ${fault.name}`);
        await recovers(app);
        // A slightly flipped value stays until the next intact reply, which may be one poll after the fault ended.
        await expectTrue(app, isFlipped);
        await expect(app.disconnectButton).toBeVisible();
      }
      expect(await app.page.getByText(/NaN|undefined|Infinity/).count()).toBe(0);
    }),
  );

  test(
    '[DP-10] after a reboot, the device gets its verbose mode again and Home shows values again',
    atHome(async (app) => {
      const heard = rig.listen();
      await rig.control('POST', 'reboot');
      await expect
        .poll(() => heard().map(({ text }) => text), { timeout: 30_000 })
        .toContain('AT+VB=0');
      await morePolls(1);
      await recovers(app);
      await expectTrue(app);
    }),
  );
});
