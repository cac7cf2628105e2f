import type { Locator, Page } from '@playwright/test';

export const DEMO_PASSWORD = 'batbot-demo';

/** The paths of the documents, which need no user. */
export const DOCUMENTS = [
  'privacyBatBot',
  'privacyAndroid',
  'privacyBatTrackAndroid',
  'privacyVastusuchi',
  'privacyBatTrackBT',
  'releaseNotesBatBot',
];

const CLOSE_TRIES = 5;

/** The names of the devices in the device chip. */
export type Way = 'USB serial' | 'Simulated device';

export const openApp = (page: Page, webUrl: string) => {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const connectButton = button('Connect');
  const disconnectButton = button('Disconnect');
  const command = page.getByLabel('Command', { exact: true }); // a combobox, or a text field in hex format
  const send = button('Send');

  const open = async (path = '/'): Promise<void> => {
    await page.goto(`${webUrl}${path}`);
  };
  const submitLogin = async (user: string, password = DEMO_PASSWORD): Promise<void> => {
    await page.getByPlaceholder('Enter your Email or username').fill(user);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await button('Log in').click();
  };
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
  const more = button('More');
  const drawer = button('All tabs');
  const logoutLink = link('Logout');

  /** Opens the menu that hides the tab, if there is one, and returns the element to click. */
  const reveal = async (name: string): Promise<Locator> => {
    await logoutLink.or(drawer).first().waitFor();
    if (await drawer.isVisible()) {
      const shown = page
        .getByRole('navigation', { name: 'Tabs', exact: true })
        .getByRole('link', { name, exact: true });
      if (await shown.isVisible()) return shown;
      await drawer.click();
      return page
        .getByRole('navigation', { name: 'All tabs' })
        .getByRole('link', { name, exact: true });
    }
    if (!(await link(name).isVisible())) {
      await more.click();
      return page.getByRole('menuitem', { name, exact: true });
    }
    return link(name);
  };
  const chip = page.getByRole('region', { name: 'Serial connection' }).locator('.serial__chip');
  const chooseDevice = async (way: Way): Promise<void> => {
    await chip.click();
    await page.getByRole('combobox', { name: 'Device', exact: true }).click();
    const list = page.locator('.ant-select-dropdown:visible');
    await list.getByTitle(way, { exact: true }).click();
    await list.waitFor({ state: 'hidden' }); // a list that is still closing receives the Escape key
    // A list that is still closing may receive the first Escape.
    const panel = page.getByRole('dialog', { name: 'Device', exact: true });
    for (let tries = 0; tries < CLOSE_TRIES && (await panel.isVisible()); tries += 1) {
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
    }
    await panel.waitFor({ state: 'hidden' });
  };
  const baudRate = page.getByRole('combobox', { name: 'Baud rate', exact: true });
  const clickConnect = async (way: Way = 'USB serial'): Promise<void> => {
    await connectButton.waitFor(); // then the bar is shown, with the choice of devices if there is one
    // The device of the last connection is preselected; a granted port is USB.
    const simulated = chip.getByText('Simulated device', { exact: true });
    if ((await simulated.isVisible()) !== (way === 'Simulated device')) await chooseDevice(way);
    await connectButton.click();
  };

  const connect = async (way?: Way): Promise<void> => {
    await clickConnect(way);
    await disconnectButton.waitFor();
  };
  const login = async (user: string, password?: string): Promise<void> => {
    await open('/login');
    await submitLogin(user, password);
    await page.waitForURL('**/mainpage/**');
    await logoutLink.or(drawer).first().waitFor();
  };
  const tab = async (name: string, path: string): Promise<void> => {
    await (await reveal(name)).click();
    await page.waitForURL(`**/mainpage/${path}`);
  };

  return {
    page,
    open,
    submitLogin,
    login,
    logout: async (): Promise<void> => {
      await (await reveal('Logout')).click();
      const question = page.getByRole('dialog').filter({ hasText: 'Are you sure to logout' });
      await question.getByRole('button', { name: 'Logout', exact: true }).click();
      await page.waitForURL('**/login');
    },
    tab,
    start: async (user: string, name: string, path: string, way?: Way): Promise<void> => {
      await login(user);
      await tab(name, path);
      await connect(way);
    },
    addPack: async (serial: string): Promise<void> => {
      await button('Add a pack').click();
      await page.getByRole('textbox', { name: 'Serial number' }).fill(serial);
      await button('Save').click();
    },
    /** Waits until the server has all changes of this computer. */
    upToDate: (): Promise<void> =>
      page.getByText('✓ Up to date with the server.').first().waitFor(),
    /** Selects a device and clicks Connect. Does not wait for the outcome. */
    clickConnect,
    connect,
    disconnect: async (): Promise<void> => {
      await disconnectButton.click();
      await connectButton.waitFor();
    },
    connectButton,
    disconnectButton,
    /** Selects a device in the device chip, without connecting. */
    chooseDevice,
    baudRate,
    log: page.getByRole('log', { name: 'Terminal log', exact: true }),
    command,
    send,
    // The radio of a segmented control is invisible, so its label is clicked.
    /** Switches the format of the terminal. */
    format: (name: 'ASCII' | 'Hex'): Promise<void> =>
      page.getByRole('radio', { name, exact: true }).locator('..').click(),
    type: async (text: string): Promise<void> => {
      await command.fill(text);
      await send.click();
    },
    /** Finds the toast or other notice with this text. */
    notice: (text: string | RegExp): Locator =>
      page.getByRole('alert').or(page.getByRole('status')).getByText(text),
    /** Returns the text of the value with this label on Home, on one line. */
    value: async (label: string): Promise<string> =>
      (await page.getByLabel(label, { exact: true }).first().innerText())
        .replace(/\s+/g, ' ')
        .trim(),
  };
};

/** The app, operated like a user does: by roles, names and texts of the specification, never by CSS classes. */
export type App = ReturnType<typeof openApp>;
