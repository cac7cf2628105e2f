import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { UploadButton } from './UploadButton.tsx';

test.each(['{Enter}', ' '])(
  '[PAGE-327] the button that opens the choice of files with the key "%s" keeps the focus',
  async (key) => {
    const { screen } = await renderScreen(<UploadButton upload={{}}>Photo</UploadButton>);
    let opened = 0;
    document.querySelector('input[type=file]')?.addEventListener('click', (event) => {
      event.preventDefault(); // no window of the operating system
      opened += 1;
    });
    const button = screen.getByRole('button', { name: 'Photo' });
    button.element().focus();
    await userEvent.keyboard(key);
    await expect.poll(() => opened).toBe(1);
    await expect.element(button).toHaveFocus();
  },
);
