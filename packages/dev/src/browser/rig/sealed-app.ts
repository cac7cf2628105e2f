import type { Locator, Page } from '@playwright/test';
import { savedText } from './sessions-app.ts';

/** Sealing and verifying, operated like a technician does. */
export interface SealedApp {
  /** The dialog that seals an opened session. */
  readonly sealDialog: Locator;
  /** The dialog that verifies a file; the menu beside Record opens it. */
  readonly checkDialog: Locator;
  /** Opens the dialog and waits until it shows what is sealed. */
  readonly openSealDialog: () => Promise<void>;
  /** Seals the session in the open dialog. Returns the text of the file. */
  readonly save: () => Promise<string>;
  /** Opens the dialog that verifies, unless it is open, and selects a file with this text. */
  readonly check: (text: string) => Promise<void>;
  /** Returns the groups of the fingerprint, separated by spaces. */
  readonly fingerprint: (dialog: Locator) => Promise<string>;
}

export const sealedOf = (page: Page): SealedApp => {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const sealDialog = page.getByRole('dialog', { name: 'Export sealed' });
  const checkDialog = page.getByRole('dialog', { name: 'Check a sealed file' });
  return {
    sealDialog,
    checkDialog,
    openSealDialog: async () => {
      await button('More exports').click();
      await page.getByRole('menuitem', { name: 'Sealed…' }).click();
      await sealDialog.getByText('Technician').waitFor();
    },
    save: () => savedText(page, () => button('Seal and save').click()),
    check: async (text) => {
      if (!(await checkDialog.isVisible())) {
        await button('Sessions and recording options').click();
        await page.getByRole('menuitem', { name: 'Check a sealed file…' }).click();
      }
      await checkDialog
        .getByLabel('Sealed file')
        .setInputFiles({ name: 'bus-12.sealed.jsonl', mimeType: '', buffer: Buffer.from(text) });
      await checkDialog.getByText('bus-12.sealed.jsonl').waitFor();
    },
    fingerprint: async (dialog) =>
      (await dialog.locator('code').innerText()).split(/\s+/).join(' '),
  };
};
