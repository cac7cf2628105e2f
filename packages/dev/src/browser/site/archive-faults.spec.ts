import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { recordingOnHome, sessionsOf } from '../rig/sessions-app.ts';
import { expect, test } from '../fixtures.ts';

/**
 * Script for the page: adds rows to a session of this user and name until the browser refuses one. Returns the name of
 * the error.
 */
const fillUp = (userId: string, name: string): string => `(async () => {
  const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await settled(indexedDB.open('batbot-sessions'));
  const all = () => database.transaction('sessions').objectStore('sessions');
  const [keys, infos] = [await settled(all().getAllKeys()), await settled(all().getAll())];
  const at = Math.max(0, infos.findIndex((info) => info.name === ${JSON.stringify(name)}));
  const session = ${JSON.stringify(userId)} === keys[at][0] ? keys[at][1] : 'filler';
  let [index, size] = [0, 262144];
  for (;;) {
    const data = new Uint8Array(size);
    for (let from = 0; from < size; from += 65536) crypto.getRandomValues(data.subarray(from, from + 65536));
    const refusal = await new Promise((resolve) => {
      const transaction = database.transaction('chunks', 'readwrite');
      transaction.objectStore('chunks').put({ data }, [${JSON.stringify(userId)}, session, 'filler', index]);
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => resolve(transaction.error?.name ?? 'unknown');
    });
    index += 1;
    if (refusal === undefined) continue;
    size /= 16; // the remaining space may be enough for smaller rows
    if (size >= 1024) continue;
    database.close();
    return refusal;
  }
})()`;

const cdpOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

test('[ST-01] without free space the oldest session is deleted with a notice and the recording continues; if no other session is left, it stops with a notice', async ({
  site,
  visit,
}) => {
  // The browser needs a profile on disk: only then does Chromium apply quotas.
  const { app, page } = await visit(site.webUrl);
  const cdp = await cdpOf(page);
  // Set before the first write, because Chromium updates the free space only every half minute.
  const quotaSize = 20_000_000;
  await cdp.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(site.webUrl).origin,
    quotaSize,
  });
  const sessions = await recordingOnHome(app);
  await sessions.record(1);
  await sessions.stop();
  await sessions.openList();
  await sessions.openSession();
  await sessions.rename('the oldest');
  await app.tab('Home', 'home');
  await sessions.record(1);
  expect(await page.evaluate(fillUp('u-1', 'the oldest'))).toBe('QuotaExceededError');
  await app.notice('The oldest session was deleted').waitFor();
  await sessions.keeps((await sessions.kept()) + 2); // the recording continues

  expect(await page.evaluate(fillUp('u-9', 'not ours'))).toBe('QuotaExceededError');
  await app.notice('Recording stopped').waitFor();
  await sessions.openList();
  const list = page.getByRole('main');
  await expect(list).not.toContainText('the oldest');
  await expect(list).toContainText(/\d\smV/); // the samples recorded before are stored
});

test('[ST-02] [ST-04] cleared site data and a newer version in another tab are reported; after the first the recording continues, after the second it stops', async ({
  app,
  site,
}) => {
  const { page } = app;
  const sessions = await recordingOnHome(app);
  await sessions.record(2);
  const cdp = await cdpOf(page);
  await cdp.send('Storage.clearDataForOrigin', {
    origin: new URL(site.webUrl).origin,
    storageTypes: 'indexeddb',
  });
  await app.notice('The browser deleted the recorded sessions').waitFor();
  await sessions.keeps(4);
  await sessions.stop();
  await sessions.openList();
  await sessions.openSession();
  await page.getByText('The browser deleted what was recorded before').waitFor();
  expect((await sessions.exportCsv()).rows.length).toBeGreaterThanOrEqual(4);

  await app.tab('Home', 'home');
  await sessions.record(1);
  const newer = await page.context().newPage();
  await newer.goto(`${site.webUrl}/privacyBatBot`);
  const outcome = await newer.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('batbot-sessions', 1000);
      let outcome = 'upgraded';
      request.onblocked = () => { outcome = 'blocked'; };
      request.onsuccess = () => { request.result.close(); resolve(outcome); };
      request.onerror = () => resolve(String(request.error));
    })`);
  expect(outcome).toBe('upgraded');
  await app.notice('Recording stopped').waitFor();
  await app.notice(/newer version of this page is open/).waitFor();
  await sessions.openList();
  await page
    .getByText(/newer version of this page is open in another tab/)
    .first()
    .waitFor();
});

test('[ST-10] with a database that the disk has damaged the app starts signed in, and records again', async ({
  site,
  visit,
}, info) => {
  const first = await visit(site.webUrl);
  const before = await recordingOnHome(first.app);
  await before.record(1);
  await before.stop();
  await first.signInOnDisk();
  await first.close();
  const databases = info.outputPath('profile/Default/IndexedDB');
  const names = await readdir(databases, { recursive: true });
  const files = names.filter((name) => /\.(log|ldb)$|CURRENT$|MANIFEST/.test(name));
  expect(files.length).toBeGreaterThan(2);
  for (const name of files) {
    const path = join(databases, name);
    await writeFile(path, Buffer.alloc((await readFile(path)).length, 0x2a));
  }

  const { app } = await visit(site.webUrl);
  await app.open('/mainpage/home');
  await app.connect('Simulated device');
  const sessions = sessionsOf(app);
  await sessions.record(1);
  await sessions.stop();
  await sessions.openList();
  await expect(sessions.rows).toHaveCount(1);
});
