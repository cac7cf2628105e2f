import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOREIGN_REPLIES } from '@batbot/core/fakes';
import type { Browser, BrowserContext } from 'playwright-core';
import { openApp, type App } from './app.ts';
import { whyNot } from './rig/availability.ts';
import { launchChromium } from './rig/chromium.ts';
import { startServices } from './rig/services.ts';

/**
 * Saves pictures of every screen, for eyes: `tsx packages/dev/src/browser/screenshots.ts [screen …]`, where a screen is
 * named by the beginning of its name (`home` gives `home` and `home-empty`). To BATBOT_SHOTS, by default /tmp/shots.
 */
const folder = process.env['BATBOT_SHOTS'] ?? '/tmp/shots';
const wanted = process.argv.slice(2);

type Visit = (app: App) => Promise<unknown>;

const connected =
  (path: string, then: Visit = () => Promise.resolve()): Visit =>
  async (app) => {
    await app.open(`/mainpage/${path}`);
    await app.connect('Simulated device');
    await then(app);
  };

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

const typed: Visit = async (app) => {
  for (const command of ['ATI', 'AT+ADATA', 'AT+FOO']) await app.type(command);
  await app.log.getByText('ERROR', { exact: true }).waitFor();
};

/** Presses a shortcut of the terminal and fills the field it opens. */
const asked = async ({ page }: App, keys: string, field: string, text: string): Promise<void> => {
  await page.keyboard.press(keys);
  await page.getByRole('textbox', { name: field, exact: true }).fill(text);
};

const highlighted: Visit = async (app) => {
  await typed(app);
  await app.page.keyboard.press('Control+Shift+H');
  const dialog = app.page.getByRole('dialog', { name: 'Highlight rules' });
  for (const [index, pattern] of ['ERROR', 'SOC=\\d+', 'OK'].entries()) {
    await dialog.getByRole('button', { name: 'Add a rule' }).click();
    const rule = dialog.getByRole('group', { name: `Rule ${index + 1}` });
    await rule.getByRole('textbox').fill(pattern);
  }
  await dialog.getByRole('button', { name: 'Regular expression' }).nth(1).click();
};

const noted: Visit = async (app) => {
  await typed(app);
  const row = (text: string) => app.log.locator('[data-entry]').filter({ hasText: text });
  await row('AT+FOO').locator('time').click();
  await row('SOC=').locator('time').click();
  await row('SOC=').click();
  await app.page.keyboard.press('Control+Shift+B');
  await app.page.getByRole('textbox', { name: 'Note to this line' }).fill('Charger plugged in');
  await app.page.keyboard.press('Enter');
};

const transactions: Visit = async (app) => {
  const { page } = app;
  await page.getByRole('radio', { name: 'Transactions', exact: true }).check();
  for (const command of ['AT', 'ATI', 'AT+FOO', 'AT+ADATA']) {
    await app.type(command);
    await page
      .getByRole('row', { name: new RegExp(`${command.replace('+', '[+]')} .* ms`) })
      .waitFor();
  }
  await app.page.getByRole('row').filter({ hasText: 'SoC' }).click();
};

const sequences =
  (then: Visit = () => Promise.resolve()): Visit =>
  async (app) => {
    const { page } = app;
    await page.getByRole('button', { name: 'Sequences', exact: true }).click();
    const example = page.getByRole('button', { name: /Add the example/ });
    const run = page.getByRole('button', { name: 'Run Identify', exact: true });
    await example.or(run).first().waitFor();
    if (await example.isVisible()) await example.click();
    await run.waitFor();
    await then(app);
  };

const edited: Visit = ({ page }) => page.getByRole('button', { name: 'Edit Identify' }).click();
const reported: Visit = async ({ page }) => {
  await page.getByRole('button', { name: 'Run Identify', exact: true }).click();
  await page.getByText(/^. ?Completed/).waitFor();
};

const bench = {
  name: 'Bench',
  buttons: [
    { label: 'Who are you', command: 'ATI' },
    { label: 'Live data', command: 'AT+ADATA' },
    { label: 'Compact', command: 'AT+VB=0' },
    { label: 'Labelled', command: 'AT+VB=1' },
    { label: '', command: 'AT+VB?' },
    { label: 'Echo off', command: 'ATE0' },
  ],
};

