import type { App } from './app.ts';
import { savedText } from './rig/sessions-app.ts';
import { expect, type Site, test } from './fixtures.ts';

/**
 * A reply in a format without a profile: pack millivolts, an unknown value, tenths of a percent, four cells, a
 * temperature.
 */
const REPLY = '\r\n13211,-124,785,3302,3304,3303,3302,25\r\nOK\r\n';
const answer = (command: string, text: string, ms: number) => [
  { direction: 'in' as const, ms, transport: '', text: `${command}\r\n` },
  { direction: 'out' as const, ms: ms + 5, transport: '', text },
];
const UNKNOWN_DEVICE = [
  ...answer('AT+VB=0', '\r\nOK\r\n', 0),
  ...answer('AT+VB=1', '\r\nOK\r\n', 50),
  ...answer('AT+ADATA', REPLY, 100),
];

test.use({
  simulatorOptions: { replay: { recording: UNKNOWN_DEVICE, mode: 'command', speed: 1 } },
});

test.describe('teaching a device', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });

  const inTeach = (work: (app: App) => Promise<void>): Promise<void> =>
    site.inApp(async (app) => {
      await app.login('ada');
      await app.tab('Home', 'home');
      await app.connect('Simulated device');
      await app.page.getByRole('link', { name: 'Teach this device' }).click();
      await app.page.getByRole('heading', { name: 'Teach this device', level: 1 }).waitFor();
      await work(app);
    });
  const meaning = ({ page }: App, key: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('combobox', { name: `Meaning of ${key}`, exact: true }) });
  const choose = async ({ page }: App, key: string, name: string): Promise<void> => {
    const select = page.getByRole('combobox', { name: `Meaning of ${key}`, exact: true });
    await select.click();
    await select.fill(name);
    await select.press('Enter');
  };
  const preview = async ({ page }: App, key: string): Promise<string> =>
    (await page.getByLabel(`Preview of ${key}`, { exact: true }).innerText()).trim();
  const button = ({ page }: App, name: string | RegExp) => page.getByRole('button', { name });
  const importFile = async (app: App, name: string, text: string): Promise<void> => {
    const choosing = app.page.waitForEvent('filechooser');
    await button(app, 'Import').click();
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
    await (await choosing).setFiles(file);
  };

  test('[OBD-72] [OBD-100] assignments for an unknown format are suggested, can be corrected with a preview and saved, and are used on Home, also after a reload', async () => {
    await inTeach(async (app) => {
      const { page } = app;
      await page.getByText(/These assignments are suggested/).waitFor();
      await expect(meaning(app, '#1')).toContainText('Pack voltage');
      await expect(meaning(app, '#4')).toContainText('Cell voltage');
      expect(await preview(app, '#1')).toMatch(/^13\.211\sV$/);

      await expect(meaning(app, '#3')).toContainText('Other value');
      await choose(app, '#3', 'State of charge');
      await expect.poll(() => preview(app, '#3')).toMatch(/^78\.5\s%$/);
      await button(app, 'Save and use for this device').click();
      await page
        .getByRole('status')
        .getByText(/^Saved/)
        .waitFor();

      await page.getByRole('link', { name: 'Back to Home' }).click();
      await expect.poll(() => app.value('State of charge'), { timeout: 15_000 }).toContain('78.5');
      expect(await app.value('Pack voltage')).toContain('13.211');
      expect(await app.value('Cell 4')).toContain('3.302');
      await page.getByRole('heading', { name: 'Other values' }).waitFor(); // the values #2 and #8 stay visible

      await page.reload();
      await app.connect('Simulated device');
      await page.getByText(/All values are reported as the profile “Device/).waitFor();
      await expect.poll(() => app.value('State of charge'), { timeout: 15_000 }).toContain('78.5');
    });
  });

  test('[PAGE-82] a profile that the browser fails to delete is reported as deleted only until the next start', async () => {
    await inTeach(async (app) => {
      await button(app, 'Save and use for this device').click();
      await app.page.getByText(/^Saved/).waitFor();
      await app.page.evaluate(
        `{ IDBObjectStore.prototype.delete = () => { throw new DOMException('no', 'UnknownError'); }; }`,
      );
      await button(app, 'Delete profile').click();
      await app.page.getByText(/could not delete it/).waitFor();
      await app.page.reload();
      await app.connect('Simulated device');
      await app.page.getByRole('combobox', { name: 'Profile to edit' }).fill('Device');
      // Clicked, because the user's profiles may load after the text is typed.
      await app.page
        .locator('.ant-select-item-option')
        .getByText(/^Device/)
        .click();
      await button(app, 'Delete profile').click();
      await app.page.getByText(/^Deleted\. /).waitFor();
    });
  });

  test('[OBD-101] [OBD-290] a profile can be exported and imported, and any other file is refused with the reason', async () => {
    await inTeach(async (app) => {
      await choose(app, '#8', 'Temperature');
      const text = await savedText(app.page, () => button(app, 'Export').click());
      expect(JSON.parse(text)).toMatchObject({
        profile: 2,
        records: [{ fields: { '#8': { to: 'temps' } } }],
      });

      await choose(app, '#8', 'Other value');
      await importFile(app, 'mine.json', text);
      await app.page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
      await app.page
        .getByRole('status')
        .getByText(/^Imported/)
        .waitFor();
      await expect(meaning(app, '#8')).toContainText('Temperature');

      const problem = app.page.getByText(/^Not imported: /);
      const refused = async (hostile: string, why: RegExp): Promise<void> => {
        await importFile(app, 'hostile.json', hostile);
        await problem.filter({ hasText: why }).waitFor();
        await expect(meaning(app, '#8')).toContainText('Temperature'); // the assignment is unchanged
      };
      await refused('not json', /JSON/);
      await refused(text.replace('"temps"', '"__proto__"'), /#8|fields/);
      await refused(`{"id":"${'x'.repeat(300_000)}"}`, /KiB|large|long|bytes/);
    });
  });
});
