import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { openApp } from '../app.ts';
import { launchChromium } from '../rig/chromium.ts';
import { parseCsv, recordingOnHome } from '../rig/sessions-app.ts';
import { expect, type Site, test } from '../fixtures.ts';

/** Duration of the freeze in ms. It is longer than three polls, so the charts show it as a gap. */
const FROZEN_MS = 8_000;

test.describe('a tab that is frozen while it records', () => {
  const closing: (() => Promise<void>)[] = [];
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });
  let browser: Browser;

  // A second client without Playwright's defaults is needed: Playwright keeps its own pages visible, and a visible page
  // is never frozen.
  test.beforeAll(async () => {
    const launched = await launchChromium({ isDebugged: true });
    closing.push(launched.close);
    browser = await chromium.connectOverCDP(launched.debugUrl, { noDefaults: true });
    closing.push(() => browser.close());
  });
  test.afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  const freeze = async (page: Page): Promise<void> => {
    await (await page.context().newPage()).bringToFront();
    await expect.poll(() => page.evaluate('document.visibilityState')).toBe('hidden');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
    await setTimeout(FROZEN_MS); // the elapsed time is the fault under test
    await cdp.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
  };

  /** Returns the CSV from the page's blob, because this client receives no download events. */
  const offered = async (page: Page): Promise<string> => {
    await page.evaluate(`{
      const offer = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        globalThis.offered = blob.text();
        return offer(blob);
      };
    }`);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText(/^Saved as /).waitFor();
    return page.evaluate<string>('offered');
  };

  test('[LR-03] after a freeze, the recording continues with one gap, without a burst of polls and without a lost sample', async () => {
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('no default context');
    const page = await context.newPage();
    const sessions = await recordingOnHome(openApp(page, site.webUrl));
    await sessions.record(2);
    await freeze(page);
    await sessions.keeps(5);
    await sessions.stop();
    await sessions.openList();
    await sessions.openSession();
    const csv = parseCsv(await offered(page));
    const times = csv.values('elapsed_s').map(Number);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.filter((gap) => gap > 6.5)).toHaveLength(1);
    expect(Math.min(...gaps)).toBeGreaterThan(1);
    const sequence = csv.values('sequence').map(Number);
    const steps = sequence.slice(1).map((each, index) => each - (sequence[index] ?? 0));
    // Every reply is recorded once. The reply to the poll that was pending at the freeze may be late and give no
    // sample.
    const odd = steps.filter(
      (step, index) => step !== 1 && !(step === 2 && (gaps[index] ?? 0) > 6.5),
    );
    expect(odd).toEqual([]);
  });
});
