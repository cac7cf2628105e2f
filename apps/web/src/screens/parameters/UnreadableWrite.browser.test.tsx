import { expect, test, vi } from 'vitest';
import { createFakeParameters } from '../../testing/fake-parameters.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { StripArea } from '../../shell/StripArea.tsx';

test('[SYNC-99] a strip reports an unfinished write that cannot be read', async () => {
  const device = createFakeParameters();
  const { screen } = await renderScreen(<StripArea />, {
    path: '/mainpage/assets',
    parameters: device.service,
  });
  device.setUnreadable({ unreadable: ['A1'] });
  const strips = screen.getByRole('group', { name: 'Needs attention' });
  await expect
    .element(strips.getByText(/^A write to SN A1 is not complete, and/).last())
    .toBeVisible();
  await strips.getByRole('button', { name: 'Leave it as it is' }).click();
  expect(device.calls).toEqual([['abandon', 'A1']]);
  device.setUnreadable({ unreadable: [], problem: 'The disk is locked.' });
  await expect
    .element(strips.getByText(/cannot read .* The disk is locked\.$/).last())
    .toBeVisible();
});

test('[PAGE-349] the unfinished writes are loaded when the page is idle', async () => {
  const works: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => works.push(work));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  const device = createFakeParameters();
  const { screen } = await renderScreen(<StripArea />, {
    path: '/mainpage/assets',
    parameters: device.service,
  });
  device.setUnreadable({ unreadable: ['A1'] });
  await rendered();
  const strip = screen.getByText(/^A write to SN A1 is not complete, and/).last();
  await expect.element(strip).not.toBeInTheDocument();
  for (const work of works) work();
  await expect.element(strip).toBeVisible();
});
