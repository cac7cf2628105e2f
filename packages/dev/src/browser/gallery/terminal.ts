import type { Page } from '@playwright/test';
import type { App } from '../app.ts';
import { connected, signedIn, type Show, type State } from './state.ts';

/** Opens a panel beside the log. On a phone, its button is in the log's menu. */
export const opened = async (page: Page, panel: string): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Log menu' });
  const button = page.getByRole('button', { name: panel, exact: true });
  await menu.waitFor();
  if (await button.isVisible()) {
    await button.click();
    return;
  }
  await menu.click();
  await page.getByRole('menuitem', { name: new RegExp(`^${panel}`) }).click();
};

const typed: Show = async (app) => {
  for (const command of ['ATI', 'AT+ADATA', 'AT+FOO']) await app.type(command);
  await app.log.getByText('ERROR', { exact: true }).waitFor();
};

/** Presses a shortcut of the terminal and fills in the field that it opens. */
const asked = async ({ page }: App, keys: string, field: string, text: string): Promise<void> => {
  await page.keyboard.press(keys);
  await page.getByRole('textbox', { name: field, exact: true }).fill(text);
};

const highlighted: Show = async (app, site) => {
  await typed(app, site);
  await app.page.keyboard.press('Control+Shift+H');
  const dialog = app.page.getByRole('dialog', { name: 'Highlight rules' });
  for (const [index, pattern] of ['ERROR', 'SOC=\\d+', 'OK'].entries()) {
    await dialog.getByRole('button', { name: 'Add a rule' }).click();
    const rule = dialog.getByRole('group', { name: `Rule ${index + 1}` });
    await rule.getByRole('textbox').fill(pattern);
  }
  await dialog.getByRole('button', { name: 'Regular expression' }).nth(1).click();
};

const noted: Show = async (app, site) => {
  await typed(app, site);
  const row = (text: string) => app.log.locator('[data-entry]').filter({ hasText: text });
  await row('AT+FOO').locator('time').click();
  // A line near the end: with 128 cells, earlier lines are not visible on a phone.
  await row('PRT=').locator('time').click();
  await row('PRT=').click();
  await app.page.keyboard.press('Control+Shift+B');
  await app.page.getByRole('textbox', { name: 'Note to this line' }).fill('Charger plugged in');
  await app.page.keyboard.press('Enter');
};

const transactions: Show = async (app) => {
  const { page } = app;
  await page.getByText('Transactions', { exact: true }).click();
  for (const command of ['AT', 'ATI', 'AT+FOO', 'AT+ADATA']) {
    await app.type(command);
    await page
      .getByRole('row', { name: new RegExp(`${command.replace('+', '[+]')} .* ms`) })
      .waitFor();
  }
  await app.page.getByRole('row').filter({ hasText: 'SoC' }).click();
};

const sequences =
  (then: Show): Show =>
  async (app, site) => {
    const { page } = app;
    await opened(page, 'Sequences');
    const example = page.getByRole('button', { name: /Add the example/ });
    const run = page.getByRole('button', { name: 'Run Identify', exact: true });
    await example.or(run).first().waitFor();
    if (await example.isVisible()) await example.click();
    await run.waitFor();
    await then(app, site);
  };

const edited: Show = ({ page }) => page.getByRole('button', { name: 'Edit Identify' }).click();
const reported: Show = async ({ page }) => {
  await page.getByRole('button', { name: 'Run Identify', exact: true }).click();
  await page
    .getByText(/Completed: /)
    .first()
    .waitFor();
};

const running: Show = async ({ page }) => {
  await page.getByRole('button', { name: 'Edit Identify' }).click();
  await page.getByRole('checkbox', { name: 'Forever' }).check();
  await page.getByLabel('Pause between, ms').fill('300');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Run Identify', exact: true }).click();
  await page.getByText(/^Loop 3/).waitFor();
};

const group = {
  name: 'Workshop',
  buttons: [
    { label: 'Who are you', command: 'ATI' },
    { label: 'Live data', command: 'AT+ADATA' },
    { label: 'Compact', command: 'AT+VB=0' },
    { label: 'Labelled', command: 'AT+VB=1' },
    { label: '', command: 'AT+VB?' },
    { label: 'Echo off', command: 'ATE0' },
  ],
};

const withGroups: Show = async ({ page, log }) => {
  const saved = JSON.stringify(JSON.stringify({ groups: [group] }));
  await page.evaluate(`localStorage.setItem('terminalCommandGroups', ${saved});
    localStorage.setItem('terminalCommandGroupShown', 'Workshop')`);
  await page.reload();
  await log.waitFor();
};

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** A state with a running check on a pack at rest. */
const started = (title: string, then: Show): Show =>
  connected('terminal', async (app, site) => {
    await site.control('POST', 'scenario', { name: 'idle' });
    await opened(app.page, 'Checks');
    await press(app.page, `Start ${title}`);
    await app.page.getByText('Conditions: all met').waitFor();
    await then(app, site);
  });

