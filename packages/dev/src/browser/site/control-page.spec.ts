import { connect } from 'node:net';
import { startSimulator } from '@batbot/simulator';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

test.describe("the simulator's control page", () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let page: Page;

  test.beforeEach(async ({ page: fresh }) => {
    page = fresh;
    simulator = await startSimulator({ ws: 0, tcp: 0, seed: 1, scenario: 'idle' });
    await page.goto(new URL('/', (simulator.wsUrl ?? '').replace('ws:', 'http:')).href);
    await page.getByRole('heading', { name: 'Pack', exact: true }).waitFor();
  });
  test.afterEach(() => simulator.close());

  /** Moves a slider by keyboard: to its end, then `stepsBack` steps back. */
  const slide = async (label: RegExp, stepsBack: number): Promise<void> => {
    const slider = page.getByRole('slider', { name: label });
    await slider.press('End');
    for (let step = 0; step < stepsBack; step += 1) await slider.press('ArrowLeft');
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('the sliders set the pack, and override the current of the scenario until the override is removed', async () => {
    await slide(/State of charge/, 4);
    await expect.poll(() => simulator.state().truth.soc).toBeCloseTo(0.98, 2);
    await page.getByText(/true 98\.0 %/).waitFor();

    const letGo = button("Back to the scenario's");
    expect(await letGo.count()).toBe(0);
    await slide(/Current/, 0);
    await expect.poll(() => simulator.state().overrides.current).toBe(300);
    await page.getByText('Current, discharging').waitFor();
    await letGo.click();
    await expect.poll(() => simulator.state().overrides.current).toBeUndefined();

    // Last, because a hot pack switches itself off.
    await slide(/^Temperature/, 20);
    await expect.poll(() => simulator.state().truth.temperature).toBeGreaterThan(55);
    await slide(/Surroundings/, 0);
    await expect.poll(() => simulator.state().overrides.ambient).toBe(80);
  });

  test('a slider that is moved further before the answer keeps its value', async () => {
    const asked: (() => Promise<void>)[] = [];
    await page.route('**/pack', (route) => void asked.push(() => route.continue()));
    /** Lets the next request of the slider pass. */
    const pass = async (soc: number, digits = 3): Promise<void> => {
      await expect.poll(() => asked.length).toBe(1);
      await asked.pop()?.();
      await expect.poll(() => simulator.state().truth.soc).toBeCloseTo(soc, digits);
    };
    const shown = () => page.waitForResponse((response) => response.url().endsWith('/state'));
    await slide(/State of charge/, 1);
    await pass(1, 2); // balancing discharges a full pack
    await shown();
    await shown(); // the first one may have been asked before the change
    await page.getByRole('slider', { name: /State of charge/ }).press('ArrowLeft');
    await pass(0.995);
    await pass(0.99);
  });

  test('the buttons start, trigger once and remove faults, and unplug, plug in and restart the device', async () => {
    await button('silence').click();
    await button('Start').click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^silence/ })
      .waitFor();
    expect(simulator.state().faults).toMatchObject([{ spec: { name: 'silence' } }]);
    await button('Remove silence').click();
    await expect.poll(() => simulator.state().faults).toEqual([]);
    await button('reboot').click();
    const { boots } = simulator.state().counters;
    await button('Once').click();
    await expect.poll(() => simulator.state().counters.boots).toBe(boots + 1);
    await button('Remove all faults').click();
    await expect.poll(() => simulator.state().faults).toEqual([]);

    await button('Unplug').click();
    await page.getByText('unplugged', { exact: true }).waitFor();
    expect(simulator.state().plugged).toBe(false);
    await button('Plug in').click();
    await page.getByText('plugged in', { exact: true }).waitFor();
    const before = simulator.state().counters.boots;
    await button('Restart').click();
    await expect.poll(() => simulator.state().counters.boots).toBe(before + 1);
  });

  test('sent and received bytes are shown as text or as hex, and the page is not wider than the window', async () => {
    const client = connect(simulator.tcpPort ?? 0, 'localhost');
    await page.getByText('open by tcp').waitFor();
    client.write('ATI\r\n');
    const traffic = page.getByRole('list', { name: 'Bytes' });
    await traffic.getByText('ATI\\r\\n', { exact: true }).waitFor();
    await traffic.getByText(/HW:2\.1/).waitFor();
    await page.getByLabel('Hex').check();
    await traffic.getByText('41 54 49 0d 0a', { exact: true }).waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    client.destroy();
    await page.getByText('no client').waitFor();
  });
});
