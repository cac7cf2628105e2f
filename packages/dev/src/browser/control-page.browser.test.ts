import { connect } from 'node:net';
import { startSimulator } from '@batbot/simulator';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './rig/chromium.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';

const soon = { timeout: 15_000, interval: 50 };

describeInBrowser("the simulator's control page", ['chromium'], () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let chromium: Awaited<ReturnType<typeof launchChromium>>;
  let page: Page;
  const errors: Error[] = [];

  beforeAll(async () => {
    simulator = await startSimulator({ ws: 0, tcp: 0, seed: 1, scenario: 'idle' });
    chromium = await launchChromium();
    page = await chromium.browser.newPage();
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(new URL('/', (simulator.wsUrl ?? '').replace('ws:', 'http:')).href);
    await page.getByRole('heading', { name: 'Pack', exact: true }).waitFor();
  });
  afterAll(async () => {
    await chromium?.close();
    await simulator?.close();
    expect(errors).toEqual([]);
  });

  /** Moves a slider as a keyboard does: to its end, then so many steps back. */
  const slide = async (label: RegExp, stepsBack: number): Promise<void> => {
    const slider = page.getByRole('slider', { name: label });
    await slider.press('End');
    for (let step = 0; step < stepsBack; step += 1) await slider.press('ArrowLeft');
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  describe('sliders', () => {
    it('the state of charge follows its slider, in the pack and on the page', async () => {
      await slide(/State of charge/, 4);
      await expect.poll(() => simulator.state().truth.soc, soon).toBeCloseTo(0.98, 2);
      await page.getByText(/true 98\.0 %/).waitFor();
    });

    it('the current is held against the scenario until it is let go', async () => {
      const letGo = button("Back to the scenario's");
      expect(await letGo.count()).toBe(0);
      await slide(/Current/, 0);
      await expect.poll(() => simulator.state().overrides.current, soon).toBe(300);
      await page.getByText('Current, discharging').waitFor();
      await letGo.click();
      await expect.poll(() => simulator.state().overrides.current, soon).toBeUndefined();
    });

    it('temperature and surroundings follow theirs', async () => {
      await slide(/^Temperature/, 20);
      await expect.poll(() => simulator.state().truth.temperature, soon).toBeGreaterThan(55);
      await slide(/Surroundings/, 0);
      await expect.poll(() => simulator.state().overrides.ambient, soon).toBe(80);
    });
  });

  it('a fault is started, strikes, is listed and removed', async () => {
    await button('silence').click();
    await button('Start').click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^silence/ })
      .waitFor();
    expect(simulator.state().faults).toMatchObject([{ spec: { name: 'silence' } }]);
    await button('Remove silence').click();
    await expect.poll(() => simulator.state().faults, soon).toEqual([]);
    await button('reboot').click();
    const { boots } = simulator.state().counters;
    await button('Once').click();
    await expect.poll(() => simulator.state().counters.boots, soon).toBe(boots + 1);
    await button('Remove all faults').click();
    await expect.poll(() => simulator.state().faults, soon).toEqual([]);
  });

  it('the bytes of both ways are shown as they pass, as text and as hex', async () => {
    const client = connect(simulator.tcpPort ?? 0, 'localhost');
    await page.getByText('open by tcp').waitFor();
    client.write('ATI\r\n');
    const traffic = page.getByRole('list', { name: 'Bytes' });
    await traffic.getByText('ATI\\r\\n', { exact: true }).waitFor();
    await traffic.getByText(/HW:2\.1/).waitFor();
    await page.getByLabel('Hex').check();
    await traffic.getByText('41 54 49 0d 0a', { exact: true }).waitFor();
    client.destroy();
    await page.getByText('no client').waitFor();
  });

  it('unplugged, plugged in and restarted as the buttons say', async () => {
    await button('Unplug').click();
    await page.getByText('unplugged', { exact: true }).waitFor();
    expect(simulator.state().plugged).toBe(false);
    await button('Plug in').click();
    await page.getByText('plugged in', { exact: true }).waitFor();
    const { boots } = simulator.state().counters;
    await button('Restart').click();
    await expect.poll(() => simulator.state().counters.boots, soon).toBe(boots + 1);
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('at %i px, %s, nothing runs out of the page', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const folder = process.env['BATBOT_SHOTS'];
    if (folder !== undefined) {
      const path = `${folder}/control-page-${String(width)}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  });
});
