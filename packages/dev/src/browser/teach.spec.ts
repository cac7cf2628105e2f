import type { App } from './app.ts';
import { savedText } from './rig/sessions-app.ts';
import { expect, type Site, test } from './fixtures.ts';

/** Nobody described this: pack millivolts, something, tenths of a percent, four cells, a temperature. */
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
  const row = ({ page }: App, key: string) => page.getByRole('row').filter({ hasText: key });
  const meaning = (app: App, key: string) => row(app, key).getByRole('combobox').first();
  const preview = async (app: App, key: string): Promise<string> =>
    (await row(app, key).getByRole('status').innerText()).trim();
  const button = ({ page }: App, name: string | RegExp) => page.getByRole('button', { name });
  const importFile = async (app: App, name: string, text: string): Promise<void> => {
    const choosing = app.page.waitForEvent('filechooser');
    await button(app, 'Import').click();
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
    await (await choosing).setFiles(file);
  };

  test('[OBD-100] a format nobody described is proposed, corrected field by field with a preview, saved, and shown on Home', async () => {
    await inTeach(async (app) => {
      const { page } = app;
      await page.getByText(/This is a proposal/).waitFor();
      await expect(meaning(app, '#1')).toHaveValue('packVoltage');
      await expect(meaning(app, '#4')).toHaveValue('cells');
      expect(await preview(app, '#1')).toMatch(/^13\.211 ?V$/);

      await expect(meaning(app, '#3')).toHaveValue('');
      await meaning(app, '#3').selectOption({ label: 'State of charge' });
      await row(app, '#3')
        .getByRole('spinbutton', { name: /Factor/ })
        .fill('0.1');
      await expect.poll(() => preview(app, '#3')).toMatch(/^78\.5 ?%$/);
      await button(app, /^Save/).click();
      await page
        .getByRole('status')
        .getByText(/^Saved/)
        .waitFor();

      await page.getByRole('link', { name: 'Back to Home' }).click();
      await expect.poll(() => app.value('State of charge'), { timeout: 15_000 }).toContain('78.5');
      expect(await app.value('Pack voltage')).toContain('13.211');
      expect(await app.value('Cell 4')).toContain('3.302');
      await page.getByRole('heading', { name: 'Other values' }).waitFor(); // #2 and #8 stay visible

      await app.disconnect();
      await app.connect('Simulated device');
      await expect.poll(() => app.value('State of charge'), { timeout: 15_000 }).toContain('78.5');
    });
  });

  test('[PAGE-82] a profile that the browser does not delete is said to be forgotten only for now', async () => {
    await inTeach(async (app) => {
      await button(app, /^Save/).click();
      await app.page.getByText(/^Saved/).waitFor();
      await app.page.evaluate(
        `{ IDBObjectStore.prototype.delete = () => { throw new DOMException('no', 'UnknownError'); }; }`,
      );
      await button(app, 'Forget').click();
      await app.page.getByText(/could not delete it/).waitFor();
      await app.page.reload();
      await app.connect('Simulated device');
      await app.page.getByText('This is the profile saved for devices of this kind.').waitFor();
      await button(app, 'Forget').click();
      await app.page.getByText(/^Forgotten\. /).waitFor();
    });
  });

  test('[OBD-101] a profile goes out as a file and comes in again; what is none is refused with words', async () => {
    await inTeach(async (app) => {
      await meaning(app, '#8').selectOption({ label: 'Temperature' });
      const text = await savedText(app.page, () => button(app, 'Export').click());
      expect(JSON.parse(text)).toMatchObject({ fields: { '#8': { to: 'temps' } } });

      await meaning(app, '#8').selectOption({ label: 'Other value' });
      await importFile(app, 'mine.json', text);
      await app.page
        .getByRole('status')
        .getByText(/^Imported/)
        .waitFor();
      await expect(meaning(app, '#8')).toHaveValue('temps');

      const told = app.page.getByText(/^Not imported: /);
      const refused = async (hostile: string, why: RegExp): Promise<void> => {
        await importFile(app, 'hostile.json', hostile);
        await told.filter({ hasText: why }).waitFor();
        await expect(meaning(app, '#8')).toHaveValue('temps'); // what stood there stays
      };
      await refused('not json', /JSON/);
      await refused(text.replace('"temps"', '"__proto__"'), /#8|fields/);
      await refused(`{"id":"${'x'.repeat(70_000)}"}`, /KiB|large|long|bytes/);
    });
  });
});
