import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort } from '@batbot/server/testing/free-port';
import { chromiumPath } from './availability.ts';
import { answerChooser } from './chooser.ts';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';
import { leaseSerialPolicy } from './serial-policy.ts';
import type { UsbBed } from './usb-bed.ts';
import { WAIT_LIMIT_MS } from './wait-limit.ts';

/**
 * With umockdev, the browser's process must not fork. Its preload library takes locks; a child process inherits locks
 * that another thread holds and waits for them forever before it starts (fixed in umockdev 0.19.6, "Reinitialize
 * mutexes after forking"; Debian 12 has 0.17.16). Only two services would be forked: the network service, without which
 * no page loads, and the audio service, for which a page's main thread waits at its first AudioContext. The network
 * service runs in the browser's process. The audio service is "sandboxed", so the zygote forks it, which has one
 * thread. The other names are Playwright's defaults, because the last switch overrides the others.
 */
export const withMockUsb =
  'CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2,AudioServiceSandbox';

/**
 * Switches of Playwright that a user's browser does not have. Without them, hidden tabs are throttled and Back shows
 * cached pages.
 */
const unlikeUsers = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
];

/**
 * Returns the path of a script that starts the browser without the capability CAP_SYS_ADMIN. The rig runs as root, and
 * TIOCEXCL does not bind a process with that capability. Without it the browser is refused like a user's browser, and
 * can still read root's files.
 */
const unprivileged = (executablePath: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'batbot-chromium-')), 'chromium');
  const drop = '--bounding-set=-sys_admin --inh-caps=-sys_admin';
  writeFileSync(path, `#!/bin/sh\nexec setpriv ${drop} ${executablePath} "$@"\n`, { mode: 0o755 });
  return path;
};

export interface ChromiumOptions {
  /** The USB port that the browser can see. Without it, the browser sees no serial device. */
  readonly bed?: UsbBed;
  /** Origins whose pages can use the ports without a permission prompt. */
  readonly serialOrigins?: readonly string[];
  /** An X display such as ":99" on which the browser and its native dialogs are shown. Default: headless. */
  readonly display?: string;
  /** Runs the browser without the right of root to open ports that another program has opened exclusively. */
  readonly bindsToLocks?: boolean;
  /** Features of Chromium to enable, in the format of `--enable-features`. */
  readonly features?: string;
  /** Lets a second client connect at `debugUrl`. Unlike Playwright's pages, its pages can be hidden and frozen. */
  readonly isDebugged?: boolean;
}

export const launchChromium = async (options: ChromiumOptions = {}) => {
  const installed = chromiumPath();
  if (installed === undefined) throw new Error('Chromium is not installed');
  const executablePath = options.bindsToLocks ? unprivileged(installed) : installed;
  const origins = options.serialOrigins ?? [];
  const policy = origins.length > 0 ? await leaseSerialPolicy(origins) : undefined;
  const shown = options.display === undefined ? [] : ['--in-process-gpu', '--ozone-platform=x11'];
  const features = [options.bed && withMockUsb, options.features].filter(Boolean).join(',');
  const enabled = features === '' ? [] : [`--enable-features=${features}`];
  const debugPort = options.isDebugged ? await freePort() : undefined;
  const debug = debugPort === undefined ? [] : [`--remote-debugging-port=${debugPort}`];
  try {
    const browser = await chromium.launch({
      executablePath,
      headless: options.display === undefined,
      args: [...CHROMIUM_FLAGS, ...shown, ...enabled, ...debug],
      ignoreDefaultArgs: unlikeUsers,
      env: {
        ...process.env,
        ...options.bed?.env,
        ...(options.display === undefined ? {} : { DISPLAY: options.display }),
      },
    });
    return {
      browser,
      /** URL for a second client; empty unless `isDebugged`. */
      debugUrl: debugPort === undefined ? '' : `http://127.0.0.1:${debugPort}`,
      close: async (): Promise<void> => {
        await browser.close();
        await policy?.release();
      },
    };
  } catch (problem) {
    await policy?.release();
    throw problem;
  }
};

/**
 * Connects a second client, for whose pages Chromium reports the real visibility: Playwright reports its own pages as
 * visible at all times, and a visible page is never throttled or frozen.
 */
export const connectSecondClient = async (debugUrl: string) => {
  const browser = await chromium.connectOverCDP(debugUrl, { noDefaults: true });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('no default context');
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  await answerChooser(context);
  return { browser, context };
};

/** A hidden page renders no frames, so its state is polled. */
export const waitUntilHidden = (page: Page): Promise<unknown> =>
  page.waitForFunction('document.visibilityState === "hidden"', undefined, { polling: 100 });
