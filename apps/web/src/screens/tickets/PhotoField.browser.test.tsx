import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ComplaintScreen } from './ComplaintScreen.tsx';
import { Composer } from './Composer.tsx';

const composer = (
  <Composer
    ticketId="0190a000-0000-7000-8000-000000000042"
    serial="A1"
    isService
    writer={{ problem: undefined, write: () => Promise.resolve(true) }}
    proposal={undefined}
  />
);

test.each([
  ['a complaint', '/mainpage/complaint', <ComplaintScreen key="" />, 'What happened'],
  ['an entry', '/mainpage/servicetab', composer, 'New entry'],
])(
  '[PAGE-350] a photo of %s that is not saved is named, also after a later text was saved',
  async (_, path, screen, name) => {
    const { workspaceStorage } = await renderScreen(screen, { path });
    const text = page.getByRole('textbox', { name });
    await text.fill('Dies');
    workspaceStorage.refuse('full');
    const canvas = new OffscreenCanvas(4, 3);
    canvas.getContext('2d');
    const photo = await canvas.convertToBlob();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await userEvent.upload(input ?? expect.fail(), new File([photo], 'cell 3.png'));
    const problem = page.getByText(/^“cell 3.png” is not saved: There is no room/);
    await expect.element(problem).toBeVisible();
    workspaceStorage.refuse(undefined);
    await text.fill('Dies at 40 %');
    await expect
      .poll(() => JSON.stringify(workspaceStorage.rows('technician', 'drafts')))
      .toContain('Dies at 40 %');
    await expect.element(problem).toBeVisible();
  },
);
