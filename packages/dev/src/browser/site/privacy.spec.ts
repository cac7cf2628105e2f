import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../app.ts';
import { openOfflineSite, type OfflineSite } from '../rig/offline-site.ts';
import { sessionsOf } from '../rig/sessions-app.ts';

/** Texts that the user enters: a command, which is also recorded, and a pack. */
const COMMAND = 'AT+NORDWIND4711';
const SERIAL = 'NORDWIND-4712';

/** Returns the raw data key of the only account, which its password opens. */
const dataKey = async (page: Page, password: string): Promise<Buffer> => {
  const bytes = await page.evaluate<readonly number[]>(`(async () => {
    const database = await new Promise((resolve) => {
      const opened = indexedDB.open('batbot-vault');
      opened.onsuccess = () => resolve(opened.result);
    });
    const [{ wrapped }] = await new Promise((resolve) => {
      const all = database.transaction('accounts').objectStore('accounts').getAll();
      all.onsuccess = () => resolve(all.result);
    });
    database.close();
    const pass = new TextEncoder().encode(${JSON.stringify(password)});
    const base = await crypto.subtle.importKey('raw', pass, 'PBKDF2', false, ['deriveKey']);
    const { salt, iterations } = wrapped;
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    const key = await crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
    const iv = wrapped.bytes.slice(0, 12);
    return [...new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, wrapped.bytes.slice(12)))];
  })()`);
  return Buffer.from(bytes);
};

/** Returns which of the contents are in the files of a profile, by their index. */
const foundIn = async (folder: string, contents: readonly Buffer[]): Promise<readonly string[]> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Set<string>();
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    contents.forEach((content, index) => {
      if (bytes.includes(content)) found.add(`${index} in ${entry.name}`);
    });
  }
  return [...found];
};

test.describe('the lock of the local data', () => {
  let site: OfflineSite;
  test.beforeAll(async () => {
    site = await openOfflineSite();
  });
  test.afterAll(() => site.close());

  test('[PRIV-20] after a sign-out the files on disk do not contain what was entered; without servers the password opens it, and afterwards everything is synchronized', async ({
    visit,
  }, info) => {
    await site.start(undefined, { lock: { afterMinutes: 30 } });
    const { app, page, close } = await visit(site.webUrl, { serviceWorkers: 'allow' });
    await app.open();
    await app.login('technician');
    const stored = `caches.keys().then((names) => names.some((name) => name.startsWith('batbot-release-')))`;
    await expect.poll(() => page.evaluate(stored)).toBe(true);

    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    const sessions = sessionsOf(app);
    await sessions.record(2);
    await app.tab('Terminal', 'terminal');
    await app.type(COMMAND);
    await app.log.getByText(COMMAND).first().waitFor();
    await sessions.stop();
    await app.disconnect();
    await site.stop();
    await app.tab('Assets', 'assets');
    await app.addPack(SERIAL);
    await page.getByText(/1 change kept on this computer/).waitFor();
    const texts = [COMMAND, SERIAL].flatMap((text) => [
      Buffer.from(text, 'utf8'),
      Buffer.from(text, 'utf16le'),
    ]);
    const key = await dataKey(page, DEMO_PASSWORD);
    await page.reload(); // the session continues without the password
    await page.getByText(/1 change kept on this computer/).waitFor();

    await app.logout();
    await close();
    expect(await foundIn(info.outputPath('profile'), [...texts, key])).toEqual([]);

    const next = await visit(site.webUrl, { serviceWorkers: 'allow' });
    const later = next.app;
    await later.open();
    await later.submitLogin('technician', 'wrong');
    await next.page.getByRole('heading', { name: 'Incorrect Username/Password' }).waitFor();
    await next.page.getByText('Login without the server: try again now.').waitFor();
    await later.login('technician', DEMO_PASSWORD);
    await next.page.getByText('Logged in without the server').first().waitFor();
    await later.tab('Terminal', 'terminal');
    await later.command.press('ArrowUp');
    await expect(later.command).toHaveValue(COMMAND);
    await sessionsOf(later).openList();
    await expect(sessionsOf(later).rows).toHaveCount(1);
    await later.tab('Assets', 'assets');
    await next.page.getByText(SERIAL).first().waitFor();
    await next.page.getByText(/Log in again when there is a network\. 1 change/).waitFor();

    await site.start(undefined, { lock: { afterMinutes: 30 } });
    await later.logout();
    await later.login('technician', DEMO_PASSWORD);
    await later.tab('Assets', 'assets');
    await later.upToDate();
    await next.page.getByText(SERIAL).first().waitFor();
  });
});
