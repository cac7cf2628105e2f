import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumPath } from './availability.ts';
import { answerChooser } from './chooser.ts';
import { withMockUsb } from './chromium.ts';
import type { UsbBed } from './usb-bed.ts';

/** A Chromium with a profile on disk, whose data is still there after a restart. */
export interface ProfileChromium {
  readonly page: Page;
  /** Kills all processes of the browser without closing it, as in a crash. */
  readonly kill: () => Promise<void>;
  /** Closes the browser. A new profile is closed when its local storage, with the new session, is on the disk. */
  readonly close: () => Promise<void>;
}

interface ProcessInfo {
  readonly processInfo: readonly { readonly type: string; readonly id: number }[];
}

/**
 * Waits until Chromium has written the keys of local storage to the disk. It does so up to 5 s after the first change;
 * closing the browser earlier may lose them. Only for a new profile: later starts may compress the keys.
 */
const localStorageOnDisk = async (page: Page, folder: string): Promise<void> => {
  if (!page.url().startsWith('http')) return;
  const keys = await page.evaluate<readonly string[]>('Object.keys(localStorage)');
  const database = join(folder, 'Default/Local Storage/leveldb');
  const missing = async (): Promise<readonly string[]> => {
    const files = (await readdir(database)).filter((name) => name.endsWith('.log'));
    const parts = await Promise.all(files.map((name) => readFile(join(database, name), 'latin1')));
    const written = parts.join('\n');
    return keys.filter((key) => !written.includes(key));
  };
  await expect.poll(missing, { timeout: 15_000 }).toEqual([]);
};

/** @param bed the USB port that the browser can see; the policy of the rig grants it to the rig's pages */
export const openProfile = async (
  folder: string,
  bed?: UsbBed,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<ProfileChromium> => {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const isNew = !existsSync(folder);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    reducedMotion: 'reduce',
    serviceWorkers,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      ...(bed === undefined ? [] : [`--enable-features=${withMockUsb}`]),
    ],
    env: { ...process.env, ...bed?.env },
  });
  if (bed !== undefined) await answerChooser(context);
  context.setDefaultTimeout(20_000);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    kill: async () => {
      const browser = context.browser();
      if (browser === null) throw new Error('the context does not know its browser');
      const session = await browser.newBrowserCDPSession();
      const { processInfo }: ProcessInfo = await session.send('SystemInfo.getProcessInfo');
      const gone = new Promise<void>((resolve) => context.once('close', () => resolve()));
      for (const { id } of processInfo) {
        try {
          process.kill(id, 'SIGKILL');
        } catch {
          // the process has ended with the others
        }
      }
      await gone;
    },
    close: async () => {
      if (isNew) await localStorageOnDisk(page, folder);
      await context.close();
    },
  };
};
