import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOREIGN_REPLIES } from '@batbot/core/fakes';
import type { Browser, BrowserContext } from '@playwright/test';
import { alarmShots } from './alarm-shots.ts';
import { openApp, type App } from './app.ts';
import { guidedShots } from './guided-shots.ts';
import { whyNot } from './rig/availability.ts';
import { launchChromium } from './rig/chromium.ts';
import { startServices } from './rig/services.ts';
import { connected, terminalShots, type Visit } from './terminal-shots.ts';

/**
 * Saves pictures of every screen, for eyes: `tsx packages/dev/src/browser/screenshots.ts [screen …]`, where a screen is
 * named by the beginning of its name (`home` gives `home` and `home-empty`). To BATBOT_SHOTS, by default /tmp/shots;
 * in the sizes of BATBOT_SIZES, by default `1280x800 390x844`.
 */
const folder = process.env['BATBOT_SHOTS'] ?? '/tmp/shots';
const sizes = (process.env['BATBOT_SIZES'] ?? '1280x800 390x844')
  .split(' ')
  .map((size) => size.split('x').map(Number));
const wanted = process.argv.slice(2);

const control = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> => {
  const url = new URL(path, (services.simulator.wsUrl ?? '').replace('ws:', 'http:'));
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

interface Scene {
  readonly scenario: string;
  /** What the pack is brought to. */
  readonly pack?: object;
}

/** Home of a pack in some trouble. */
const scene =
  ({ scenario, pack }: Scene, then: Visit): Visit =>
  async (app) => {
    await control('DELETE', '/control/faults');
    await control('POST', '/control/scenario', { name: scenario });
    await control('POST', '/control/pack', { current: null, ...pack });
    await connected('home', then)(app);
  };

/** In the place of what the simulated device answers to a poll stands the reply of another make. */
const foreign =
  (name: string, then: Visit): Visit =>
  async (app) => {
    const reply = FOREIGN_REPLIES.find((each) => each.name === name);
    await app.page.routeWebSocket(/\/serial/, (socket) => {
      const device = socket.connectToServer();
      let held = '';
      device.onMessage((message) => {
        const text = message.toString();
        held = held !== '' || text.includes('+ADATA') ? held + text : '';
        if (held === '') socket.send(message);
        if (!held.endsWith('OK\r\n')) return;
        held = '';
        socket.send(Buffer.from(`${reply?.bytes ?? ''}\r\nOK\r\n`));
      });
    });
    await scene({ scenario: 'idle' }, then)(app);
  };

/** The device falls silent; waits until Home says this of its data. */
const silence = async (page: App['page'], word: string): Promise<void> => {
  await page.getByText('Live', { exact: true }).waitFor();
  await control('POST', '/control/faults', { name: 'silence' });
  await page.getByText(word, { exact: true }).waitFor({ timeout: 20_000 });
};

const tabs = [
  'users',
  'support',
  'assets',
  'complaint',
  'config',
  'analyticData',
  'servicetab',
  'firmwareTab',
  'smartConfig',
  'romeoConfig',
  'romeoList',
  'logs',
  'upload',
];
const documents = [
  'privacyBatBot',
  'privacyAndroid',
  'privacyBatTrackAndroid',
  'privacyVastusuchi',
  'privacyBatTrackBT',
  'releaseNotesBatBot',
];

const teach: Visit = async ({ page }) => {
  await page.getByRole('link', { name: 'Teach this device' }).click();
  await page.getByRole('heading', { name: 'Teach this device' }).waitFor();
};

/** Those of a visitor, and those of a technician. */
const outside: Readonly<Record<string, Visit>> = {
  login: (app) => app.open('/login'),
  'login-failed': async (app) => {
    await app.open('/login');
    await app.submitLogin('nobody');
    await app.page.getByText('Incorrect Username/Password').waitFor();
  },
  'not-found': (app) => app.open('/nowhere'),
  ...Object.fromEntries(documents.map((path) => [path, (app: App) => app.open(`/${path}`)])),
};
const inside: Readonly<Record<string, Visit>> = {
  'home-empty': (app) => app.open('/mainpage/home'),
  home: connected('home', (app) =>
    app.page.getByLabel('Cell 1', { exact: true }).first().waitFor(),
  ),
  'home-many-cells': scene(
    { scenario: 'many-cells', pack: { soc: 0.01, current: 60 } },
    async ({ page }) => {
      await page.getByText('Cell under-voltage').first().waitFor({ timeout: 30_000 });
    },
  ),
  'home-cold': scene({ scenario: 'cold', pack: { temperature: -40 } }, async ({ page }) => {
    await page.getByText('Too cold to charge').first().waitFor();
    await page.getByText('check sensor').first().waitFor(); // the second reply that says −40
  }),
  'home-sensor': scene({ scenario: 'thermistor-open' }, async ({ page }) => {
    await page.getByText('check sensor').first().waitFor();
  }),
  'home-held': scene({ scenario: 'idle' }, async ({ page }) => {
    await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    await control('POST', '/control/faults', { name: 'spike', on: 'polls', count: 1 });
    await page.locator('.checking').first().waitFor();
  }),
  'home-late': scene({ scenario: 'drive' }, async ({ page }) => {
    await silence(page, 'Late');
  }),
  'home-stale': scene({ scenario: 'drive' }, async ({ page }) => {
    await silence(page, 'Stale');
  }),
  'home-expired': scene({ scenario: 'drive' }, async ({ page }) => {
    await silence(page, 'No recent data');
  }),
  'home-identity': scene({ scenario: 'idle' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Read identity (ATI)' }).click();
    await page.getByLabel('Serial number', { exact: true }).waitFor();
    await page.getByLabel('Serial number', { exact: true }).scrollIntoViewIfNeeded();
  }),
  ...alarmShots(scene, silence),
  'teach-unknown': foreign('semicolons-decimal-commas', teach),
  'teach-native': scene({ scenario: 'idle' }, teach),
  ...terminalShots,
  'terminal-late': connected('terminal', async (app) => {
    const { page } = app;
    await app.format('ASCII');
    await page.getByRole('radio', { name: 'Transactions', exact: true }).check();
    await app.type('AT');
    await page.getByRole('row').filter({ hasText: 'OK' }).waitFor();
    await control('POST', '/control/faults', { name: 'slow', value: 3, count: 1 });
    await app.type('ATI');
    await page.getByText(/“ATI” was answered late/).waitFor();
    await control('POST', '/control/faults', { name: 'silence' });
    await app.type('AT+FOO');
    await page.getByText('No answer to “AT+FOO”').waitFor();
    await control('DELETE', '/control/faults');
    await page.getByRole('row').filter({ hasText: 'late' }).first().click();
  }),
  ...guidedShots((what, body) => control('POST', `/control/${what}`, body)),
  ...Object.fromEntries(tabs.map((path) => [path, (app: App) => app.open(`/mainpage/${path}`)])),
};

const isWanted = (name: string): boolean =>
  wanted.length === 0 || wanted.some((start) => name.startsWith(start));

const shoot = async (
  context: BrowserContext,
  webUrl: string,
  screens: Readonly<Record<string, Visit>>,
  suffix: string,
): Promise<void> => {
  for (const [name, visit] of Object.entries(screens).filter(([each]) => isWanted(each))) {
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('console', (line) => {
      if (line.type() === 'error') trouble.push(line.text());
    });
    try {
      await visit(openApp(page, webUrl));
      await page.waitForLoadState('networkidle');
    } catch (problem) {
      trouble.push(String(problem).split('\n', 1)[0] ?? '');
    }
    const file = join(folder, `${name}-${suffix}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
    console.log(file, ...trouble.map((text) => `\n    ! ${text}`));
    await page.close();
  }
};

const visitAll = async (browser: Browser, webUrl: string): Promise<void> => {
  for (const [width = 1280, height = 800] of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch: width < 500,
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(10_000);
      const suffix = `${width}-${colorScheme}`;
      await shoot(context, webUrl, outside, suffix);
      if (Object.keys(inside).some(isWanted)) {
        const page = await context.newPage();
        await openApp(page, webUrl).login('technician');
        await page.close();
        await shoot(context, webUrl, inside, suffix);
      }
      await context.close();
    }
  }
};

const why = whyNot(['chromium']);
if (why !== undefined) throw new Error(why);
mkdirSync(folder, { recursive: true });
const services = await startServices();
const chromium = await launchChromium();
try {
  await visitAll(chromium.browser, services.webUrl);
} finally {
  await chromium.close();
  await services.close();
}
