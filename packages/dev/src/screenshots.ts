import { join } from 'node:path';
import { openApp } from './browser/app.ts';
import { launchChromium } from './browser/rig/chromium.ts';
import { startServices } from './browser/rig/services.ts';
import { root } from './process/run-tool.ts';

// `npm run screenshots` takes the pictures that the web app manifest shows before the app is installed.

const FOLDER = join(root, 'apps/web/public');
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const services = await startServices();
const { browser, close } = await launchChromium();
try {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const app = openApp(page, services.webUrl);
  const take = (name: string) =>
    page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 70 });
  await app.login('technician');
  await app.tab('Home', 'home');
  await app.connect('Simulated device');
  await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
  await page.getByText(/Replies 5/).waitFor();
  await take('screenshot-home');
  await page.setViewportSize(PHONE);
  await take('screenshot-phone');
  await page.setViewportSize(WIDE);
  await app.tab('Terminal', 'terminal');
  for (const command of ['ATI', 'AT+ADATA']) await app.type(command);
  await app.log.getByText(/HW:/).waitFor();
  await take('screenshot-terminal');
} finally {
  await close();
  await services.close();
}