const withGroups: Visit = async ({ page, open, log }) => {
  await open('/mainpage/terminal');
  const kept = JSON.stringify(JSON.stringify({ groups: [bench] }));
  await page.evaluate(`localStorage.setItem('terminalCommandGroups', ${kept});
    localStorage.setItem('terminalCommandGroupShown', 'Bench')`);
  await page.reload();
  await log.waitFor();
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
    await silence(page, 'Too old to show');
  }),
  'home-identity': scene({ scenario: 'idle' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Ask for identity (ATI)' }).click();
    await page.getByLabel('Serial number', { exact: true }).waitFor();
    await page.getByLabel('Serial number', { exact: true }).scrollIntoViewIfNeeded();
  }),
  'teach-unknown': foreign('semicolons-decimal-commas', teach),
  'teach-native': scene({ scenario: 'idle' }, teach),
  'terminal-empty': (app) => app.open('/mainpage/terminal'),
  terminal: connected('terminal', typed),
  'terminal-find': connected('terminal', async (app) => {
    await typed(app);
    await asked(app, 'Control+F', 'Find', 'adata');
    await app.page
      .getByText(/\d of \d/)
      .first()
      .waitFor();
  }),
  'terminal-filter': connected('terminal', async (app) => {
    await typed(app);
    await asked(app, 'Control+Shift+F', 'Filter', 'ADATA');
    await app.page.getByText(/lines hidden/).waitFor();
  }),
  'terminal-highlight': connected('terminal', highlighted),
  'terminal-notes': connected('terminal', noted),
  'terminal-menu': connected('terminal', async (app) => {
    await noted(app);
    await app.page.getByRole('button', { name: 'Log menu' }).click();
  }),
  // Last: what is chosen stays chosen.
  'terminal-hex': connected('terminal', async (app) => {
    await typed(app);
    await app.format('Hex');
  }),
  'terminal-palette': connected('terminal', async ({ page, command }) => {
    await page.keyboard.press('Control+k'); // on a phone its button lies in a menu
    await page.getByRole('button', { name: /AT\+VB=<mode>/ }).click();
    await page.getByLabel('mode', { exact: true }).selectOption('1');
    await command.blur();
  }),
  'terminal-completion': connected('terminal', async (app) => {
    await typed(app);
    await app.command.pressSequentially('AT+');
  }),
  'terminal-warning': connected('terminal', async (app) => {
    await typed(app);
    await app.command.pressSequentially('AT+VB=7');
  }),
  'terminal-groups': withGroups,
  'terminal-groups-edit': async (app) => {
    await withGroups(app);
    await app.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await app.page.getByRole('dialog').waitFor();
  },
  'terminal-shortcuts': async ({ page, open }) => {
    await open('/mainpage/terminal');
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).click();
    await page.getByRole('dialog').waitFor();
  },
  'terminal-line': connected('terminal', async (app) => {
    await typed(app);
    const line = app.page.getByRole('button', { name: 'Line', exact: true });
    const menu = app.page.getByRole('button', { name: 'Log menu', exact: true });
    await line.or(menu).first().waitFor();
    if (!(await line.isVisible())) await menu.click(); // where there is no room beside the log's tools
    await line.click();
    await app.page.getByLabel('Stop bits').selectOption('2');
    await app.page.getByRole('radio', { name: 'Off', exact: true }).last().click();
    await app.page.getByText(/CTS off/).waitFor();
    await app.page.getByRole('button', { name: 'Reconnect with these' }).scrollIntoViewIfNeeded();
  }),
  'terminal-transactions': connected('terminal', transactions),
  'terminal-sequences-empty': async (app) => {
    await app.open('/mainpage/terminal');
    await app.page.getByRole('button', { name: 'Sequences', exact: true }).click();
  },
  'terminal-sequences-edited': connected('terminal', sequences(edited)),
  'terminal-sequences-report': connected('terminal', sequences(reported)),
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
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
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