/** Does the first three steps of the incoming inspection, up to the reply with the serial number. */
const identified: Show = async ({ page }) => {
  await press(page, 'Yes');
  await press(page, 'Done');
  await press(page, 'Send ATI');
  await page.getByLabel('Previous reply').waitFor();
};

const failedCheck: Show = async (app, site) => {
  await identified(app, site);
  await press(app.page, 'No');
  await app.page
    .getByText(/Failed, /)
    .first()
    .waitFor();
};

/** The states of the terminal with its panels and dialogs. */
export const terminalStates: Readonly<Record<string, State>> = {
  'terminal-empty': signedIn('terminal'),
  terminal: connected('terminal', typed),
  'terminal-find': connected('terminal', async (app, site) => {
    await typed(app, site);
    await asked(app, 'Control+F', 'Find', 'adata');
    await app.page
      .getByText(/\d of \d/)
      .first()
      .waitFor();
  }),
  'terminal-filter': connected('terminal', async (app, site) => {
    await typed(app, site);
    await asked(app, 'Control+Shift+F', 'Filter', 'ADATA');
    await app.page.getByText(/lines filtered/).waitFor();
  }),
  'terminal-highlight': connected('terminal', highlighted),
  'terminal-notes': connected('terminal', noted),
  'terminal-menu': connected('terminal', async (app, site) => {
    await noted(app, site);
    await app.page.getByRole('button', { name: 'Log menu' }).click();
  }),
  'terminal-palette': connected('terminal', async ({ page, command }) => {
    await page.keyboard.press('Alt+P'); // on a phone, its button is in a menu
    await page
      .getByRole('button', { name: /^AT\+VB/ })
      .first()
      .click();
    await command.blur();
  }),
  'terminal-completion': connected('terminal', async (app, site) => {
    await typed(app, site);
    await app.command.pressSequentially('AT+');
  }),
  'terminal-warning': connected('terminal', async (app, site) => {
    await typed(app, site);
    await app.command.pressSequentially('AT+VB=7');
  }),
  'terminal-groups': signedIn('terminal', withGroups),
  'terminal-groups-edit': signedIn('terminal', async (app, site) => {
    await withGroups(app, site);
    await app.page.getByRole('button', { name: 'Edit quick commands' }).click();
    await app.page.getByRole('dialog').waitFor();
  }),
  'terminal-shortcuts': signedIn('terminal', async ({ page, command }) => {
    await command.waitFor();
    await page.keyboard.press('Control+/');
    await page.getByRole('dialog').waitFor();
  }),
  'terminal-line': connected('terminal', async (app, site) => {
    await typed(app, site);
    await opened(app.page, 'Port');
    const panel = app.page.getByRole('complementary', { name: 'Port', exact: true });
    await panel.getByRole('radiogroup', { name: 'RTS' }).getByText('Off', { exact: true }).click();
    await panel.getByText(/CTS off/).waitFor();
  }),
  'terminal-transactions': connected('terminal', transactions),
  'terminal-sequences-empty': signedIn('terminal', async ({ page }) => {
    await opened(page, 'Sequences');
    await page.getByRole('button', { name: /Add the example/ }).waitFor();
  }),
  'terminal-sequences-edited': connected('terminal', sequences(edited)),
  'terminal-sequences-report': connected('terminal', sequences(reported)),
  'terminal-sequences-running': connected('terminal', sequences(running)),
  'terminal-hex': connected('terminal', async (app, site) => {
    await typed(app, site);
    await app.format('Hex');
  }),
  'terminal-late': connected('terminal', async (app, site) => {
    const { page } = app;
    await page.getByText('Transactions', { exact: true }).click();
    await app.type('AT');
    await page.getByRole('row').filter({ hasText: 'OK' }).waitFor();
    await site.control('POST', 'faults', { name: 'slow', value: 4, count: 1 });
    await app.type('AT+ADATA');
    await app.type('AT'); // without a queued command, the previous one would have a longer deadline
    await page.getByRole('row').filter({ hasText: 'Timeout, late' }).click();
  }),
  'checks-list': connected('terminal', async ({ page }) => {
    await opened(page, 'Checks');
    await page.getByRole('button', { name: 'Start Charge test' }).waitFor();
  }),
  'checks-question': started('Incoming inspection', identified),
  'checks-typed': started('Incoming inspection', async (app, site) => {
    await identified(app, site);
    await press(app.page, 'Yes');
    await app.page.getByLabel('Multimeter, V').fill('12,1');
  }),
  'checks-stopped': started('Cell balance at rest', async ({ page }, site) => {
    await press(page, 'Done');
    await press(page, 'Measure');
    await site.control('POST', 'pack', { current: 20 });
    await page.getByText(/^Halted: /).waitFor({ timeout: 15_000 });
  }),
  'checks-badge': started('Incoming inspection', async ({ page }) => {
    await press(page, 'Close Checks');
    await page.getByRole('button', { name: 'Go to the check' }).waitFor();
  }),
  'checks-report': started('Incoming inspection', failedCheck),
  'checks-report-printed': started('Incoming inspection', async (app, site) => {
    await failedCheck(app, site);
    await app.page.emulateMedia({ media: 'print' });
  }),
};
