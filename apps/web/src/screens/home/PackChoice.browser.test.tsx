import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { home } from './render-home.fixture.tsx';

test('[OBD-279] [OBD-373] one of several packs can be chosen, and is named above its values, also while the device is unplugged', async () => {
  const { screen, fake, clock } = await home({ answers: false });
  const both = '{"packs":[{"voltage":52.8,"soc":80},{"voltage":52.1,"soc":70}]}\r\n';
  for (let cycle = 0; cycle < 4; cycle += 1) {
    fake.device.send(both);
    await clock.advance(1_000);
  }
  const voltage = screen.getByRole('group', { name: 'Pack voltage' });
  await expect.element(voltage).toHaveTextContent(/^52\.8\sV$/);
  const choice = screen.getByRole('combobox', { name: 'Pack', exact: true });
  await choice.click();
  await page.getByTitle('Pack 2 of 2').click();
  await expect.element(voltage).toHaveTextContent(/^52\.1\sV$/);
  const places = () => choice.element().compareDocumentPosition(voltage.element());
  expect(places()).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(choice.element().getBoundingClientRect().width).toBeLessThan(200); // not the whole page
  fake.unplug();
  await clock.advance(300);
  await expect.element(screen.getByText(/^last at/)).toBeVisible();
  await expect.element(voltage).toHaveTextContent(/^52\.1\sV$/);
  expect(places()).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expect.element(choice).toBeDisabled();
});
