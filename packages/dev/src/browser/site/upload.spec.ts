import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { openApp } from '../app.ts';
import { expect, test } from '../fixtures.ts';
import { openProfile } from '../rig/profile-chromium.ts';
import { isSubmit, startServices, type Services } from '../rig/services.ts';

const PACKS = 700; // more than the outbox takes at once, so the import is not finished when the first changes are sent

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

/** Writes a log of about 200 MB: one row a second. */
const writeLargeLog = async (path: string): Promise<void> => {
  const out = createWriteStream(path);
  out.write('time,voltage (V),current (A),soc (%),cell 1 (V),cell 2 (V),remark\n');
  for (let bytes = 0, rows = 0; bytes < 199_000_000;) {
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
    const first = await openBrowser();
    await first.app.login('technician');
    await first.app.tab('Upload', 'upload');
    await first.page.getByText('✓ Up to date with the server.').waitFor();
    await first.signInOnDisk();
    await choose(first.page, file);
    // The remembered columns are sent first, before the rows are stored.
    const sent = first.page.waitForRequest(
      (request) => isSubmit(request) && request.postData()?.includes('putAsset') === true,
    );
    await first.page.getByRole('button', { name: /^Apply/ }).click();
    await sent;
    await first.kill();

    const last = await openBrowser();
    try {
      const { page, app } = last;
      await app.open('/mainpage/upload');
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
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

  test('[IM-05] [PAGE-156] the page keeps painting while a file of 200 MB is checked', async ({}, info) => {
    const path = info.outputPath('large.csv');
    await writeLargeLog(path);
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
    } finally {
      await close();
    }
  });
});
