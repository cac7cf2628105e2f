import axe from 'axe-core';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { Shell } from './Shell.tsx';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const openShell = (path: string) =>
  renderScreen(
    <Routes>
      <Route path="/mainpage/*" element={<Shell />} />
    </Routes>,
    { path, isConnected: true },
  );

type Rig = Awaited<ReturnType<typeof openShell>>;

/** Serious violations of WCAG 2.2 AA on the screen as it is, in light and in dark. */
const violations = async ({ screen, services, clock }: Rig): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const mode of ['light', 'dark'] as const) {
    services.theme.chooseMode(mode);
    await expect.poll(() => document.documentElement.style.colorScheme).toBe(mode);
    await clock.advance(100);
    // Colours on their way are neither those of light nor of dark.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const results = await axe.run(screen.container, { runOnly: TAGS });
    for (const { id, impact, nodes } of results.violations) {
      if (impact === 'serious' || impact === 'critical')
        found.push(
          `${mode} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`,
        );
    }
  }
  return found;
};

test.each([
  ['users', 'Users'],
  ['support', 'Support'],
  ['assets', 'Assets'],
  ['complaint', 'Complaint'],
  ['config', 'Configuration'],
  ['analyticData', 'Analytics'],
  ['servicetab', 'Service'],
  ['firmwareTab', 'Firmware'],
  ['smartConfig', 'Smart BMS Config'],
  ['romeoConfig', 'Romeo Config'],
  ['romeoList', 'Romeo List'],
  ['logs', 'Logs'],
  ['upload', 'Upload'],
  ['home', 'Home'],
  ['home/teach', 'Teach this device'],
  ['home/sessions', 'Sessions'],
])('[PAGE-8] %s has no serious violation of WCAG 2.2 AA, light or dark', async (path, heading) => {
  await page.viewport(1280, 800);
  const rig = await openShell(`/mainpage/${path}`);
  await expect
    .element(rig.screen.getByRole('heading', { level: 1, name: heading, exact: true }))
    .toBeInTheDocument();
  expect(await violations(rig)).toEqual([]);
});

test('[PAGE-8] a session and a comparison have none either', async () => {
  await page.viewport(1280, 800);
  const rig = await openShell('/mainpage/home/sessions');
  const { core, clock, screen } = rig;
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
  core.recording.start();
  await clock.advance(5_000);
  core.recording.note('Bus 12, before');
  await clock.advance(5_000);
  await core.recording.stop();
  await clock.advance(100);
  await screen.getByRole('row', { name: /Bus 12, before/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Terminal log' })).toBeVisible();
  expect(await violations(rig)).toEqual([]);
  await screen.getByRole('button', { name: 'Compare start and end' }).click();
  await expect.element(screen.getByRole('table', { name: 'Cells' })).toBeVisible();
  expect(await violations(rig)).toEqual([]);
});
