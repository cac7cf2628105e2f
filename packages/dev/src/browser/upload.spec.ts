import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openProfile } from './rig/profile-chromium.ts';
import { startServices, type Services } from './rig/services.ts';

const PACKS = 900;
/** The times after "Apply" at which the browser is killed: while the list is stored, and while it is sent. */
const KILLED_AFTER_MS = [0, 150, 600];

const LIST = `query ($after: String) {
  assets(filter: { text: "IMP" }, first: 200, after: $after) { nodes { serial version } endCursor hasNext }
}`;

interface Assets {
  readonly data: {
    readonly assets: {
      readonly nodes: readonly { readonly serial: string; readonly version: number }[];
      readonly endCursor: string;
      readonly hasNext: boolean;
    };
  };
}

/** Returns all imported packs of the server. */
const packsOf = async (services: Services, token: string) => {
  const packs: { readonly serial: string; readonly version: number }[] = [];
  for (let after: string | undefined, hasNext = true; hasNext;) {
    const answer = await fetch(services.apiUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query: LIST, variables: { after } }),
    });
    const { assets } = ((await answer.json()) as Assets).data; // the shape of the response to LIST
    packs.push(...assets.nodes);
    ({ endCursor: after, hasNext } = assets);
  }
  return packs;
};

const choose = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type="file"]').setInputFiles(file);

/** Writes a log of about 200 MB: one row a second. Returns the number of rows. */
const writeLargeLog = async (path: string): Promise<number> => {
  const out = createWriteStream(path);
  let bytes = out.write('time,voltage (V),current (A),soc (%),cell 1 (V),cell 2 (V),remark\n')
    ? 0
    : 0;
  let rows = 0;
  while (bytes < 199_000_000) {
    const lines: string[] = [];
    for (let index = 0; index < 10_000; index += 1, rows += 1) {
      const time = new Date(1_735_725_600_000 + rows * 1_000).toISOString();
      lines.push(`${time},26.4${rows % 10},-3.5,80,3.301,3.302,${'x'.repeat(120)}\n`);
    }
    const text = lines.join('');
    bytes += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return rows;
};

test.describe('files of packs and samples', () => {
  let services: Services;
  test.beforeAll(async () => {
    services = await startServices();
  });
  test.afterAll(() => services.close());

  test('[IM-02] [PAGE-155] a browser that is killed while a list is applied continues, and no row is applied twice', async ({}, info) => {
    const folder = info.outputPath('profile');
    const lines = Array.from({ length: PACKS }, (_, index) => `IMP-${index},Traction ${index}`);
    const file = {
      name: 'packs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`serial,model\n${lines.join('\n')}\n`),
    };
    let token = '';
    const openBrowser = async () => {
      const browser = await openProfile(folder);
      browser.page.on('request', (request) => {
        token = request.headers()['authorization'] ?? token;
      });
      return { ...browser, app: openApp(browser.page, services.webUrl) };
    };
    /** Opens the tab, and waits until it shows the earlier imports. */
    const openUpload = async () => {
      const browser = await openBrowser();
      await browser.app.open('/mainpage/upload');
      await browser.page.getByText('Drop a file here').waitFor();
      await browser.page.getByText('Reading earlier imports').waitFor({ state: 'hidden' });
      return browser;
    };
    /** Continues the import if its list is stored, and imports the list otherwise. */
    const importList = async (page: Page) => {
      const resume = page.getByRole('button', { name: 'Continue', exact: true });
      if (await resume.isVisible()) await resume.click();
      else if (!(await page.getByRole('heading', { name: file.name }).isVisible())) {
        await choose(page, file);
        await page.getByRole('button', { name: /^Apply/ }).click();
      }
    };
    const first = await openBrowser();
    await first.app.login('technician');
    await first.app.tab('Upload', 'upload');
    await first.page.getByText('✓ Up to date with the server.').waitFor();
    await first.signInOnDisk();
    await first.close();
    for (const delayMs of KILLED_AFTER_MS) {
      const { page, kill } = await openUpload();
      await importList(page);
      await page.waitForTimeout(delayMs);
      await kill();
    }
    const last = await openUpload();
    try {
      const { page } = last;
      await importList(page);
      await page.getByText('✓ Applied').waitFor({ timeout: 90_000 });
      await page.getByText('✓ Up to date with the server.').waitFor({ timeout: 90_000 });
      const packs = await packsOf(services, token);
      expect(packs.map(({ serial }) => serial).toSorted()).toEqual(
        lines.map((line) => line.split(',')[0] ?? '').toSorted(),
      );
      expect(packs.every(({ version }) => version === 1)).toBe(true);

      // The same file is imported again; it changes nothing.
      const another = page.getByRole('button', { name: 'Import another file' });
      if (await another.isVisible()) await another.click();
      await choose(page, file);
      await page.getByText(`Create 0 · Update 0 · Unchanged ${PACKS} · Refused 0`).waitFor();
    } finally {
      await last.close();
    }
  });

  test('[IM-05] [PAGE-156] the page keeps painting while a file of 200 MB is checked, and its samples become sessions', async ({}, info) => {
    test.setTimeout(300_000);
    const path = info.outputPath('large.csv');
    const rows = await writeLargeLog(path);
    const { page, close } = await openProfile(info.outputPath('large'));
    try {
      const app = openApp(page, services.webUrl);
      await app.login('technician');
      await app.tab('Upload', 'upload');
      await page.getByText('Drop a file here').waitFor();
      // Each painted frame with a new value of the progress is counted in the page.
      await page.evaluate(`
        globalThis.painted = new Set();
        const look = () => {
          const bar = document.querySelector('[role="progressbar"]');
          if (bar) globalThis.painted.add(bar.getAttribute('aria-valuenow'));
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      `);
      await choose(page, path);
      await page.getByRole('progressbar', { name: 'Checking the rows' }).waitFor();
      // The page answers in the middle of the check.
      await page.getByRole('combobox', { name: 'A positive current is' }).click();
      await page.keyboard.press('Escape');
      const save = page.getByRole('button', { name: 'Save as a session' });
      await save.waitFor({ timeout: 120_000 });
      const painted = Number(await page.evaluate('globalThis.painted.size'));
      expect(painted).toBeGreaterThan(40);
      await save.click();
      await page.getByText('✓ Saved on this computer.').waitFor({ timeout: 120_000 });
      const listed = await page.getByRole('listitem').filter({ hasText: 'sample' }).allInnerTexts();
      const samples = listed.map((text) =>
        Number(/, ([\d\s]+)samples/.exec(text)?.[1]?.replace(/\s/g, '')),
      );
      expect(samples.reduce((sum, count) => sum + count, 0)).toBe(rows);
    } finally {
      await close();
    }
  });
});
