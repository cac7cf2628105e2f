import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ChunkLoadError } from '../../react/load-within.ts';
import { lazyPart } from '../../react/lazy-part.tsx';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { DialogPart } from './DialogPart.tsx';

test('[PAGE-352] a dialog of the bar whose code does not load affects only its part, and is loaded again on request', async () => {
  let loads = 0;
  let closed = 0;
  const Dialog = lazyPart(() => {
    loads += 1;
    return loads === 1
      ? Promise.reject(new ChunkLoadError('no network'))
      : Promise.resolve(() => <p>The dialog</p>);
  });
  await renderScreen(
    <>
      <p>The other parts</p>
      <DialogPart name="The search" onClose={() => (closed += 1)}>
        <Dialog />
      </DialogPart>
    </>,
  );
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The search could not be loaded.');
  await expect.element(page.getByText('The other parts')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(closed).toBe(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('The dialog')).toBeVisible();
});
