import type { Page } from '@playwright/test';
import type { App } from './app.ts';

/** Brings the app to what is to be seen. */
export type Visit = (app: App) => Promise<unknown>;

/** A screen with the simulated device connected. */
export const connected =
  (path: string, then: Visit = () => Promise.resolve()): Visit =>
  async (app) => {
    await app.open(`/mainpage/${path}`);
    await app.connect('Simulated device');
    await then(app);
  };

/** Opens a panel beside the log; on a phone its button lies in the log's menu. */
export const opened = async (page: Page, panel: string): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Log menu' });
  const button = page.getByRole('button', { name: panel, exact: true });
  await menu.waitFor();
  if (!(await button.isVisible())) await menu.click();
  await button.click();
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
  // Near the end: of 128 cells the lines before fill a phone's window.
  await row('PRT=').locator('time').click();
  await row('PRT=').click();
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
    await opened(page, 'Sequences');
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

const running: Visit = async ({ page }) => {
  await page.getByRole('button', { name: 'Edit Identify' }).click();
  await page.getByRole('checkbox', { name: 'Until stopped' }).check();
  await page.getByLabel('Pause between, ms').fill('300');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Run Identify', exact: true }).click();
  await page.getByText(/^Loop 3/).waitFor();
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

/** The terminal, as pictures show it. */
export const terminalShots: Readonly<Record<string, Visit>> = {
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
    await opened(app.page, 'Line');
    await app.page.getByLabel('Stop bits').selectOption('2');
    await app.page.getByRole('radio', { name: 'Off', exact: true }).last().click();
    await app.page.getByText(/CTS off/).waitFor();
    await app.page.getByRole('button', { name: 'Reconnect with these' }).scrollIntoViewIfNeeded();
  }),
  'terminal-transactions': connected('terminal', transactions),
  'terminal-sequences-empty': async (app) => {
    await app.open('/mainpage/terminal');
    await opened(app.page, 'Sequences');
  },
  'terminal-sequences-edited': connected('terminal', sequences(edited)),
  'terminal-sequences-report': connected('terminal', sequences(reported)),
  // Goes on until the page is closed.
  'terminal-sequences-running': connected('terminal', sequences(running)),
  // Last: what is chosen stays chosen.
  'terminal-hex': connected('terminal', async (app) => {
    await typed(app);
    await app.format('Hex');
  }),
};
