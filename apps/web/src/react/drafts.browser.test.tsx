import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DraftsProvider, useDraft } from './drafts.tsx';

const Form = () => {
  const draft = useDraft('form', () => '');
  return (
    <>
      <input
        aria-label="Note"
        value={draft.value}
        onChange={({ target }) => draft.change(target.value)}
      />
      <button onClick={draft.end}>Save</button>
    </>
  );
};

const asks = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

test('[PAGE-211] the browser asks before a reload while a form has unsaved input, also on another page', async () => {
  const screen = await render(
    <DraftsProvider>
      <Form />
    </DraftsProvider>,
  );
  const note = page.getByRole('textbox', { name: 'Note' });
  expect(asks()).toBe(false);
  await note.fill('cell 3 replaced');
  expect(asks()).toBe(true);
  await note.fill('');
  expect(asks()).toBe(false);
  await note.fill('cell 3 replaced');
  await screen.rerender(<DraftsProvider>Another page</DraftsProvider>);
  expect(asks()).toBe(true);
  await screen.rerender(
    <DraftsProvider>
      <Form />
    </DraftsProvider>,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(note).toHaveValue('');
  expect(asks()).toBe(false);
});
