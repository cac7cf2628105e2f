import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { freePort } from '@batbot/server/testing/free-port';
import { chromiumPath } from './availability.ts';
import { leaseSerialPolicy } from './serial-policy.ts';
import type { UsbBed } from './usb-bed.ts';

/** Keep Chromium off the network and off dialogs; no sandbox because CI runs as root. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Under umockdev the browser's process must not fork: its preload takes locks, a child inherits those that another
 * thread holds, and waits for them forever before it can even start (fixed in umockdev 0.19.6, "Reinitialize mutexes
 * after forking"; Debian 12 has 0.17.16). Of all services only two are forked there: the network service, without which
 * no page loads, and the audio service, for which a page's main thread waits at its first AudioContext. The first stays
 * in the browser's process; the second, as a "sandboxed" service, is forked by the zygote, which has one thread.
 * The other names are Playwright's own: the last switch wins.
 */
const withMockUsb =
  'CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2,AudioServiceSandbox';

/** What Playwright switches off and a user's browser does: needed by tests of hidden tabs and of Back. */
const unlikeUsers = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
];

/**
 * TIOCEXCL does not bind a process with CAP_SYS_ADMIN, and the rig runs as root. A browser without that one capability
 * is refused as a user's is, and still reads root's files. Gives a program that starts it so.
 */
const unprivileged = (executablePath: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'batbot-chromium-')), 'chromium');
  const drop = '--bounding-set=-sys_admin --inh-caps=-sys_admin';
  writeFileSync(path, `#!/bin/sh\nexec setpriv ${drop} ${executablePath} "$@"\n`, { mode: 0o755 });
  return path;
};

export interface ChromiumOptions {
  /** Which USB port the browser looks at. Without it, no serial device is to be seen. */
  readonly bed?: UsbBed;
  /** Origins whose pages see the ports without asking. */
  readonly serialOrigins?: readonly string[];
  /** An X display such as ":99": the browser shows itself there, native dialogs included. Headless without it. */
  readonly display?: string;
  /** Throttles hidden tabs and keeps pages for Back, as a user's browser does. */
  readonly likeUsers?: boolean;
  /** Ports that another program has opened for itself are closed to it, as for every user but root. */
  readonly bindsToLocks?: boolean;
  /** Features of Chromium's to switch on, as `--enable-features` takes them. */
  readonly features?: string;
  /** Lets a second client connect at `debugUrl`: one for which pages can be hidden and frozen, as in a user's browser. */
  readonly isDebugged?: boolean;
}

export interface Chromium {
  readonly browser: Browser;
  /** Empty unless `isDebugged`. */
  readonly debugUrl: string;
  /** Ends it and gives the serial permission back. */
  readonly close: () => Promise<void>;
}

/** Starts Chromium. */
export const launchChromium = async (options: ChromiumOptions = {}): Promise<Chromium> => {
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
      args: [...flags, ...shown, ...enabled, ...debug],
      ...(options.likeUsers ? { ignoreDefaultArgs: [...unlikeUsers] } : {}),
      env: {
        ...process.env,
        ...options.bed?.env,
        ...(options.display === undefined ? {} : { DISPLAY: options.display }),
      },
    });
    return {
      browser,
      debugUrl: debugPort === undefined ? '' : `http://127.0.0.1:${debugPort}`,
      close: async () => {
        await browser.close();
        await policy?.release();
      },
    };
  } catch (problem) {
    await policy?.release();
    throw problem;
  }
};
