import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeParameters, readingOf } from '../../testing/fake-parameters.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { SmartConfigScreen } from './SmartConfigScreen.tsx';

const show = async () => {
  const device = createFakeParameters();
  const opened = await renderScreen(<SmartConfigScreen />, {
    path: '/mainpage/smartConfig',
    flags: ['smartConfig'],
    parameters: device.service,
  });
  return { device, ...opened };
};

test('[PAGE-113] three steps propose values with their sources, beside those of the device', async () => {
  const { screen, device, address } = await show();
  await expect.element(screen.getByText(/^Plug in the cable of a pack/)).toBeVisible();
  device.setState({ kind: 'clean', device: readingOf(), edits: {} });
  await expect.element(screen.getByText('On the device: 16')).toBeVisible();
  const next = screen.getByRole('button', { name: 'Next' });
  await expect.element(next).toBeDisabled();
  await screen.getByRole('combobox', { name: 'Cell chemistry' }).click();
  await screen.getByTitle('NMC').click();
  await next.click();
  await expect.element(screen.getByText('On the device: 100.0 Ah')).toBeVisible();
  await screen.getByRole('spinbutton', { name: 'Highest charge current' }).fill('50');
  await screen.getByRole('spinbutton', { name: 'Highest discharge current' }).fill('100');
  await screen.getByRole('button', { name: 'Propose values' }).click();
  await expect.element(address).toHaveTextContent('step=3');
  await expect
    .element(screen.getByRole('textbox', { name: 'Cell over-voltage', exact: true }))
    .toHaveValue('4.250');
  await expect.element(screen.getByText(/^NMC: default of the Libre Solar/).first()).toBeVisible();
  await expect
    .element(screen.getByText('2 changes · 2 protections · restarts the device'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect
    .element(screen.getByRole('spinbutton', { name: 'Highest charge current' }))
    .toHaveValue('50');
});

test('[DEV-100] a capacity that the device reports in mAh is entered in Ah', async () => {
  const { screen, device } = await show();
  const { known, ...reading } = readingOf({ CELLS: 16, CAP: 100_000 });
  const parameters = known.schema.parameters.map((each) =>
    each.key === 'CAP' ? { ...each, unit: 'mAh' } : each,
  );
  const schema = { ...known.schema, parameters };
  device.setState({
    kind: 'clean',
    device: { ...reading, known: { ...known, schema } },
    edits: {},
  });
  await screen.getByRole('combobox', { name: 'Cell chemistry' }).click();
  await screen.getByTitle('NMC').click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByRole('spinbutton', { name: 'Capacity' })).toHaveValue('100');
});

test('[DEV-79] proposed values keep the other changes of Configuration', async () => {
  const { screen, device } = await show();
  device.setState({ kind: 'dirty', device: readingOf(), edits: { MODE: 0, OVP: 3.5 } });
  await screen.getByRole('combobox', { name: 'Cell chemistry' }).click();
  await screen.getByTitle('NMC').click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByRole('spinbutton', { name: 'Highest charge current' }).fill('50');
  await screen.getByRole('spinbutton', { name: 'Highest discharge current' }).fill('100');
  await screen.getByRole('button', { name: 'Propose values' }).click();
  await expect
    .poll(() => device.service.state$.value)
    .toMatchObject({
      edits: { MODE: 0, OVP: 4.25 },
    });
});

test('[PAGE-113] at 390 px the guide is not wider than the page', async () => {
  await page.viewport(390, 844);
  const { screen, device } = await show();
  device.setState({ kind: 'clean', device: readingOf(), edits: {} });
  await expect.element(screen.getByRole('combobox', { name: 'Cell chemistry' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
