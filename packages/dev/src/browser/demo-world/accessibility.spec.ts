import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { root } from '../../process/run-tool.ts';
import { DOCUMENTS, type App } from '../app.ts';
import { limitOf, readParameters } from '../rig/config-app.ts';
import { recordingOnHome } from '../rig/sessions-app.ts';
import { sealedOf } from '../rig/sealed-app.ts';
import { expect, test, worldTest } from '../fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const sealedFile = join(root, 'apps/cli/src/sealed-version-1.fixture.jsonl');

/** The paths of the screens behind the login, except the lists. */
const PATHS =
  'home terminal home/sessions home/compare/live/live home/teach support complaint config config/batch analyticData analyticData?view=fleet assets?view=map assets?view=devices firmwareTab smartConfig romeoConfig users upload'.split(
    ' ',
  );

/** Sizes of windows. The last one is 1280 × 800 at 200 % zoom. */
const SIZES = [
  [1280, 800],
  [768, 1024],
  [390, 844],
  [320, 640],
  [640, 400],
] as const;

interface List {
  readonly button?: string;
  /** The tabs of the details of a row. */
  readonly tabs?: readonly string[];
}

/** The lists by their paths. */
const LISTS: Readonly<Record<string, List>> = {
  assets: {
    button: 'Add a pack',
    tabs: ['Facts', 'Parameters', 'Timeline', 'Recordings', 'Tickets', 'Firmware'],
  },
  servicetab: {},
  'firmwareTab?view=images': { button: 'Add an image' },
  'firmwareTab?view=pointing': { button: 'Point an image' },
  'firmwareTab?view=history': {},
  romeoList: { button: 'Add a device' },
  'config/standards': {},
  logs: {},
  'users?view=accounts': { button: 'Invite', tabs: ['Rights', 'What they see', 'Timeline'] },
};

/** Only the overlay is checked: the page behind a dialog is dimmed, and the screens have tests of their own. */
const PLACES = { dialog: '[role="dialog"]', menu: '[role="menu"]', complementary: 'aside' };

interface Overlay {
  readonly open: (app: App) => Promise<unknown>;
  readonly role: keyof typeof PLACES;
  readonly name?: string | RegExp;
}

const press =
  (name: string | RegExp) =>
  ({ page }: App): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
const keys =
  (shortcut: string) =>
  ({ page }: App): Promise<void> =>
    page.keyboard.press(shortcut);
const choose =
  (menu: string | RegExp, entry: string) =>
  async (app: App): Promise<void> => {
    await press(menu)(app);
    await app.page.getByRole('menuitem', { name: entry }).click();
  };
const panel = (name: string): Overlay => ({ open: press(name), role: 'complementary', name });

/** The rules whose result depends on colours. The others are checked in light only: dark has the same elements. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Opens a path without loading the page. */
const goTo = ({ page }: App, path: string): Promise<void> =>
  page.evaluate(`
    history.pushState({}, '', '/${path}');
    dispatchEvent(new PopStateEvent('popstate'));
  `);

/** Expects no violation of WCAG 2.2 AA in light and in dark. */
const expectNone = async ({ page }: App, within = 'body'): Promise<void> => {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source);
  const shown = (): Promise<string> => page.evaluate('document.documentElement.style.colorScheme');
  const schemes = ['light', 'dark'] as const;
  // The current one comes first.
  for (const colorScheme of (await shown()) === 'dark' ? schemes.toReversed() : schemes) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(shown).toBe(colorScheme);
    const runOnly = colorScheme === 'light' ? tags : COLOUR_RULES;
    const options = { runOnly, resultTypes: ['violations'], preload: false };
    const found = await page.evaluate<readonly string[]>(`(async () => {
      // A colour that is still changing has another contrast.
      const changes = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(changes.map(({ finished }) => finished));
      const { violations } = await axe.run('${within}', ${JSON.stringify(options)});
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary));
    })()`);
    expect.soft(found, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
};

