import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { root } from '../process/run-tool.ts';
import type { App } from './app.ts';
import { recordingOnHome } from './rig/sessions-app.ts';
import { sealedOf } from './rig/sealed-app.ts';
import { expect, test } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const sealedFile = join(root, 'apps/cli/src/sealed-version-1.fixture.jsonl');

const checked = async (app: App, text: string): Promise<void> => {
  await app.login('ada');
  await app.open('/mainpage/home/sessions');
  await sealedOf(app.page).check(text);
};

/** Records, stops and opens the session. */
const recorded = async (app: App): Promise<void> => {
  const sessions = await recordingOnHome(app);
  await sessions.record(2);
  await sessions.note('Before: cell 3 replaced');
  await sessions.stop();
  await sessions.openList();
  await sessions.openSession();
};

/** The tabs without a device, by address and heading. */
const TABS = {
  support: 'Support',
  assets: 'Assets',
  complaint: 'Complaint',
  config: 'Configuration',
  analyticData: 'Analytics',
  servicetab: 'Service',
  firmwareTab: 'Firmware',
  smartConfig: 'Smart BMS Config',
  romeoConfig: 'Romeo Config',
  romeoList: 'Romeo List',
  logs: 'Logs',
  upload: 'Upload',
};

const screens: Readonly<Record<string, (app: App) => Promise<void>>> = {
  login: async ({ open, page }) => {
    await open('/login');
    await page.getByRole('button', { name: 'Log in' }).click(); // with both messages
    await page.getByText('Please enter your password').waitFor();
  },
  users: async (app) => {
    await app.login('ada');
    await app.tab('Users', 'users');
    await app.page.getByRole('heading', { name: 'Permissions' }).waitFor();
  },
  terminal: async (app) => {
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    await app.type('ATI');
    await app.log.getByText(/HW:/).waitFor();
  },
  'the log with Find, Filter and a mark': async (app) => {
    await screens['terminal']?.(app);
    await app.log.getByText(/HW:/).click();
    await app.page.keyboard.press('Control+Shift+B');
    await app.page.getByRole('textbox', { name: 'Note to this line' }).fill('firmware');
    await app.page.keyboard.press('Enter');
    await app.page.keyboard.press('Control+Shift+F');
    await app.page.getByRole('textbox', { name: 'Filter' }).fill('W');
    await app.page.keyboard.press('Control+F');
    await app.page.getByRole('textbox', { name: 'Find', exact: true }).fill('HW');
    await app.page.getByText('1 of 1').first().waitFor();
    await app.page.getByRole('button', { name: 'Log menu' }).click();
  },
  'the highlight rules': async (app) => {
    await screens['terminal']?.(app);
    await app.page.keyboard.press('Control+Shift+H');
    await app.page.getByRole('button', { name: 'Add a rule' }).click();
    await app.page.getByRole('textbox', { name: 'Pattern' }).fill('HW');
    await app.log.locator('.mark').waitFor();
  },
  'a check': async (app) => {
    await screens['terminal']?.(app);
    await app.page.keyboard.press('Alt+k');
    await app.page.getByRole('button', { name: 'Start Incoming inspection' }).click();
    await app.page
      .getByRole('region', { name: 'Conditions' })
      .getByText('fresh', { exact: true })
      .waitFor();
  },
  'the report of a check': async (app) => {
    await screens['a check']?.(app);
    await app.page.getByRole('button', { name: 'Stop check…' }).click();
    await app.page.getByRole('button', { name: 'Stop check', exact: true }).click();
    await app.page
      .getByText(/^.? ?Stopped, /)
      .first()
      .waitFor();
  },
  home: async (app) => {
    await app.login('ada');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    await app.page.getByLabel('Cell 1', { exact: true }).first().waitFor();
  },
  'alarms of two kinds': async (app) => {
    const { page } = app;
    await screens['home']?.(app);
    await page.getByRole('button', { name: 'Limits: none' }).click();
    await page.getByRole('textbox', { name: 'State of charge, low limit, %' }).fill('99');
    await page.getByRole('textbox', { name: 'Temperature, low limit, °C' }).fill('60');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Acknowledge all' }).waitFor();
    await page.getByRole('button', { name: /^Acknowledge: Sensor/ }).click();
  },
  'the limits with one that is wrong': async (app) => {
    await screens['home']?.(app);
    await app.page.getByRole('button', { name: 'Limits: none' }).click();
    await app.page.getByRole('textbox', { name: 'State of charge, low limit, %' }).fill('990');
    await app.page.getByRole('button', { name: 'Save' }).click();
    await app.page.getByText(/must be a number from 0 to 100/).waitFor();
  },
  'a session in the list': async (app) => {
    await recorded(app);
    await app.page.getByRole('heading', { name: 'Terminal log' }).waitFor();
  },
  'a comparison': async (app) => {
    await recorded(app);
    await app.page.getByRole('button', { name: 'Compare start and end' }).click();
    await app.page.getByRole('table', { name: 'Cells' }).waitFor();
  },
  'a reply to teach': async (app) => {
    await screens['home']?.(app);
    await app.page.getByRole('link', { name: 'Teach this device' }).click();
    await app.page.getByRole('heading', { name: 'Teach this device' }).waitFor();
  },
  'a file by an unknown key': async (app) => {
    await checked(app, await readFile(sealedFile, 'utf8'));
    await app.page.getByRole('textbox', { name: /Save this key as/ }).waitFor();
  },
  'a sealed file that was changed': async (app) => {
    await checked(app, (await readFile(sealedFile, 'utf8')).replace('Cell 3', 'Cell 4'));
    await app.page.getByText('✖ Changed since it was sealed').waitFor();
  },
};

/** Looks for serious violations of WCAG 2.2 AA in light and in dark. */
const expectNone = async ({ page }: App): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(() => page.evaluate('document.documentElement.style.colorScheme'))
      .toBe(colorScheme);
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${colorScheme} ${id}: ${html} ${failureSummary}`),
      );
    expect(serious).toEqual([]);
  }
};

test.describe('accessibility', () => {
  for (const [name, show] of Object.entries(screens)) {
    test(`[PAGE-8] ${name} has no serious violation of WCAG 2.2 AA, light or dark`, async ({
      app,
    }) => {
      await show(app);
      await expectNone(app);
    });
  }

  test('[PAGE-8] the tabs without a device have no serious violation either', async ({ app }) => {
    await app.login('ada');
    for (const [path, heading] of Object.entries(TABS)) {
      await app.open(`/mainpage/${path}`);
      await app.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await expectNone(app);
    }
  });
});
