import { setTimeout } from 'node:timers/promises';
import { openBridgePage } from './bridge.ts';
import { callBridge } from './bridge-link.ts';
import { connectSecondClient, waitUntilHidden } from '../rig/chromium.ts';
import { expect, bridgeTest as test } from '../fixtures.ts';

/**
 * Time in s after which Chromium throttles the timers of a hidden page; its default is five minutes. A busy computer
 * begins later.
 */
const GRACE_S = 10;
const LATEST_START_MS = 60_000;
const TICK_MS = 2_000;
const LATEST_MS = 3_000;
/** How long the ticks are observed after throttling has started, in ms. */
const WATCH_MS = 16_000;
/** A plain timer without a tick in this time is throttled. */
const QUIET_MS = 3 * TICK_MS;

interface HomeState {
  readonly bytes: number;
  readonly firstWrong: number;
  readonly connection: string;
  readonly polledAt: readonly number[];
}

const gapsOf = (times: readonly number[]): readonly number[] =>
  times.slice(1).map((at, index) => at - (times[index] ?? 0));

/** Script with a plain page timer of two seconds; `ticks` counts its calls. */
const plainTicks = `globalThis.ticks = 0; setInterval(() => { ticks += 1; }, ${TICK_MS});`;

test.use({
  chromiumOptions: {
    features: `IntensiveWakeUpThrottling:grace_period_seconds/${GRACE_S}`,
    isDebugged: true,
  },
});

test('[LR-01] [LR-02] [LR-03] in a hidden tab, the core’s clock is on time and Home continues to poll, while a plain page timer is throttled; after a freeze, the page polls once instead of in a burst, and all bytes sent in the meantime arrive', async ({
  bridge,
}) => {
  const { browser, context } = await connectSecondClient(bridge.debugUrl);
  const idle = await openBridgePage(context, bridge.url);
  const home = await openBridgePage(context, bridge.url);
  expect(await callBridge(home, 'beginFlood', 'home')).toBe(true);
  await idle.evaluate(plainTicks);
  await (await context.newPage()).bringToFront();
  for (const page of [idle, home]) await waitUntilHidden(page);
  const stateOf = (): Promise<HomeState> => callBridge<HomeState>(home, 'flooded', 0);

  const ticks = (): Promise<number> => idle.evaluate<number>('ticks');
  await expect
    .poll(
      async () => {
        const before = await ticks();
        await setTimeout(QUIET_MS);
        return (await ticks()) - before;
      },
      { timeout: LATEST_START_MS },
    )
    .toBe(0);
  const plainBefore = await ticks();
  const pollsBefore = (await stateOf()).polledAt.length;
  const rings = await callBridge<number[]>(idle, 'ringing', TICK_MS, WATCH_MS / TICK_MS - 1);
  const plain = (await ticks()) - plainBefore;
  const polls = (await stateOf()).polledAt.slice(pollsBefore - 1);
  expect(Math.max(...rings)).toBeLessThanOrEqual(LATEST_MS);
  expect(Math.max(...gapsOf(polls))).toBeLessThanOrEqual(LATEST_MS);
  expect(polls.length).toBeGreaterThanOrEqual(WATCH_MS / TICK_MS - 3);
  expect(plain).toBeLessThan(rings.length / 2);

  await home.evaluate(
    'globalThis.froze = 0; document.addEventListener("freeze", () => { froze += 1; });',
  );
  const cdp = await home.context().newCDPSession(home);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  const saying = bridge.wire.flood(300_000);
  await setTimeout(3 * TICK_MS);
  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  await saying;
  const after = await callBridge<HomeState>(home, 'flooded', 300_000);
  expect(await home.evaluate('froze')).toBe(1);
  expect(after).toMatchObject({ bytes: 300_000, firstWrong: -1, connection: 'connected' });
  await expect
    .poll(async () => (await stateOf()).polledAt.length)
    .toBeGreaterThanOrEqual(after.polledAt.length + 2);
  expect(Math.min(...gapsOf((await stateOf()).polledAt))).toBeGreaterThan(TICK_MS / 2);
  await browser.close();
});
