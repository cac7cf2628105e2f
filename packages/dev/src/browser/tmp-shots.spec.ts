import { openApp } from './app.ts';
import { test } from './fixtures.ts';
import { openProfile } from './rig/profile-chromium.ts';
import { startServices } from './rig/services.ts';

const PACKS = ['Seriennummer;Hersteller;Modell;Zellenzahl;Nennkapazität (Ah);Herstellungsdatum;Standort'];
for (let i = 0; i < 60; i += 1) PACKS.push(`IMP-${1000 + i};Acme;Traction 48;${i % 9 === 0 ? 'sechzehn' : 16};${i % 7 === 0 ? '-5' : '105,5'};${i % 11 === 0 ? '30.02.2024' : '12.03.2024'};Bern`);
const LOG = ['Time,Pack voltage [V],Current,SOC [%],Cell 1,Cell 2,Cell 3,Cell 4,Temp 1 (°C)'];
for (let i = 0; i < 600; i += 1) LOG.push(`2025-01-01 10:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')},13.2,${(Math.sin(i / 20) * 20).toFixed(1)},80,3301,3302,3300,3299,25`);

test('shots', async ({}, info) => {
  const services = await startServices();
  const { page, close } = await openProfile(info.outputPath('p'));
  try {
    const app = openApp(page, services.webUrl);
    page.on('console', (m) => console.log('CONSOLE', m.text()));
    page.on('pageerror', (m) => console.log('ERR', m.message));
    await app.login('technician');
    const shot = async (name: string) => {
      for (const [w, h] of [[1280, 800], [390, 844]] as const) for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width: w, height: h });
        await page.emulateMedia({ colorScheme: scheme });
        await page.waitForTimeout(400);
        await page.screenshot({ path: `/tmp/upload/${name}-${w}-${scheme}.png`, fullPage: true });
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await app.open('/mainpage/upload');
    await page.getByText('Drop a file here').waitFor();
    await shot('1-empty');
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'Packliste Süd.csv', mimeType: 'text/csv', buffer: Buffer.from(PACKS.join('\r\n'), 'latin1') });
    await page.getByText(/^Create/).waitFor();
    await page.getByRole('button', { name: /^Apply/ }).waitFor();
    await shot('2-packs');
    await page.getByRole('button', { name: /^Apply/ }).click();
    await page.getByText(/✓ Applied/).waitFor();
    await page.getByText('✓ Up to date').waitFor();
    await page.getByRole('button', { name: 'Undo …' }).click();
    await shot('3-applied');
    await page.getByRole('button', { name: 'Import another file' }).click();
    await input.setInputFiles({ name: 'Bus 7.csv', mimeType: 'text/csv', buffer: Buffer.from(LOG.join('\n')) });
    await page.getByRole('button', { name: 'Save as a session' }).waitFor();
    await shot('4-log');
    await page.getByRole('button', { name: 'Save as a session' }).click();
    await page.getByRole('link', { name: 'Bus 7' }).waitFor();
    await shot('5-session');
    await page.getByRole('link', { name: 'Bus 7' }).click();
    await page.waitForTimeout(1500);
    await shot('6-opened');
  } finally {
    await close();
    await services.close();
  }
});
