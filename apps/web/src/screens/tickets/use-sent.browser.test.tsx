import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ComplaintScreen } from './ComplaintScreen.tsx';

test('[PAGE-383] after the session on the server has ended, a complaint says that it is sent after the next login', async () => {
  const { server, online, sync } = await renderScreen(<ComplaintScreen />, {
    path: '/mainpage/complaint',
  });
  await online();
  server.fail('expired');
  await sync();
  await page.getByRole('combobox', { name: 'Category' }).fill('Range');
  await page.getByRole('textbox', { name: 'What happened' }).fill('Dies at 40 %');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect
    .element(
      page.getByText(/parts not on the server yet\. They are sent as soon as you have logged/),
    )
    .toBeVisible();
});
