import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openOfflineSite } from '../browser/rig/offline-site.ts';
import { openProfile } from '../browser/rig/profile-chromium.ts';

const USER = 'technician';
const USER_ID = 'demo-technician';
const LIMIT_MS = 300_000;
/** Sessions and chunks of each. A chunk of samples and one of cells are a minute of a pack with 128 cells, 20 kB. */
const CASES = [
  [0, 0],
  [4, 1_250],
  [1, 5_000],
  [4, 5_000],
] as const;

/** Saves sessions that are not encrypted, with the shapes of the recorder. */
const fill = (page: Page, sessions: number, chunks: number): Promise<void> =>
  page.evaluate(`(async () => {
    const opened = indexedDB.open('batbot-sessions', 1);
    opened.onupgradeneeded = () => {
      for (const name of ['sessions', 'chunks'])
        if (!opened.result.objectStoreNames.contains(name)) opened.result.createObjectStore(name);
    };
    const database = await new Promise((resolve) => (opened.onsuccess = () => resolve(opened.result)));
    for (let s = 0; s < ${sessions}; s += 1) {
      const id = 'bench-' + s;
      for (let from = 0; from < ${chunks}; from += 250) {
        const writing = database.transaction(['sessions', 'chunks'], 'readwrite');
        writing.objectStore('sessions').put({ id }, ['${USER_ID}', id]);
        for (let index = from; index < from + 250; index += 1) {
          const columns = Object.fromEntries(Array.from({ length: 17 }, (_, c) => ['c' + c, Float64Array.from({ length: 32 }, Math.random)]));
          const volts = Float32Array.from({ length: 32 * 128 }, Math.random);
          const store = writing.objectStore('chunks');
          store.put(columns, ['${USER_ID}', id, 'samples', index]);
          store.put({ cells: 128, volts }, ['${USER_ID}', id, 'cells', index]);
        }
        await new Promise((resolve) => (writing.oncomplete = resolve));
      }
    }
    database.close();
  })()`);

/** Returns the number of chunks that are not encrypted. */
const countClear = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const opened = indexedDB.open('batbot-sessions');
    const database = await new Promise((resolve) => (opened.onsuccess = () => resolve(opened.result)));
    let clear = 0;
    const reading = database.transaction('chunks').objectStore('chunks').openCursor();
    await new Promise((resolve) => {
      reading.onsuccess = () => {
        if (reading.result === null) return resolve();
        if (!('sealed' in reading.result.value)) clear += 1;
        reading.result.continue();
      };
    });
    database.close();
    return clear;
  })()`);

/** Returns the ms of the derivation of the key from the password, with the parameters of the lock. */
const deriveMs = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const base = await crypto.subtle.importKey('raw', new TextEncoder().encode('batbot-demo'), 'PBKDF2', false, ['deriveBits']);
    const from = performance.now();
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(16), iterations: 600000 }, base, 256);
    return performance.now() - from;
  })()`);

/**
 * Prints how long sign-ins take until Home is shown: the first one after the lock was switched on, which encrypts what
 * is saved, and the next one.
 */
export const benchLock = async (print: (line: string) => void): Promise<void> => {
  const scratch = await mkdtemp(join(tmpdir(), 'batbot-lock-'));
  const site = await openOfflineSite();
  print('Lock: s from the click on Log in until Home, in Chromium');
  print(
    '  saved before              first sign-in   next sign-in   chunks left   key of the password',
  );
  try {
    for (const [sessions, chunks] of CASES) {
      await site.start();
      const folder = join(scratch, `${sessions}-${chunks}`);
      const { app, page, close } = await openProfile(folder, site.webUrl);
      page.setDefaultTimeout(LIMIT_MS);
      const signIn = async (): Promise<number> => {
        await app.open();
        await page.getByPlaceholder('Enter your Email or username').waitFor();
        const from = performance.now();
        await app.submitLogin(USER);
        await page.getByRole('link', { name: 'Logout' }).first().waitFor();
        return (performance.now() - from) / 1_000;
      };
      await signIn();
      await fill(page, sessions, chunks);
      await app.logout();
      await site.start(undefined, { lock: { afterMinutes: 30 } });
      const first = await signIn();
      const left = await countClear(page);
      await app.logout();
      const next = await signIn();
      const key = (await deriveMs(page)) / 1_000;
      const size = `${sessions} × ${((chunks * 20.7) / 1_000).toFixed(0)} MB`;
      print(
        `  ${size.padEnd(24)}  ${first.toFixed(1).padStart(13)}  ${next.toFixed(1).padStart(13)}  ${String(left).padStart(12)}  ${key.toFixed(2).padStart(20)}`,
      );
      await close();
    }
  } finally {
    await site.close();
    await rm(scratch, { recursive: true, force: true });
  }
};
