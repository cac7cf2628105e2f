import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { OpenFileButton } from './OpenFileButton.tsx';

const choose = (input: HTMLInputElement, file: File): void => {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

/** Returns a file that was deleted after it was chosen. */
const deletedFile = async (): Promise<File> => {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle('gone.json', { create: true });
  const writable = await handle.createWritable();
  await writable.write('{}');
  await writable.close();
  const file = await handle.getFile();
  await folder.removeEntry('gone.json');
  return file;
};

test('[IMP-31] a chosen file that was deleted since says that it cannot be read, and can be chosen again', async () => {
  const onText = vi.fn<(text: string) => void>();
  await renderScreen(<OpenFileButton label="Import" file="Some file" limit={99} onText={onText} />);
  const input = page.getByLabelText('Some file').element() as HTMLInputElement;
  choose(input, await deletedFile());
  const problem = page.getByText(
    'The file could not be read. It may have been moved or changed: choose it again.',
  );
  await expect.element(problem).toBeVisible();
  expect([input.value, onText.mock.calls.length]).toEqual(['', 0]);
  choose(input, new File(['{}'], 'there.json'));
  await expect.poll(() => onText.mock.lastCall).toEqual(['{}']);
  await expect.element(problem).not.toBeInTheDocument();
});
