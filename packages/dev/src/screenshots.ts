import { join } from 'node:path';
import { openApp, type App } from './browser/app.ts';
import { launchChromium } from './browser/rig/chromium.ts';
import { startServices } from './browser/rig/services.ts';
import { demoSize, makeWorld } from './demo-world/demo-world.ts';
import { root } from './process/run-tool.ts';
import { buildWeb } from './start/web-build.ts';

// `npm run screenshots` takes the pictures of the web app manifest, of the README and of the terminal's PEERS.md.

/** Pictures that the manifest shows before the app is installed. The README shows them too. */
const PUBLIC = 'apps/web/public/screenshot-';
const PICTURES = 'apps/web/pictures/';
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const takeAll = async (app: App): Promise<void> => {
  const { page, log } = app;
  const take = (name: string) =>
    page.screenshot({ path: join(root, `${name}.jpg`), type: 'jpeg', quality: 80 });

  await app.login('technician');
  await app.tab('Assets', 'assets');
  await page.getByText('✓ Up to date with the server.').waitFor({ timeout: 120_000 });
  await take(`${PICTURES}assets`);

  await app.tab('Home', 'home');
  await app.connect('Simulated device');
  await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
  await page.getByText(/Replies 15/).waitFor({ timeout: 60_000 });
  await take(`${PUBLIC}home`);
  await page.setViewportSize(PHONE);
  await take(`${PUBLIC}phone`);
  await page.setViewportSize(WIDE);

  await app.tab('Terminal', 'terminal');
  for (const command of ['ATI', 'AT+ADATA', 'AT+FOO']) await app.type(command);
  await log.getByText('ERROR', { exact: true }).waitFor();
  await take(`${PUBLIC}terminal`);
  await page.keyboard.press('Control+F');
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('SOC');
  await take(`${PICTURES}terminal-find`);
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await take(`${PICTURES}terminal-phone`);
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'Checks', exact: true }).click();
  await page
    .getByRole('button', { name: /^Start / })
    .first()
    .waitFor();
  await take(`${PICTURES}terminal-checks`);
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.format('Hex');
  await take(`${PICTURES}terminal-hex-dark`);
  await app.format('ASCII');
  await page.getByText('Transactions', { exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'SoC' }).first().click();
  await take(`${PICTURES}terminal-transactions-dark`);
};

await buildWeb();
const services = await startServices(() => makeWorld(demoSize, new Date()));
const { browser, close } = await launchChromium();
try {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  await takeAll(openApp(await context.newPage(), services.webUrl));
} finally {
  await close();
  await services.close();
}
