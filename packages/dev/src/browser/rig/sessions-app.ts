import { readFile } from 'node:fs/promises';
import { parseCapture } from '@batbot/core';
import type { Locator, Page } from '@playwright/test';
import type { App } from '../app.ts';

/** Returns the text of the file that a click saves. */
export const savedText = async (page: Page, click: () => Promise<void>): Promise<string> => {
  const saving = page.waitForEvent('download');
  await click();
  return readFile(await (await saving).path(), 'utf8');
};

/** The recorded sessions, operated like a technician does. */
export const sessionsOf = ({ page }: App) => {
  /** The recording bar above Home and Terminal. */
  const bar = page.getByRole('group', { name: 'Recording', exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const rows = page
    .getByRole('grid', { name: 'Sessions' })
    .getByRole('row', { name: /./ })
    .filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });
  const keeps = async (samples: number): Promise<void> => {
    // The bar continues to count, so it may already show a higher number.
    const counts = Array.from({ length: 60 }, (_, past) => samples + past).join('|');
    await bar.getByText(new RegExp(`, (${counts}) samples?$`)).waitFor();
  };
  const exported = (format: 'CSV' | 'JSONL'): Promise<string> =>
    savedText(page, async () => {
      if (format === 'CSV') return button('Export CSV').click();
      await button('More exports').click();
      await page.getByRole('menuitem', { name: 'JSONL (raw data)' }).click();
    });

  return {
    keeps,
    /** Returns the number of recorded samples. */
    kept: async (): Promise<number> =>
      Number(/(\d+) samples?$/.exec(await bar.getByText(/, \d+ samples?$/).innerText())?.[1]),
    /** Starts a recording and waits until this many samples are recorded. */
    record: async (samples: number): Promise<void> => {
      await bar.getByRole('button', { name: 'Record', exact: true }).click();
      await keeps(samples);
    },
    stop: async (): Promise<void> => {
      const isShown = await button('Stop recording').isVisible();
      // on a phone, the button is in the panel
      if (!isShown) await bar.getByRole('button', { name: /^Recording/ }).click();
      await button('Stop recording').click();
      await bar.getByRole('button', { name: 'Record', exact: true }).waitFor();
    },
    note: async (text: string): Promise<void> => {
      await bar.getByRole('button', { name: /^Recording/ }).click();
      await page.getByRole('textbox', { name: 'Note', exact: true }).fill(text);
      await button('Add note').click();
      await page.getByText(/^Note \d+ at /).waitFor();
      await page.keyboard.press('Escape');
    },
    openList: async (): Promise<void> => {
      await button('Sessions and recording options').click();
      await page.getByRole('menuitem', { name: /^Sessions/ }).click();
      await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    },
    /** The rows of the list, newest first. */
    rows,
    /** Opens the newest session from the list. */
    openSession: async (): Promise<void> => {
      await rows.first().getByRole('gridcell').nth(1).click();
      await page.getByRole('heading', { name: 'Terminal log' }).waitFor();
    },
    rename: async (name: string): Promise<void> => {
      await button('Rename').click();
      await page.getByRole('textbox', { name: 'Name of the session' }).fill(name);
      await button('Save name').click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
    },
    /** In these tests no field contains a comma or a quote, except the notes in the last column. */
    exportCsv: async () => {
      const text = await exported('CSV');
      const lines = text
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n');
      const [columns = [], ...samples] = lines.map((line) => line.split(','));
      return { text, columns, rows: samples };
    },
    exportCapture: async () => {
      const capture = parseCapture(await exported('JSONL'));
      if (!capture.ok) throw new Error(`no capture: ${capture.error.kind}`);
      return capture.value;
    },
  };
};

/** Signs in and connects the simulated device on Home. */
export const recordingOnHome = async (app: App) => {
  await app.start('ada', 'Home', 'home', 'Simulated device');
  return sessionsOf(app);
};
