import { setTimeout } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { XDisplay } from './x-display.ts';

/** Opens the chooser, and detects its outcome on the page. */
export interface ChooserSteps {
  readonly open: () => Promise<unknown>;
  readonly isChosen: () => Promise<boolean>;
  /** Whether the page has noticed that the chooser was closed without a choice, and can open it again. */
  readonly isClosed: () => Promise<boolean>;
}

const becomesTrue = (fact: () => Promise<boolean>, timeout: number): Promise<boolean> =>
  expect
    .poll(fact, { timeout })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );

/**
 * Keys that select the first port: from Cancel, which has the focus at first, back to the list, its first row, accept.
 */
const keys = ['shift+Tab', 'shift+Tab', 'Down', 'Return'];

/**
 * Selects the first port in Chromium's native chooser by keyboard.
 *
 * Nothing outside of the browser shows whether the chooser is drawn and filled: it is not an X window of its own, and
 * Playwright reports to the page that it has the focus. So this function tries repeatedly: it presses the keys and
 * checks the outcome. If the keys came too early, it closes the chooser and tries again with a longer pause. Keys that
 * reach the page are ignored there.
 */
export const chooseInNativeChooser = async (
  display: XDisplay,
  page: Page,
  steps: ChooserSteps,
): Promise<void> => {
  await page.evaluate(`
    window.swallowKeys = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const kind of ['keydown', 'keypress', 'keyup'])
      addEventListener(kind, window.swallowKeys, true);
  `);
  for (let patienceMs = 250; patienceMs <= 8_000; patienceMs *= 2) {
    await steps.open();
    await setTimeout(patienceMs);
    for (const key of keys) await display.xdotool('key', key);
    if (!(await becomesTrue(steps.isChosen, patienceMs))) {
      await display.xdotool('key', 'Escape');
      // On a slow machine, the keys may have selected the port after the check.
      const isOver = async (): Promise<boolean> =>
        (await steps.isChosen()) || (await steps.isClosed());
      if (!(await becomesTrue(isOver, 10_000))) throw new Error('the chooser does not close');
    }
    if (await steps.isChosen()) {
      await page.evaluate(`
        for (const kind of ['keydown', 'keypress', 'keyup'])
          removeEventListener(kind, window.swallowKeys, true);
      `);
      return;
    }
  }
  throw new Error('the native chooser gave no port');
};
