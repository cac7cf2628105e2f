import type { Locator, Page } from '@playwright/test';
import { savedText } from './sessions-app.ts';

/** Sealing and verifying, operated like a technician does. */
export const sealedOf = (page: Page) => {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const sealDialog = page.getByRole('dialog', { name: 'Export sealed' });
  const checkDialog = page.getByRole('dialog', { name: 'Check a sealed file' });
  return {
    /** The dialog that seals an opened session. */
    sealDialog,
    /** The dialog that verifies a file; the menu beside Record opens it. */
    checkDialog,
    /** Opens the dialog and waits until it shows what is sealed. */
    openSealDialog: async (): Promise<void> => {
      await button('More exports').click();
      await page.getByRole('menuitem', { name: 'Sealed…' }).click();
      await sealDialog.getByText('Technician').waitFor();
    },
    /** Seals the session in the open dialog. Returns the text of the file. */
    save: (): Promise<string> => savedText(page, () => button('Seal and save').click()),
    /** Opens the dialog that verifies, unless it is open, and selects a file with this text. */
    check: async (text: string): Promise<void> => {
      if (!(await checkDialog.isVisible())) {
        await button('Sessions and recording options').click();
        await page.getByRole('menuitem', { name: 'Check a sealed file…' }).click();
      }
      await checkDialog
        .getByLabel('Sealed file')
        .setInputFiles({ name: 'bus-12.sealed.jsonl', mimeType: '', buffer: Buffer.from(text) });
      await checkDialog.getByText('bus-12.sealed.jsonl').waitFor();
    },
  };
};
