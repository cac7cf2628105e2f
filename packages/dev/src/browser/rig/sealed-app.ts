import type { Locator, Page } from '@playwright/test';
import { savedText } from './sessions-app.ts';

/** Sealing and checking as a technician finds them. */
export interface SealedApp {
  /** Over an opened session. */
  readonly sealDialog: Locator;
  /** From the menu beside Record. */
  readonly checkDialog: Locator;
  /** Chooses "Sealed…" among the exports of the open session. */
  readonly clickSealed: () => Promise<void>;
  /** Opens the dialog and waits until it shows what is sealed. */
  readonly openSealDialog: () => Promise<void>;
  /** Seals what the open dialog shows; gives the file. */
  readonly save: () => Promise<string>;
  /** Opens the dialog that checks, unless it is open, and gives it a file of this text. */
  readonly check: (text: string) => Promise<void>;
  /** The groups of the fingerprint, with blanks between. */
  readonly fingerprint: (dialog: Locator) => Promise<string>;
}

export const sealedOf = (page: Page): SealedApp => {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const sealDialog = page.getByRole('dialog', { name: 'Export sealed' });
  const checkDialog = page.getByRole('dialog', { name: 'Check a sealed file' });
  const clickSealed = async (): Promise<void> => {
    await button('More exports').click();
    await page.getByRole('menuitem', { name: 'Sealed…' }).click();
  };
  return {
    clickSealed,
    sealDialog,
    checkDialog,
    openSealDialog: async () => {
      await clickSealed();
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
