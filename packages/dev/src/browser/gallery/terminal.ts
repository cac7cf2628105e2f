import { connected, control, pressed, shown, signedIn, type Show, type State } from './state.ts';

/** Opens a panel beside the log. On a phone, its button is in the log's menu. */
export const opened =
  (panel: string): Show =>
  async ({ page }) => {
    const menu = page.getByRole('button', { name: 'Log menu' });
    const button = page.getByRole('button', { name: panel, exact: true });
    await menu.waitFor();
    if (await button.isVisible()) return button.click();
    await menu.click();
    return page.getByRole('menuitem', { name: new RegExp(`^${panel}`) }).click();
  };

const typed: Show = async (app) => {
  for (const command of ['ATI', 'AT+ADATA', 'AT+FOO']) await app.type(command);
  await app.log.getByText('ERROR', { exact: true }).waitFor();
};

/** Presses a shortcut of the terminal and fills in the field that it opens. */
const asked =
  (keys: string, field: string, text: string): Show =>
  async ({ page }) => {
    await page.keyboard.press(keys);
    await page.getByRole('textbox', { name: field, exact: true }).fill(text);
  };

const highlighted: Show = async ({ page }) => {
  await page.keyboard.press('Control+Shift+H');
  const dialog = page.getByRole('dialog', { name: 'Highlight rules' });
  for (const [index, pattern] of ['ERROR', 'SOC=\\d+', 'OK'].entries()) {
    await dialog.getByRole('button', { name: 'Add a rule' }).click();
    const rule = dialog.getByRole('group', { name: `Rule ${index + 1}` });
    await rule.getByRole('textbox').fill(pattern);
  }
  await dialog.getByRole('button', { name: 'Regular expression' }).nth(1).click();
};

const noted: Show = async ({ page, log }) => {
  const row = (text: string) => log.locator('[data-entry]').filter({ hasText: text });
  await row('AT+FOO').locator('time').click();
  // A line near the end: with 128 cells, earlier lines are not visible on a phone.
  await row('PRT=').locator('time').click();
  await row('PRT=').click();
  await page.keyboard.press('Control+Shift+B');
  await page.getByRole('textbox', { name: 'Note to this line' }).fill('Charger plugged in');
  await page.keyboard.press('Enter');
};

const transactions: Show = async ({ page, type }) => {
  await page.getByText('Transactions', { exact: true }).click();
  for (const command of ['AT', 'ATI', 'AT+FOO', 'AT+ADATA']) {
    await type(command);
    const name = new RegExp(`${command.replace('+', '[+]')} .* ms`);
    await page.getByRole('row', { name }).waitFor();
  }
  await page.getByRole('row').filter({ hasText: 'SoC' }).click();
};

/** The terminal with the panel of the sequences and the example in it. */
const sequences = (...shows: readonly Show[]): Show =>
  connected(
    'terminal',
    opened('Sequences'),
    async ({ page }) => {
      const example = page.getByRole('button', { name: /Add the example/ });
      const run = page.getByRole('button', { name: 'Run Identify', exact: true });
      await example.or(run).first().waitFor();
      if (await example.isVisible()) await example.click();
      await run.waitFor();
    },
    ...shows,
  );

const running: Show = async ({ page }) => {
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

/** A state with a running check on a pack at rest. */
export const checking = (title: string, ...shows: readonly Show[]): Show =>
  connected(
    'terminal',
    control('scenario', { name: 'idle' }),
    opened('Checks'),
    pressed(`Start ${title}`),
    shown('Conditions: all met'),
    ...shows,
  );

/** The incoming inspection after its first three steps, up to the reply with the serial number. */
const identified = (...shows: readonly Show[]): Show =>
  checking(
    'Incoming inspection',
    pressed('Yes'),
    pressed('Done'),
    pressed('Send ATI'),
    ({ page }) => page.getByLabel('Previous reply').waitFor(),
    ...shows,
  );

const failedCheck = (...shows: readonly Show[]): Show =>
  identified(pressed('No'), shown(/Failed, /), ...shows);

/** The states of the terminal with its panels and dialogs. */
export const terminalStates: Readonly<Record<string, State>> = {
  'terminal-empty': signedIn('terminal'),
  terminal: connected('terminal', typed),
  'terminal-find': connected(
    'terminal',
    typed,
    asked('Control+F', 'Find', 'adata'),
    shown(/\d of \d/),
  ),
  'terminal-filter': connected(
    'terminal',
    typed,
    asked('Control+Shift+F', 'Filter', 'ADATA'),
    shown(/lines filtered/),
  ),
  'terminal-highlight': connected('terminal', typed, highlighted),
  'terminal-notes': connected('terminal', typed, noted),
  'terminal-menu': connected('terminal', typed, noted, pressed('Log menu')),
  'terminal-palette': connected(
    'terminal',
    ({ page }) => page.keyboard.press('Alt+P'), // on a phone, its button is in a menu
    pressed(/^AT\+VB/),
    ({ command }) => command.blur(),
  ),
  'terminal-completion': connected('terminal', typed, (app) =>
    app.command.pressSequentially('AT+'),
  ),
  'terminal-warning': connected('terminal', typed, (app) =>
    app.command.pressSequentially('AT+VB=7'),
  ),
  'terminal-groups': signedIn('terminal', withGroups),
  'terminal-groups-edit': signedIn('terminal', withGroups, async ({ page }) => {
    await page.getByRole('button', { name: 'Edit quick commands' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  'terminal-shortcuts': signedIn('terminal', async ({ page, command }) => {
    await command.waitFor();
    await page.keyboard.press('Control+/');
    await page.getByRole('dialog').waitFor();
  }),
  'terminal-line': connected('terminal', typed, opened('Port'), async ({ page }) => {
    const panel = page.getByRole('complementary', { name: 'Port', exact: true });
    await panel.getByRole('radiogroup', { name: 'RTS' }).getByText('Off', { exact: true }).click();
    await panel.getByText(/CTS off/).waitFor();
  }),
  'terminal-transactions': connected('terminal', transactions),
  'terminal-sequences-empty': signedIn('terminal', opened('Sequences'), ({ page }) =>
    page.getByRole('button', { name: /Add the example/ }).waitFor(),
  ),
  'terminal-sequences-edited': sequences(pressed('Edit Identify')),
  'terminal-sequences-report': sequences(pressed('Run Identify'), shown(/Completed: /)),
  'terminal-sequences-running': sequences(pressed('Edit Identify'), running),
  'terminal-hex': connected('terminal', typed, (app) => app.format('Hex')),
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
  'checks-list': connected('terminal', opened('Checks'), ({ page }) =>
    page.getByRole('button', { name: 'Start Charge test' }).waitFor(),
  ),
  'checks-question': identified(),
  'checks-typed': identified(pressed('Yes'), ({ page }) =>
    page.getByLabel('Multimeter, V').fill('12,1'),
  ),
  'checks-stopped': checking(
    'Cell balance at rest',
    pressed('Done'),
    pressed('Measure'),
    control('pack', { current: 20 }),
    shown(/^Halted: /),
  ),
  'checks-badge': checking('Incoming inspection', pressed('Close Checks'), ({ page }) =>
    page.getByRole('button', { name: 'Go to the check' }).waitFor(),
  ),
  'checks-report': failedCheck(),
  'checks-report-printed': failedCheck(({ page }) => page.emulateMedia({ media: 'print' })),
};
