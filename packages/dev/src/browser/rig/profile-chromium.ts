import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { openApp } from '../app.ts';
import { chromiumPath } from './availability.ts';
import { answerChooser } from './chooser.ts';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';
import { withMockUsb } from './chromium.ts';
import { WAIT_LIMIT_MS } from './wait-limit.ts';
import type { UsbBed } from './usb-bed.ts';

interface ProcessInfo {
  readonly processInfo: readonly { readonly type: string; readonly id: number }[];
}

export interface ProfileOptions {
  /** The USB port that the browser can see; the policy of the rig grants it to the rig's pages. */
  readonly bed?: UsbBed;
  /** Default: 'block'. */
  readonly serviceWorkers?: 'allow';
}

/** Opens the app at `webUrl` in Chromium with a profile on disk. */
export const openProfile = async (
  folder: string,
  webUrl: string,
  { bed, serviceWorkers }: ProfileOptions = {},
) => {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorkers ?? 'block',
    args: [...CHROMIUM_FLAGS, ...(bed === undefined ? [] : [`--enable-features=${withMockUsb}`])],
    env: { ...process.env, ...bed?.env },
  });
  if (bed !== undefined) await answerChooser(context);
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    app: openApp(page, webUrl),
    /** Kills all processes of the browser without closing it, as in a crash. */
    kill: async (): Promise<void> => {
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
    /**
     * Waits until the sign-in of a new profile is on the disk, from where the next start reads it. Chromium writes local
     * storage up to 5 s after its first change, later changes less often, and may lose unwritten changes when it is
     * closed.
     */
    signInOnDisk: async (): Promise<void> => {
      const database = join(folder, 'Default/Local Storage/leveldb');
      const written = async (): Promise<string> => {
        const logs = (await readdir(database)).filter((name) => name.endsWith('.log'));
        const texts = logs.map((name) => readFile(join(database, name), 'latin1'));
        return (await Promise.all(texts)).join('\n');
      };
      await expect.poll(written).toContain('userInfo');
    },
    close: (): Promise<void> => context.close(),
  };
};

export type Profile = Awaited<ReturnType<typeof openProfile>>;
