import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { openApp } from '../browser/app.ts';
import { launchChromium } from '../browser/rig/chromium.ts';
import { startServices } from '../browser/rig/services.ts';
import { BARE_SCRIPT, PAINT_PROBE } from './paint-probe.ts';
import { quantile } from './measure.ts';

const CELLS = 128;
/** Number of replies to measure. Home polls every two seconds, so 60 replies take two minutes. */
const SAMPLES = Number(process.env['BATBOT_PAINTS'] ?? 60);

/** The update of the screen after one reply. Times in ms since the page received the last bytes. */
interface Update {
  /** Time until the last cell was written into the document. */
  readonly written: number;
  /** Time until the update was painted, measured by two animation frames. */
  readonly painted: number;
  /** Number of cells that were written, and of frames in which they were written. */
  readonly cells: number;
  readonly frames: number;
}

const collect = async (page: Page, samples: number): Promise<readonly Update[]> => {
  await page.evaluate('globalThis.paintProbe.updates.length = 0');
  // Polls from Node, because the app's content security policy does not let the page compile a condition.
  const count = (): Promise<number> =>
    page.evaluate<number>('globalThis.paintProbe.updates.length');
  while ((await count()) < samples) await setTimeout(500);
  return page.evaluate<readonly Update[]>('globalThis.paintProbe.updates');
};

const report = (name: string, updates: readonly Update[], bare: readonly Update[]): string => {
  const of = (key: 'written' | 'painted', part: number, all = updates): number =>
    quantile(
      all.map((update) => update[key]),
      part,
    );
  const both = (key: 'written' | 'painted'): string =>
    `${of(key, 0.5).toFixed(1)} / ${of(key, 0.99).toFixed(1)}`.padStart(16);
  const ratio = (of('painted', 0.5) / of('painted', 0.5, bare)).toFixed(2).padStart(9);
  const cells = Math.max(...updates.map((update) => update.cells));
  const frames = Math.max(...updates.map((update) => update.frames));
  return `  ${name.padEnd(11)}${both('written')}${both('painted')}${ratio}${String(cells).padStart(12)}${String(frames).padStart(14)}`;
};

/**
 * Prints the time from the last byte of a reply to the painted frame, for Home with 128 cells and for a page of 128
 * text nodes.
 */
export const benchPaint = async (print: (line: string) => void): Promise<void> => {
  const services = await startServices();
  const chromium = await launchChromium();
  try {
    await services.control('POST', 'scenario', { name: 'many-cells' });
    const context = await chromium.browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addInitScript(PAINT_PROBE);

    const barePage = await context.newPage();
    await barePage.goto('data:text/html,<!doctype html><title>bare</title>');
    await barePage.evaluate(`${BARE_SCRIPT}; globalThis.startBarePage(${CELLS}, 500)`);
    const bare = await collect(barePage, SAMPLES);
    await barePage.close();

    const page = await context.newPage();
    const app = openApp(page, services.webUrl);
    await app.start('technician', 'Home', 'home', 'Simulated device');
    await page.getByLabel(`Cell ${CELLS}`, { exact: true }).waitFor();
    const home = await collect(page, SAMPLES);
    const split = home.filter(({ frames }) => frames > 1).length;

    print(
      `Paint: last byte of a reply → screen, ${CELLS} cells (${SAMPLES} replies; ms, median / p99)`,
    );
    print('                   in document         painted  × bare  most cells   most frames');
    print(report('bare page', bare, bare));
    print(report('Home', home, bare));
    print(`  updates of ${home.length} that took more than one frame: ${split}`);
  } finally {
    await chromium.close();
    await services.close();
  }
};