/** Expects that the document does not scroll at any size of the window. */
const expectNoScroll = async ({ page }: App): Promise<void> => {
  const over = (): Promise<readonly number[]> =>
    page.evaluate(`{
      scrollTo(0, 9999);
      const { scrollHeight, scrollWidth, scrollTop } = document.documentElement;
      [scrollHeight - innerHeight, scrollWidth - innerWidth, scrollTop];
    }`);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    // The bar measures its tabs in the frame after a resize.
    await expect.poll(over, { message: `${page.url()} at ${width}` }).toEqual([0, 0, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

/** Opens the overlays one after the other, expects no violation in each, and closes them with Escape. */
const expectNoneIn = async (app: App, overlays: readonly Overlay[]): Promise<void> => {
  for (const { open, role, name } of overlays) {
    await open(app);
    const overlay = app.page
      .getByRole(role, name === undefined ? {} : { name })
      .filter({ visible: true });
    await overlay.first().waitFor();
    await expectNone(app, PLACES[role]);
    await app.page.keyboard.press('Escape');
    await overlay.first().waitFor({ state: 'hidden' });
  }
};

test.describe('accessibility', () => {
  test('[PAGE-8] the terminal, its panels, Find, Filter, marks and a check have no violation', async ({
    app,
  }) => {
    const { page } = app;
    await app.start('ada', 'Terminal', 'terminal', 'Simulated device');
    await app.type('ATI');
    await app.log.getByText(/HW:/).waitFor();
    await expectNone(app);
    await expectNoneIn(app, [
      panel('Commands'),
      panel('Sequences'),
      panel('Checks'),
      panel('Port'),
      { open: press('Log menu'), role: 'menu' },
      { open: keys('Control+/'), role: 'dialog' },
      { open: press('Edit quick commands'), role: 'dialog', name: 'Quick commands' },
    ]);

    await page.keyboard.press('Control+Shift+H');
    const highlights = page.getByRole('dialog', { name: 'Highlight rules' });
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('textbox', { name: 'Pattern' }).fill('HW');
    await app.log.locator('.mark').waitFor();
    await expectNone(app);
    await page.keyboard.press('Escape');
    await highlights.waitFor({ state: 'hidden' });

    await app.log.getByText(/HW:/).click();
    await page.keyboard.press('Control+Shift+B');
    await page.getByRole('textbox', { name: 'Note to this line' }).fill('firmware');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('textbox', { name: 'Filter' }).fill('W');
    await page.keyboard.press('Control+F');
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('HW');
    await page.getByText('1 of 1').first().waitFor();
    await page.getByRole('button', { name: 'Log menu' }).click();
    await expectNone(app);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Alt+k');
    await page.getByRole('button', { name: 'Start Incoming inspection' }).click();
    const conditions = page.getByRole('region', { name: 'Conditions' });
    await conditions.getByText(/: fresh$/).waitFor();
    await expectNone(app);
    await page.getByRole('button', { name: 'Stop check…' }).click();
    await page.getByRole('button', { name: 'Stop check', exact: true }).click();
    await page
      .getByText(/^.? ?Stopped, /)
      .first()
      .waitFor();
    await expectNone(app);
  });

  test('[PAGE-8] Home, its menus and dialogs, limits, alarms and Teach have no violation', async ({
    app,
    site,
  }) => {
    const { page } = app;
    await app.start('ada', 'Home', 'home', 'Simulated device');
    await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    await expectNone(app);
    await site.control('POST', 'faults', { name: 'silence' });
    await page.locator('.home__pack[data-freshness=stale]').waitFor(); // its values are grey
    await expectNone(app);
    await site.control('DELETE', 'faults');
    await expectNoneIn(app, [
      { open: () => page.locator('.serial__chip').click(), role: 'dialog', name: 'Device' },
      { open: keys('Control+k'), role: 'dialog' },
      { open: press(/^Hi, /), role: 'menu' },
      { open: choose(/^Hi, /, 'Keyboard shortcuts'), role: 'dialog', name: 'Keyboard shortcuts' },
      { open: press('Sessions and recording options'), role: 'menu' },
      { open: press('Details of cell 1'), role: 'dialog', name: 'Cell 1' },
      { open: press('Raw reply'), role: 'dialog', name: 'Raw reply' },
      {
        open: () => page.getByRole('link', { name: 'Logout', exact: true }).click(),
        role: 'dialog',
        name: 'Are you sure to logout',
      },
    ]);

    await page.getByRole('button', { name: 'Limits: none' }).click();
    const charge = page.getByRole('textbox', { name: 'State of charge, low limit, %' });
    await charge.fill('990');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/must be a number from 0 to 100/).waitFor();
    await expectNone(app);
    await charge.fill('99');
    await page.getByRole('textbox', { name: 'Temperature, low limit, °C' }).fill('60');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Acknowledge all' }).waitFor();
    await page.getByRole('button', { name: /^Acknowledge: Sensor/ }).click();
    await expectNone(app);

    await page.getByRole('link', { name: 'Teach this device' }).click();
    await page.getByRole('heading', { name: 'Teach this device' }).waitFor();
    await expectNone(app);
  });

  test('[PAGE-8] sessions, a comparison, their menus and dialogs, and sealed files have no violation', async ({
    app,
  }) => {
    const { page } = app;
    const sessions = await recordingOnHome(app);
    await sessions.record(2);
    await sessions.note('Before: cell 3 replaced');
    await sessions.stop();
    await sessions.openList();
    await sessions.openSession();
    await expectNone(app);
    await expectNoneIn(app, [
      { open: press('More exports'), role: 'menu' },
      { open: choose('More exports', 'Sealed…'), role: 'dialog', name: 'Export sealed' },
      { open: press('Rename'), role: 'dialog', name: 'Rename session' },
      { open: choose('More actions', 'Delete…'), role: 'dialog', name: /^Delete / },
      { open: press('Sessions: options'), role: 'menu' },
    ]);
    await page.getByRole('button', { name: 'Compare start and end' }).click();
    await page.getByRole('table', { name: 'Cells' }).waitFor();
    await expectNone(app);

    await app.open('/mainpage/home/sessions');
    const sealed = await readFile(sealedFile, 'utf8');
    await sealedOf(page).check(sealed);
    await page.getByRole('textbox', { name: /Save this key as/ }).waitFor();
    await expectNone(app);
    await sealedOf(page).check(sealed.replace('Cell 3', 'Cell 4'));
    await page.getByText('✕ Changed since it was sealed').waitFor();
    await expectNone(app);
  });

  test('[PAGE-8] parameters, the review of a write and a proposal of Smart BMS Config have no violation', async ({
    app,
  }) => {
    const { page } = app;
    await app.login('ada');
    await readParameters(app, 'Simulated device');
    const limit = limitOf(app);
    await limit.fill('9');
    await page.getByText(/^The value must be at most/).waitFor();
    await expectNone(app);
    await limit.fill('3.75');
    await expectNoneIn(app, [
      { open: press('Review'), role: 'dialog', name: /^Write to SN/ },
      { open: press('Configuration: options'), role: 'menu' },
    ]);
    await app.tab('Smart BMS Config', 'smartConfig');
    await page.getByRole('combobox', { name: 'Cell chemistry' }).click();
    await page.getByTitle('NMC', { exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Propose values' }).click();
    await page.getByRole('list', { name: 'Proposed values' }).waitFor();
    await expectNone(app);
  });

  test('[PAGE-8] the pages that need no user have no violation', async ({ app }) => {
    const { page } = app;
    await app.open('/login');
    await page.getByRole('button', { name: 'Log in' }).click(); // shows both messages of the form
    await page.getByText('Please enter your password').waitFor();
    await expectNone(app);
    for (const path of ['nowhere', ...DOCUMENTS]) {
      await goTo(app, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNone(app);
    }
  });

  worldTest(
    '[PAGE-8] [PAGE-85] the tabs, and lists with their details and dialogs, have no violation, and the document does not scroll at four widths and at 200 % zoom',
    async ({ app }) => {
      worldTest.setTimeout(400_000);
      const { page } = app;
      await app.start('technician', 'Home', 'home', 'Simulated device');
      await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
      for (const path of PATHS) {
        await goTo(app, `mainpage/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectNone(app);
        await expectNoScroll(app);
      }
      for (const [path, { button, tabs = [] }] of Object.entries(LISTS)) {
        await goTo(app, `mainpage/${path}`);
        const row = page.locator('.collection__table .ant-table-row').first();
        await row.waitFor();
        if (button !== undefined)
          await expectNoneIn(app, [{ open: press(button), role: 'dialog' }]);
        await row.click();
        await page.locator('.collection__detail-title').waitFor();
        await expectNone(app);
        await expectNoScroll(app);
        for (const name of tabs) {
          await page.getByRole('tab', { name, exact: true }).click();
          await page.getByRole('tabpanel', { name, exact: true }).waitFor();
          await expectNone(app, '.collection__detail');
        }
      }
    },
  );
});
