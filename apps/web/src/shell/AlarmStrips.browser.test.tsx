import type { AlarmLimit } from '@batbot/core/alarms';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderShell } from './render-shell.fixture.tsx';

const openHome = async (...limits: readonly AlarmLimit[]) => {
  const rig = await renderShell('/mainpage/home', { isConnected: true });
  rig.core.alarms.save({ ...rig.core.alarms.plan$.value, limits });
  await rig.clock.advance(4_000);
  return rig;
};

const strips = page.getByRole('group', { name: 'Needs attention' });
const chip = (name: string) => page.getByRole('button', { name, exact: true });
const lowCharge = (value: number): AlarmLimit => ({
  quantity: 'stateOfCharge',
  side: 'low',
  value,
});

test('[OBD-127] [OBD-129] an alarm is shown above every tab, in the title and at its value until Alt+Shift+A acknowledges it', async () => {
  const { core } = await openHome(lowCharge(90));
  const alarm = strips.getByRole('listitem').filter({ hasText: 'low limit 90.0 %' });
  await expect.element(alarm).toHaveTextContent('State of charge: 78.5');
  await expect
    .element(strips.getByRole('alert'))
    .toHaveTextContent('Alarm: State of charge, low limit 90.0 %');
  await expect.poll(() => document.title).toMatch(/^✕ 1 alarm · Home/);
  await expect.element(page.getByTitle('Beyond a limit you set').first()).toBeVisible();
  await page.getByRole('link', { name: 'Users' }).click();
  await expect.poll(() => document.title).toMatch(/^✕ 1 alarm · Users/);
  await userEvent.keyboard('{Alt>}{Shift>}A{/Shift}{/Alt}');
  await expect.element(alarm).toHaveTextContent('Acknowledged');
  expect(core.alarms.raised$.value).toMatchObject([{ kind: 'acknowledged' }]);
  await expect.poll(() => document.title).not.toContain('alarm');
});

test('[OBD-115] while the device does not answer, Home and the title show that limits are not monitored', async () => {
  const { clock, pack } = await openHome(lowCharge(20));
  await expect.element(chip('1 limit monitored')).toBeVisible();
  pack.answers = false;
  await clock.advance(15_000);
  await expect
    .element(
      strips
        .getByText(/Limits not monitored since \d\d:\d\d:\d\d: the device does not answer/)
        .first(),
    )
    .toBeVisible();
  await expect.poll(() => document.title).toContain('▲ Not monitored');
  pack.answers = true;
  await clock.advance(6_000);
  await expect.element(chip('1 limit monitored')).toBeVisible();
  await expect.poll(() => document.title).not.toContain('Not monitored');
});

test('[OBD-118] a limit of a value that the device does not report is shown as not monitored', async () => {
  const { core, clock, pack } = await openHome();
  await core.link.disconnect();
  pack.celsius = [];
  void core.link.connect('fake');
  core.alarms.save({
    ...core.alarms.plan$.value,
    limits: [lowCharge(20), { quantity: 'temperature', side: 'high', value: 45 }],
  });
  await clock.advance(8_000);
  await expect.element(chip('2 limits, not all monitored')).toBeVisible();
  await expect
    .element(strips.getByText('Not monitored: Temperature (not reported by this device)').first())
    .toBeVisible();
  await chip('2 limits, not all monitored').click();
  await chip('Edit limits…').click();
  await expect
    .element(page.getByRole('row', { name: /^Temperature/ }))
    .toHaveTextContent('not reported by this device');
});

test('[OBD-385] on a small screen, limits that are not monitored are shown before an acknowledged alarm', async () => {
  await page.viewport(390, 844);
  const { core, clock, pack } = await openHome(lowCharge(90));
  await expect.poll(() => core.alarms.raised$.value).toHaveLength(1);
  core.alarms.acknowledge();
  await expect.element(strips.getByRole('listitem')).toHaveTextContent('Acknowledged');
  pack.answers = false;
  await clock.advance(15_000);
  await expect
    .element(strips.getByRole('listitem'))
    .toHaveTextContent('Limits not monitored since');
});
